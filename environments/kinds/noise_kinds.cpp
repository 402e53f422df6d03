/// The noise laws of the engine (engine/trial/round/noise.hpp), and those behind its interface.

#include <memory>
#include <vector>

#include "regretta/engine/plugin/choice.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/enumerators.hpp"
#include "regretta/environments/kinds/clipped_normal.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta {
namespace {

struct UniformParams {
  double half_width = Noise{}.half_width;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("half_width", p.half_width, Range{0, 1, true}, "half-width, shrunk where a value would leave its range");
  }
  Noise noise() const { return {.kind = NoiseKind::uniform, .half_width = half_width}; }
};

struct BetaParams {
  double concentration = Noise{}.concentration;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("concentration", p.concentration, Range{0.1, 1e4}, "a + b of the beta law; larger is closer to the mean");
  }
  Noise noise() const { return {.kind = NoiseKind::beta, .concentration = concentration}; }
};

template <NoiseKind kind>
struct Plain : NoParams {
  Noise noise() const { return {.kind = kind}; }
};

template <class Params>
EnvironmentEntry law(const char* name, const char* summary) {
  const auto set = [](const Params& params, std::uint64_t, Adversary& adversary) { adversary.noise = params.noise(); };
  return part_entry<Params>("noise", {.name = name, .summary = summary, .defaults_are_settings = true}, set);
}

EnvironmentEntry entry_of(NoiseKind kind) {
  switch (kind) {
    case NoiseKind::none:
      return law<Plain<NoiseKind::none>>("none", "values are their means");
    case NoiseKind::bernoulli:
      return law<Plain<NoiseKind::bernoulli>>("bernoulli", "losses are 0 or 1, violations -1 or +1 (the default)");
    case NoiseKind::uniform:
      return law<UniformParams>("uniform", "uniform around the mean");
    case NoiseKind::beta:
      return law<BetaParams>("beta", "beta laws with the given means");
  }
  __builtin_unreachable();
}

enum class MeansInUse { truth, nominal };
constexpr Choice means_in_use = choice_of<MeansInUse>(
    {{MeansInUse::truth, "true", "OPT and the books have the means of the clipped values"},
     {MeansInUse::nominal, "nominal", "they have the stated means, as where a paper scores at these"}});

struct ClippedNormalParams {
  double sd = 0.1;
  MeansInUse means = MeansInUse::truth;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("sd", p.sd, Range{1e-4, 1}, "standard deviation before values are clipped to their range");
    visit("means", p.means, means_in_use,
          "which means count; those that the environment states are the nominal ones, before clipping");
  }
};

void clipped_normal(const ClippedNormalParams& p, std::uint64_t, Adversary& adversary) {
  if (p.means == MeansInUse::nominal) {
    adversary.noise = {.law = std::make_shared<const NoiseLawOf<AroundNominal>>(AroundNominal(p.sd))};
    return;
  }
  if (!adversary.oblivious())
    throw InputError("means", "is \"true\", but the means of this environment are adaptive; expected \"nominal\"");
  const ClippedLaw law(p.sd);
  using enum TrueMeans::Of;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  adversary.losses = TrueMeans(adversary.losses, law, losses, {}, K);
  adversary.violations =
      TrueMeans(adversary.violations, law, adversary.costs.empty() ? violations : costs, adversary.costs, K);
  adversary.noise = {.law = std::make_shared<const NoiseLawOf<ClippedLaw>>(law)};
}

}  // namespace

std::vector<EnvironmentEntry> noise_kinds() {
  std::vector<EnvironmentEntry> entries;
  for (int k = 0; k < num_enumerators<NoiseKind>(); ++k) entries.push_back(entry_of(static_cast<NoiseKind>(k)));
  entries[static_cast<std::size_t>(NoiseKind::bernoulli)].is_default = true;
  entries.push_back(part_entry<ClippedNormalParams>(
      "noise", {.name = "clipped-normal", .summary = "normal around the mean, clipped to the range of the value"},
      clipped_normal));
  return entries;
}

}  // namespace regretta
