#include "regretta/environments/catalogue.hpp"

#include "regretta/engine/plugin/measure_entry.hpp"
#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/regret_measures.hpp"
#include "regretta/environments/reward_measures.hpp"
#include "regretta/environments/violation_measures.hpp"

namespace regretta {

void add_environments(Catalogue& catalogue) {
  for (EnvironmentEntry& base : base_kinds()) catalogue.environments.push_back(std::move(base));
  for (const auto kinds : {loss_kinds, violation_kinds, outcome_kinds, corruption_kinds, noise_kinds})
    for (EnvironmentEntry& kind : kinds()) catalogue.add_part(std::move(kind));
}

void add_measures(Catalogue& catalogue) {
  const auto add = [&catalogue](MeasureEntry entry) { catalogue.measures.push_back(std::move(entry)); };
  constexpr QuantityRange regret{-1, 1}, sum{0, 1};
  add(measure_entry<DynamicRegret>({.name = "dynamic-regret",
                                    .summary = "expected loss minus that of the best feasible strategy of every round",
                                    .range = regret}));
  add(measure_entry<SafeRegret>(
      {.name = "safe-regret",
       .summary = "expected loss minus that of the best fixed strategy that is feasible in every round",
       .range = regret}));
  add(measure_entry<AlphaRegret>({.name = "alpha-regret",
                                  .summary = "a share alpha of the optimal reward minus the expected reward",
                                  .unit = "reward",
                                  .range = regret}));
  add(measure_entry<AnytimeViolation>({.name = "anytime-violation",
                                       .summary = "largest signed violation of the rounds up to any round",
                                       .unit = "violation",
                                       .range = regret}));
  add(measure_entry<SummedViolation>({.name = "summed-violation",
                                      .summary = "sum of the worst positive violation of every round",
                                      .unit = "violation",
                                      .range = sum}));
  add(measure_entry<PlayedViolation>(
      {.name = "played-violation",
       .summary = "positive violation of the arms that were drawn, not of the strategies",
       .unit = "violation",
       .range = sum}));
  add(measure_entry<RoundsInViolation>({.name = "rounds-in-violation",
                                        .summary = "rounds in which the strategy violates a constraint",
                                        .unit = "rounds",
                                        .range = sum}));
  add(measure_entry<UncorruptedViolation>(
      {.name = "uncorrupted-violation",
       .summary = "violation by the uncorrupted constraints: what is paid if corruption is an error of the sensor",
       .unit = "violation",
       .range = sum}));
  add(measure_entry<UncorruptedSignedViolation>(
      {.name = "uncorrupted-signed-violation",
       .summary = "as uncorrupted-violation, but violations of opposite sign cancel",
       .unit = "violation",
       .range = regret}));
  add(measure_entry<UncorruptedRegret>(
      {.name = "uncorrupted-regret",
       .summary = "expected loss minus that of the best fixed strategy that keeps the uncorrupted constraints",
       .range = regret}));
  add(measure_entry<Reward>({.name = "reward",
                             .summary = "expected reward 1 - loss; with budgets, until play stops",
                             .unit = "reward",
                             .less_is_better = false,
                             .range = sum}));
  add(reported_measure_entry({.name = "stopping-round",
                              .summary = "with budgets: the round in which play stops, or the last one",
                              .unit = "rounds",
                              .less_is_better = false,
                              .range = sum}));
  add(reported_measure_entry(
      {.name = "left-over",
       .summary = "with budgets: the smallest remaining budget when play stops; larger budgets count as T",
       .unit = "violation",
       .less_is_better = false,
       .range = sum}));
  add(measure_entry<SeenCorruption>({.name = "seen-corruption",
                                     .summary = "corruption of the optimum's arms, per play, times T",
                                     .unit = "violation",
                                     .on_curve = false,
                                     .range = {0, 2}}));
  // Every arm adds at most 1 per round, and no study has more than a million arms.
  add(measure_entry<LossCorruption>({.name = "loss-corruption",
                                     .summary = "by how much losses differ from fixed ones: what C is for violations",
                                     .on_curve = false,
                                     .range = {0, 1e6}}));
  add(measure_entry<Plays>({.name = "plays",
                            .summary = "how often an arm was drawn",
                            .unit = "rounds",
                            .less_is_better = false,
                            .range = sum}));
  add(measure_entry<BestArmShare>(
      {.name = "best-arm-share",
       .summary = "share of rounds in which the arm of largest weight in the best feasible strategy was drawn",
       .unit = "",
       .less_is_better = false,
       .range = {0, 1, false}}));
}

}  // namespace regretta
