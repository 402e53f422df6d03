/// The noise laws of the engine (engine/trial/round/noise.hpp).

#include "regretta/engine/trial/report/enumerators.hpp"
#include "regretta/environments/parts/parts.hpp"

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

}  // namespace

std::vector<EnvironmentEntry> noise_kinds() {
  std::vector<EnvironmentEntry> entries;
  for (int k = 0; k < num_enumerators<NoiseKind>(); ++k) entries.push_back(entry_of(static_cast<NoiseKind>(k)));
  entries[static_cast<std::size_t>(NoiseKind::bernoulli)].is_default = true;
  return entries;
}

}  // namespace regretta
