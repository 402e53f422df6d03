#pragma once
/// Cells with every kind of adversary, built as in a study.

#include <ostream>
#include <string>
#include <vector>

#include "regretta/engine/trial/checkpoints.hpp"
#include "regretta/engine/trial/hindsight.hpp"
#include "regretta/environments/catalogue.hpp"

namespace regretta::tests {

struct EnvironmentChoice {
  std::string name;
  std::string kind;
  Settings settings;

  /// For the names of tests; otherwise GoogleTest prints bytes, including addresses.
  friend void PrintTo(const EnvironmentChoice& choice, std::ostream* out) { *out << choice.name; }
};

inline CellWork cell_of(const EnvironmentChoice& choice, std::int64_t horizon) {
  static const Catalogue catalogue = [] {
    Catalogue made;
    add_environments(made);
    return made;
  }();
  CellWork work;
  work.seed = 20260101;
  Adversary adversary =
      catalogue.environment(choice.kind)
          ->build(choice.settings,
                  {.seed = work.seed, .horizon = horizon, .folder = REGRETTA_SOURCE_DIR "/tools/studies"});
  work.problem = {
      .horizon = horizon, .num_arms = adversary.num_arms, .num_constraints = adversary.num_constraints, .delta = 0.05};
  work.checkpoints = log_spaced_checkpoints(horizon, 12);
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

/// Every base kind, every kind of losses, violations, modulation, corruption and noise; several sizes.
inline std::vector<EnvironmentChoice> environment_choices() {
  using Table = std::vector<std::vector<double>>;
  using Row = std::vector<double>;
  const auto text = [](const char* word) { return Value(std::string(word)); };
  const Row loss{0.2, 0.5, 0.7, 0.4, 0.9};
  const Table one{{0.3, -0.2, -0.4, 0.1, -0.6}};
  const Table two{{0.3, -0.2, -0.4, 0.1, -0.6}, {-0.3, 0.2, -0.1, -0.5, -0.2}};
  const Table mixing{{0.3, -0.4, -0.4}, {-0.4, 0.3, -0.4}, {-0.4, -0.4, 0.3}};
  const Table infeasible{{0.3, 0.1, 0.4, 0.2, 0.6}, {0.1, 0.3, 0.2, 0.4, 0.2}};
  return {
      {"none", "stationary", {{"loss", loss}, {"violation", two}, {"noise", text("none")}}},
      {"bernoulli, one constraint",
       "composed",
       {{"losses.kind", text("stationary")},
        {"losses.means", loss},
        {"violations.kind", text("stationary")},
        {"violations.means", one},
        {"noise", text("bernoulli")}}},
      {"uniform",
       "stationary",
       {{"loss", loss}, {"violation", two}, {"noise", text("uniform")}, {"noise_half_width", 0.4}}},
      {"beta",
       "stationary",
       {{"loss", loss}, {"violation", two}, {"noise", text("beta")}, {"noise_concentration", 3.0}}},
      {"no arm safe, a mixture is",
       "stationary",
       {{"loss", Row{0.2, 0.5, 0.7}}, {"violation", mixing}, {"noise", text("bernoulli")}}},
      {"empty sets", "stationary", {{"loss", loss}, {"violation", infeasible}, {"noise", text("bernoulli")}}},
      {"random instance, front slander",
       "random-instance",
       {{"arms", std::int64_t{10}},
        {"constraints", std::int64_t{3}},
        {"losses.kind", text("random")},
        {"noise", text("bernoulli")},
        {"corruption.kind", text("budgeted")},
        {"corruption.budget_fraction", 0.1},
        {"corruption.schedule", text("front")},
        {"corruption.direction", text("slander")}}},
      {"phases, random flattery",
       "composed",
       {{"losses.kind", text("phases")},
        {"violations.kind", text("stationary")},
        {"violations.means", one},
        {"noise", text("bernoulli")},
        {"corruption.kind", text("budgeted")},
        {"corruption.budget", 500.0},
        {"corruption.schedule", text("random")},
        {"corruption.direction", text("flatter")}}},
      {"switching, alternating",
       "composed",
       {{"losses.kind", text("switching")},
        {"losses.block", std::int64_t{70}},
        {"violations.kind", text("alternating")},
        {"violations.means", Table{{-0.5, 0.3, -0.1, 0.2}, {0.6, -0.4, -0.2, -0.3}}},
        {"violations.block", std::int64_t{13}},
        {"noise", text("bernoulli")}}},
      {"sinusoidal",
       "composed",
       {{"losses.kind", text("sinusoidal")},
        {"losses.period", std::int64_t{999}},
        {"violations.kind", text("random")},
        {"arms", std::int64_t{5}},
        {"constraints", std::int64_t{2}},
        {"noise", text("uniform")}}},
      {"sign flips, swap in a burst",
       "stationary",
       {{"loss", loss},
        {"violation", one},
        {"losses.kind", text("sign-flip")},
        {"losses.signs", text("random")},
        {"losses.block", std::int64_t{50}},
        {"losses.arm", std::int64_t{2}},
        {"noise", text("bernoulli")},
        {"corruption.budget_fraction", 0.05},
        {"corruption.schedule", text("burst")},
        {"corruption.burst_start_fraction", 0.25},
        {"corruption.direction", text("swap")}}},
      {"one switch, modulated costs",
       "composed",
       {{"losses.kind", text("one-switch")},
        {"violations.kind", text("stationary")},
        {"violations.means", two},
        {"modulation.kind", text("random")},
        {"modulation.block", std::int64_t{31}},
        {"modulation.in_turn", true},
        {"modulation.opposed", true},
        {"noise", text("uniform")}}},
      {"margin pair, modulated by turns",
       "margin-pair",
       {{"arms", std::int64_t{4}},
        {"instance", std::int64_t{2}},
        {"modulation.kind", text("alternating")},
        {"modulation.block", std::int64_t{100}}}},
      {"precision pair, modulated rewards",
       "precision-pair",
       {{"arms", std::int64_t{3}},
        {"modulation.kind", text("sinusoidal")},
        {"modulation.period", std::int64_t{250}},
        {"modulation.violation", 0.9},
        {"noise", text("beta")}}},
      {"anti-leader",
       "composed",
       {{"losses.kind", text("anti-leader")},
        {"violations.kind", text("stationary")},
        {"violations.means", two},
        {"noise", text("bernoulli")}}},
      {"mannor", "mannor", {{"noise", text("bernoulli")}}},
      {"mannor, means", "mannor", {{"noise", text("none")}}},
      {"open problem",
       "stationary",
       {{"loss", loss},
        {"violation", two},
        {"noise", text("bernoulli")},
        {"corruption.kind", text("open-problem")},
        {"corruption.budget", 300.0},
        {"corruption.losses", true}}},
      {"open problem, uniform",
       "stationary",
       {{"loss", loss}, {"violation", one}, {"noise", text("uniform")}, {"corruption.kind", text("open-problem")}}},
      {"trace",
       "trace",
       {{"file", text("flight_delays_2001.csv")}, {"hold", std::int64_t{50}}, {"noise", text("bernoulli")}}},
  };
}

}  // namespace regretta::tests
