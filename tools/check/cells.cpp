#include "regretta/tools/check/cells.hpp"

#include <algorithm>

#include "regretta/engine/trial/checkpoints.hpp"
#include "regretta/engine/trial/hindsight.hpp"
#include "regretta/environments/catalogue.hpp"

namespace regretta {
namespace {

using TableOfMeans = std::vector<std::vector<double>>;
using RowOfMeans = std::vector<double>;

Value word_value(const char* word) { return Value(std::string(word)); }

}  // namespace

std::vector<EnvironmentChoice> environment_choices() {
  const RowOfMeans loss{0.2, 0.5, 0.7, 0.4, 0.9};
  const TableOfMeans one{{0.3, -0.2, -0.4, 0.1, -0.6}};
  const TableOfMeans two{{0.3, -0.2, -0.4, 0.1, -0.6}, {-0.3, 0.2, -0.1, -0.5, -0.2}};
  const TableOfMeans mixing{{0.3, -0.4, -0.4}, {-0.4, 0.3, -0.4}, {-0.4, -0.4, 0.3}};
  const TableOfMeans infeasible{{0.3, 0.1, 0.4, 0.2, 0.6}, {0.1, 0.3, 0.2, 0.4, 0.2}};
  return {
      {"none", "stationary", {{"loss", loss}, {"violation", two}, {"noise", word_value("none")}}},
      {"bernoulli, one constraint",
       "composed",
       {{"losses.kind", word_value("stationary")},
        {"losses.means", loss},
        {"violations.kind", word_value("stationary")},
        {"violations.means", one},
        {"noise", word_value("bernoulli")}}},
      {"uniform",
       "stationary",
       {{"loss", loss}, {"violation", two}, {"noise", word_value("uniform")}, {"noise_half_width", 0.4}}},
      {"beta",
       "stationary",
       {{"loss", loss}, {"violation", two}, {"noise", word_value("beta")}, {"noise_concentration", 3.0}}},
      {"no arm safe, a mixture is",
       "stationary",
       {{"loss", RowOfMeans{0.2, 0.5, 0.7}}, {"violation", mixing}, {"noise", word_value("bernoulli")}}},
      {"empty sets", "stationary", {{"loss", loss}, {"violation", infeasible}, {"noise", word_value("bernoulli")}}},
      {"random instance, front slander",
       "random-instance",
       {{"arms", std::int64_t{10}},
        {"constraints", std::int64_t{3}},
        {"losses.kind", word_value("random")},
        {"noise", word_value("bernoulli")},
        {"corruption.kind", word_value("budgeted")},
        {"corruption.budget_fraction", 0.1},
        {"corruption.schedule", word_value("front")},
        {"corruption.direction", word_value("slander")}}},
      {"phases, random flattery",
       "composed",
       {{"losses.kind", word_value("phases")},
        {"violations.kind", word_value("stationary")},
        {"violations.means", one},
        {"noise", word_value("bernoulli")},
        {"corruption.kind", word_value("budgeted")},
        {"corruption.budget", 500.0},
        {"corruption.schedule", word_value("random")},
        {"corruption.direction", word_value("flatter")}}},
      {"switching, alternating",
       "composed",
       {{"losses.kind", word_value("switching")},
        {"losses.block", std::int64_t{70}},
        {"violations.kind", word_value("alternating")},
        {"violations.means", TableOfMeans{{-0.5, 0.3, -0.1, 0.2}, {0.6, -0.4, -0.2, -0.3}}},
        {"violations.block", std::int64_t{13}},
        {"noise", word_value("bernoulli")}}},
      {"sinusoidal",
       "composed",
       {{"losses.kind", word_value("sinusoidal")},
        {"losses.period", std::int64_t{999}},
        {"violations.kind", word_value("random")},
        {"arms", std::int64_t{5}},
        {"constraints", std::int64_t{2}},
        {"noise", word_value("uniform")}}},
      {"sign flips, swap in a burst",
       "stationary",
       {{"loss", loss},
        {"violation", one},
        {"losses.kind", word_value("sign-flip")},
        {"losses.signs", word_value("random")},
        {"losses.block", std::int64_t{50}},
        {"losses.arm", std::int64_t{2}},
        {"noise", word_value("bernoulli")},
        {"corruption.budget_fraction", 0.05},
        {"corruption.schedule", word_value("burst")},
        {"corruption.burst_start_fraction", 0.25},
        {"corruption.direction", word_value("swap")}}},
      {"one switch, modulated costs",
       "composed",
       {{"losses.kind", word_value("one-switch")},
        {"violations.kind", word_value("stationary")},
        {"violations.means", two},
        {"modulation.kind", word_value("random")},
        {"modulation.block", std::int64_t{31}},
        {"modulation.in_turn", true},
        {"modulation.opposed", true},
        {"noise", word_value("uniform")}}},
      {"margin pair, modulated by turns",
       "margin-pair",
       {{"arms", std::int64_t{4}},
        {"instance", std::int64_t{2}},
        {"modulation.kind", word_value("alternating")},
        {"modulation.block", std::int64_t{100}}}},
      {"precision pair, modulated rewards",
       "precision-pair",
       {{"arms", std::int64_t{3}},
        {"modulation.kind", word_value("sinusoidal")},
        {"modulation.period", std::int64_t{250}},
        {"modulation.violation", 0.9},
        {"noise", word_value("beta")}}},
      {"anti-leader",
       "composed",
       {{"losses.kind", word_value("anti-leader")},
        {"violations.kind", word_value("stationary")},
        {"violations.means", two},
        {"noise", word_value("bernoulli")}}},
      {"mannor", "mannor", {{"noise", word_value("bernoulli")}}},
      {"mannor, means", "mannor", {{"noise", word_value("none")}}},
      {"open problem",
       "stationary",
       {{"loss", loss},
        {"violation", two},
        {"noise", word_value("bernoulli")},
        {"corruption.kind", word_value("open-problem")},
        {"corruption.budget", 300.0},
        {"corruption.losses", true}}},
      {"open problem, uniform",
       "stationary",
       {{"loss", loss},
        {"violation", one},
        {"noise", word_value("uniform")},
        {"corruption.kind", word_value("open-problem")}}},
  };
}

EnvironmentChoice environment_choice(std::string_view name) {
  const auto all = environment_choices();
  return *std::ranges::find(all, name, &EnvironmentChoice::name);
}

EnvironmentChoice choice_of_size(int num_arms, int num_constraints) {
  return {"K = " + std::to_string(num_arms) + ", m = " + std::to_string(num_constraints),
          "random-instance",
          {{"arms", std::int64_t{num_arms}},
           {"constraints", std::int64_t{num_constraints}},
           {"noise", word_value("bernoulli")}}};
}

std::vector<EnvironmentChoice> extreme_choices() {
  std::vector<EnvironmentChoice> choices;
  for (const double loss : {0.0, 1.0})
    for (const double violation : {-1.0, 1.0})
      choices.push_back({"losses " + to_text(loss) + ", violations " + to_text(violation),
                         "stationary",
                         {{"loss", RowOfMeans(5, loss)},
                          {"violation", TableOfMeans(2, RowOfMeans(5, violation))},
                          {"noise", word_value("none")}}});
  choices.push_back({"losses 0 and 1, violations -1 and 1 by turns",
                     "composed",
                     {{"losses.kind", word_value("sign-flip")},
                      {"losses.gap", 0.5},
                      {"losses.block", std::int64_t{7}},
                      {"violations.kind", word_value("alternating")},
                      {"violations.means", TableOfMeans{{-1, 1, -1, 1}, {1, -1, 1, -1}}},
                      {"violations.block", std::int64_t{13}},
                      {"noise", word_value("none")}}});
  return choices;
}

CellWork cell_of(Adversary adversary, std::uint64_t seed) {
  CellWork work;
  work.seed = seed;
  work.problem = {.horizon = adversary.horizon,
                  .num_arms = adversary.num_arms,
                  .num_constraints = adversary.num_constraints,
                  .delta = 0.05};
  work.checkpoints = log_spaced_checkpoints(adversary.horizon, 12);
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

CellWork cell_of(const EnvironmentChoice& choice, std::int64_t horizon, const std::string& folder) {
  static const Catalogue catalogue = [] {
    Catalogue made;
    add_environments(made);
    return made;
  }();
  constexpr std::uint64_t seed = 20260101;
  return cell_of(
      catalogue.environment(choice.kind)->build(choice.settings, {.seed = seed, .horizon = horizon, .folder = folder}),
      seed);
}

}  // namespace regretta
