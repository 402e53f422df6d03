#include "regretta/bench/peers/game.hpp"

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace regretta::peers {
namespace {

constexpr int num_trials = 50;              // of the plain loop with its own draws
constexpr double most_standard_errors = 5;  // limit on the difference of means
/// Largest relative difference that rounding explains in a replay, by learner. Bandit learners amplify differences,
/// because they divide by x_t(a_t): in ConOMD-FS-IX, 1e-16 becomes 1e-9 within 2,000 rounds.
constexpr std::array<double, 3> most_rounding{1e-9, 1e-6, 1e-9};

/// The reported quantities by name. `opt`: the loss of the best strategy, from which regrets are measured.
std::map<std::string, double> quantities(const RunningTotals& totals, double opt) {
  const auto greatest = [](const std::vector<double>& sums) { return *std::max_element(sums.begin(), sums.end()); };
  return {{"regret", totals.loss - opt},
          {"expected_regret", totals.expected_loss - opt},
          {"violation", greatest(totals.positive)},
          {"signed_violation", greatest(totals.cancelling)},
          {"realised_violation", greatest(totals.realised)},
          {"active_rounds", static_cast<double>(totals.active)}};
}

double difference(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

/// Largest relative difference between a replay and the engine's results.
double replay_difference(const Game& game, double opt, const nlohmann::json& expected) {
  const Outcome outcome = replay(game, expected["draws"].get<std::vector<double>>());
  double worst = 0;
  for (const auto& [name, value] : quantities(outcome.totals, opt))
    worst = std::max(worst, difference(value, expected[name]));
  for (std::size_t a = 0; a < outcome.strategy.size(); ++a)
    worst = std::max(worst, difference(outcome.strategy[a], expected["strategy"][a]));
  return worst;
}

/// Largest difference between the means of the loop's trials and the engine's, in standard errors of the difference.
double mean_difference(const Game& game, double opt, const nlohmann::json& expected) {
  std::map<std::string, double> sum, squares;
  for (int k = 1; k <= num_trials; ++k)
    for (const auto& [name, value] : quantities(play(game, static_cast<std::uint64_t>(k)).totals, opt)) {
      sum[name] += value;
      squares[name] += value * value;
    }
  double worst = 0;
  for (const auto& [name, engine] : expected.items()) {
    const double mean = sum[name] / num_trials;
    const double variance = (squares[name] / num_trials - mean * mean) / (num_trials - 1);
    const double se = std::hypot(std::sqrt(std::max(variance, 0.0)), engine["se"].get<double>());
    worst = std::max(worst, std::abs(mean - engine["mean"].get<double>()) / se);
  }
  return worst;
}

bool report(const std::string& what, double value, double limit) {
  const bool agrees = value <= limit;  // false for NaN
  std::printf("%-4s %-56s %.2e (limit %.0e)\n", agrees ? "ok" : "BAD", what.c_str(), value, limit);
  return agrees;
}

}  // namespace

bool check(const std::string& reference) {
  std::ifstream file(reference);
  const nlohmann::json json = nlohmann::json::parse(file);
  bool all_agree = true;
  for (const nlohmann::json& expected : json["cells"]) {
    const CommonCell cell = common_cell(expected["arms"], expected["constraints"], expected["horizon"]);
    for (std::size_t l = 0; l < all_learners.size(); ++l) {
      const Game game(cell, all_learners[l]);
      const nlohmann::json& learner = expected["learners"][learner_names[l]];
      const std::string name = std::string(learner_names[l]) + "/" + std::to_string(cell.num_arms) + "/" +
                               std::to_string(cell.num_constraints);
      all_agree &= report(name + " replay, relative", replay_difference(game, expected["opt"], learner["replay"]),
                          most_rounding[l]);
      all_agree &= report(name + " means, standard errors", mean_difference(game, expected["opt"], learner["means"]),
                          most_standard_errors);
    }
  }
  return all_agree;
}

}  // namespace regretta::peers
