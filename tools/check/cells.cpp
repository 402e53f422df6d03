#include "regretta/tools/check/cells.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "regretta/engine/study/text/toml_values.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/catalogue.hpp"

namespace regretta {
namespace {

/// The settings that an [[environment]] of a study has with these lines.
Settings settings_of(const std::string& lines) { return to_settings(toml::parse(lines), "", ""); }

}  // namespace

std::vector<EnvironmentChoice> environment_choices() {
  const std::string loss = "[0.2, 0.5, 0.7, 0.4, 0.9]";
  const std::string means_m1 = "[[0.3, -0.2, -0.4, 0.1, -0.6]]";
  const std::string means_m2 = "[[0.3, -0.2, -0.4, 0.1, -0.6], [-0.3, 0.2, -0.1, -0.5, -0.2]]";
  const std::string fixed_m1 = "loss = " + loss + "\nviolation = " + means_m1 + "\n";
  const std::string fixed_m2 = "loss = " + loss + "\nviolation = " + means_m2 + "\n";
  const std::string violations_m1 = "violations = { kind = 'stationary', means = " + means_m1 + " }\n";
  const std::string violations_m2 = "violations = { kind = 'stationary', means = " + means_m2 + " }\n";
  const std::vector<std::array<std::string, 3>> choices = {
      {"none", "stationary", fixed_m2 + "noise = 'none'"},
      {"bernoulli, one constraint", "composed",
       violations_m1 + "losses = { kind = 'stationary', means = " + loss + " }\nnoise = 'bernoulli'"},
      {"uniform", "stationary", fixed_m2 + "noise = 'uniform'\nnoise_half_width = 0.4"},
      {"beta", "stationary", fixed_m2 + "noise = 'beta'\nnoise_concentration = 3.0"},
      {"costs with thresholds", "composed", R"(
       losses = { kind = "stationary", means = [0.2, 0.5, 0.7] }
       violations = { kind = "costs", costs = [[0.9, 0.3, 0.1], [0.2, 0.6, 1.0]], threshold = [0.5, 0.7] }
       noise = "bernoulli")"},
      {"costs at least a threshold", "composed", R"(
       losses = { kind = "phases" }
       arms = 3
       violations = { kind = "random-costs", threshold = [0.4], sense = "at-least" }
       noise = "beta"
       corruption = { budget = 50, schedule = "late", direction = "slander" })"},
      {"events", "composed", R"(
       outcomes.kind = "event"
       outcomes.probability = [0.8, 0.5, 0.3, 0.1]
       outcomes.value = [0.3, 0.7, 1.0, 0.6]
       outcomes.cost_value = [[1.0, 0.6, 1.0, 1.0], [0.0, 0.5, 0.9, 0.1]]
       outcomes.threshold = [0.4, 0.2])"},
      {"knapsack", "knapsack", R"(
       reward = [0.8, 0.5, 0.6]
       consumption = [[0.9, 0.3, 0.1], [0.2, 0.4, 1.0]]
       budget = [300, 500]
       noise = "uniform")"},
      {"no arm safe, a mixture is", "stationary", R"(
       loss = [0.2, 0.5, 0.7]
       violation = [[0.3, -0.4, -0.4], [-0.4, 0.3, -0.4], [-0.4, -0.4, 0.3]]
       noise = "bernoulli")"},
      {"empty sets", "stationary", "loss = " + loss + R"(
       violation = [[0.3, 0.1, 0.4, 0.2, 0.6], [0.1, 0.3, 0.2, 0.4, 0.2]]
       noise = "bernoulli")"},
      {"random instance, front slander", "random-instance", R"(
       arms = 10
       constraints = 3
       losses.kind = "random"
       noise = "bernoulli"
       corruption = { kind = "budgeted", budget_fraction = 0.1, schedule = "front", direction = "slander" })"},
      {"phases, random flattery", "composed", violations_m1 + R"(
       losses.kind = "phases"
       noise = "bernoulli"
       corruption = { kind = "budgeted", budget = 500.0, schedule = "random", direction = "flatter" })"},
      {"switching, alternating", "composed", R"(
       losses = { kind = "switching", block = 70 }
       violations = { kind = "alternating", means = [[-0.5, 0.3, -0.1, 0.2], [0.6, -0.4, -0.2, -0.3]], block = 13 }
       noise = "beta"
       noise_concentration = 3.0)"},
      {"sinusoidal", "composed", R"(
       losses = { kind = "sinusoidal", period = 999 }
       violations.kind = "random"
       arms = 5
       constraints = 2
       noise = "uniform")"},
      {"sign flips, swap in a burst", "stationary", fixed_m1 + R"(
       losses = { kind = "sign-flip", signs = "random", block = 50, arm = 2 }
       noise = "bernoulli"
       corruption = { budget_fraction = 0.05, schedule = "burst", burst_start_fraction = 0.25, direction = "swap" })"},
      {"one switch", "composed", violations_m2 + "losses.kind = 'one-switch'\nnoise = 'uniform'"},
      {"anti-leader", "composed", violations_m2 + "losses.kind = 'anti-leader'\nnoise = 'bernoulli'"},
      {"mannor", "mannor", "noise = 'bernoulli'"},
      {"mannor, means", "mannor", "noise = 'none'"},
      {"open problem", "stationary", fixed_m2 + R"(
       noise = "bernoulli"
       corruption = { kind = "open-problem", budget = 300.0, losses = true })"},
      {"piecewise", "composed", violations_m1 + R"(
       losses = { kind = "piecewise", pieces = [[0.2, 0.5, 0.7, 0.4, 0.9], [0.9, 0.1, 0.3, 0.6, 0.2]], lengths = [1, 2] }
       noise = "bernoulli"
       corruption = { kind = "piecewise", budget = 200, arms = [3, 1], values = [1, -1], pauses = [0.1, 0.2] })"},
      {"reactive", "stationary", fixed_m2 + R"(
       noise = "bernoulli"
       corruption = { kind = "reactive", budget = 200, arm = 3, power = 0.5, above = 0.1, loss_share = 0.5 })"},
      {"open problem, uniform", "stationary", fixed_m1 + "noise = 'uniform'\ncorruption.kind = 'open-problem'"},
  };
  std::vector<EnvironmentChoice> built;
  for (const auto& [name, kind, lines] : choices) built.push_back({name, kind, settings_of(lines)});
  return built;
}

EnvironmentChoice environment_choice(std::string_view name) {
  const auto choices = environment_choices();
  return *std::ranges::find(choices, name, &EnvironmentChoice::name);
}

EnvironmentChoice choice_of_size(int num_arms, int num_constraints) {
  return {fmt::format("K = {}, m = {}", num_arms, num_constraints),
          "random-instance",
          {{"arms", num_arms}, {"constraints", num_constraints}, {"noise", "bernoulli"}}};
}

std::vector<EnvironmentChoice> extreme_choices() {
  std::vector<EnvironmentChoice> choices;
  for (const double loss : {0.0, 1.0})
    for (const double violation : {-1.0, 1.0})
      choices.push_back({"losses " + to_text(loss) + ", violations " + to_text(violation),
                         "stationary",
                         {{"loss", std::vector<double>(5, loss)},
                          {"violation", std::vector<std::vector<double>>(2, std::vector<double>(5, violation))},
                          {"noise", "none"}}});
  choices.push_back({"losses 0 and 1, violations -1 and 1 by turns", "composed", settings_of(R"(
                     losses = { kind = "sign-flip", gap = 0.5, block = 7 }
                     violations.kind = "alternating"
                     violations.block = 13
                     violations.means = [[-1.0, 1.0, -1.0, 1.0], [1.0, -1.0, 1.0, -1.0]]
                     noise = "none")")});
  return choices;
}

CellWork cell_of(Adversary adversary, std::uint64_t seed) {
  CellWork work;
  work.seed = seed;
  work.problem = adversary.problem(0.05);  // delta
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
  return cell_of(catalogue.build(*catalogue.environment(choice.kind), choice.settings,
                                 {.seed = seed, .horizon = horizon, .folder = folder}),
                 seed);
}

}  // namespace regretta
