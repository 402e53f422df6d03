#include <fmt/format.h>

#include "regretta/environments/parts/parts.hpp"
#include "regretta/environments/processes/modulation.hpp"

namespace regretta {
namespace {

struct AlternatingModulation {
  ModulationParams shape;
  Turns::Params turns;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    ModulationParams::fields(p.shape, visit);
    Turns::Params::fields(p.turns, visit);
  }
  Wave wave(std::int64_t horizon, std::uint64_t) const { return {Turns(turns, horizon), shape.in_turn}; }
};

struct RandomModulation {
  ModulationParams shape;
  Turns::Params turns;
  std::int64_t instance = 0;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    ModulationParams::fields(p.shape, visit);
    Turns::Params::fields(p.turns, visit);
    visit("instance", p.instance, Range{0, 4294967295.0}, "which blocks of the study's seed");
  }
  Wave wave(std::int64_t horizon, std::uint64_t seed) const {
    return {Turns(turns, horizon, seed, instance, TurnsOf::modulation), shape.in_turn};
  }
};

struct SinusoidalModulation {
  ModulationParams shape;
  std::int64_t period = 1000;  ///< rounds, >= 1

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    ModulationParams::fields(p.shape, visit);
    visit("period", p.period, Range{1, 1e12}, "rounds of one full turn, a whole number; it begins at the top");
  }
  Wave wave(std::int64_t horizon, std::uint64_t) const { return {period, horizon, shape.in_turn}; }
};

void need_oblivious(bool moved, const char* key, const char* what, const AdaptiveStage& stage) {
  if (moved)
    throw InputError(key, fmt::format("below 1 would modulate {}, but those of this environment are adaptive ({}); "
                                      "expected {} = 1, or oblivious {}",
                                      what, stage.kind, key, what));
}

template <class Params>
void modulate(const Params& p, std::uint64_t seed, Adversary& adversary) {
  const bool rewards = p.shape.reward < 1, costs = p.shape.violation < 1;
  if (costs && !adversary.costs.empty())
    throw InputError("violation",
                     "below 1 would modulate (1 + g) / 2, but these constraints are costs with thresholds; "
                     "expected violation = 1");
  for (const AdaptiveStage& stage : adversary.adaptive) {
    need_oblivious(rewards && stage.moves_losses, "reward", "losses", stage);
    need_oblivious(costs && stage.moves_violations, "violation", "violations", stage);
  }
  const Wave wave = p.wave(adversary.horizon, seed);
  const auto change = [&](MeanRows& rows, const Modulated& what) {
    check_row_count(rows.num_rows(), wave.num_levels());
    rows = ModulatedRows(rows, wave, what, adversary.num_arms);
  };
  if (rewards) change(adversary.losses, Modulated::rewards(p.shape));
  if (costs) change(adversary.violations, Modulated::costs(p.shape));
}

template <class Params>
EnvironmentEntry modulation(const char* name, const char* summary, bool is_default = false) {
  return part_entry<Params>("modulation",
                            {.name = name,
                             .summary = summary,
                             .source = "Fikioris and Tardos, COLT 2023 (waves reconstructed)",
                             .is_default = is_default},
                            modulate<Params>);
}

}  // namespace

std::vector<EnvironmentEntry> modulation_kinds() {
  return {
      modulation<AlternatingModulation>("alternating", "rewards and costs are high and low by turns, block by block",
                                        true),
      modulation<RandomModulation>("random", "every block is high or low by a coin of the study's seed"),
      modulation<SinusoidalModulation>("sinusoidal", "rewards and costs swing between high and low"),
  };
}

}  // namespace regretta
