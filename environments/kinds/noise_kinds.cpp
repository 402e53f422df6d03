#include <concepts>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/environments/kinds/beta_law.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta {
namespace {

struct UniformParams : UniformNoise {
  static void fields(auto& p, auto&& visit) {
    visit("half_width", p.half_width, Range{0, 1, true},
          "half-width of the interval, smaller where a value would leave its range");
  }
};

/// A law for which round loops are compiled. Params: NoParams, or a type that derives from the law and sets its
/// members.
template <class Law, class Params = NoParams>
EnvironmentEntry compiled_noise_entry(EnvironmentEntry entry) {
  return part_entry<Params>("noise", std::move(entry),
                            []([[maybe_unused]] const Params& params, std::uint64_t, Adversary& adversary) {
                              if constexpr (std::derived_from<Params, Law>) adversary.noise = Law(params);
                              if constexpr (!std::derived_from<Params, Law>) adversary.noise = Law();
                            });
}

}  // namespace

std::vector<EnvironmentEntry> noise_kinds() {
  std::vector<EnvironmentEntry> entries{
      compiled_noise_entry<NoNoise>({"none", "values are their means"}),
      compiled_noise_entry<BernoulliNoise>(
          {.name = "bernoulli", .summary = "losses are 0 or 1, violations -1 or +1 (the default)", .is_default = true}),
      compiled_noise_entry<UniformNoise, UniformParams>({"uniform", "uniform around the mean"}),
      noise_entry<BetaLaw>({"beta", "beta laws with the given means"}),
  };
  for (EnvironmentEntry& entry : entries) entry.defaults_are_settings = true;
  return entries;
}

}  // namespace regretta
