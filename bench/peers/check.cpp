#include "regretta/bench/peers/game.hpp"

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace regretta::peers {
namespace {

constexpr int own_trials = 50;
constexpr double standard_errors = 5;
/// Of everything that a replay compares, relative, by learner. The bandit learners amplify differences: they divide by
/// x_t(a_t). After 2,000 rounds ConOMD-FS-IX shows a difference of 1e-16 as one of 1e-9.
constexpr std::array<double, 3> rounding_only{1e-9, 1e-6, 1e-9};

/// The reported quantities by name; regrets are relative to `opt`.
std::map<std::string, double> quantities(const Books& books, double opt) {
  const auto greatest = [](const std::vector<double>& sums) { return *std::max_element(sums.begin(), sums.end()); };
  return {{"regret", books.loss - opt},
          {"expected_regret", books.expected_loss - opt},
          {"violation", greatest(books.positive)},
          {"signed_violation", greatest(books.cancelling)},
          {"realised_violation", greatest(books.realised)},
          {"active_rounds", static_cast<double>(books.active)}};
}

double difference(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

/// Largest relative difference in a replay.
double replayed(const Game& game, double opt, const nlohmann::json& expected) {
  const Outcome outcome = replay(game, expected["draws"].get<std::vector<double>>());
  double worst = 0;
  for (const auto& [name, value] : quantities(outcome.books, opt))
    worst = std::max(worst, difference(value, expected[name]));
  for (std::size_t a = 0; a < outcome.strategy.size(); ++a)
    worst = std::max(worst, difference(outcome.strategy[a], expected["strategy"][a]));
  return worst;
}

/// Largest difference between the means of the loop's trials and the engine's, in standard errors of the difference.
double deviation(const Game& game, double opt, const nlohmann::json& expected) {
  std::map<std::string, double> sum, squares;
  for (int k = 1; k <= own_trials; ++k)
    for (const auto& [name, value] : quantities(play(game, static_cast<std::uint64_t>(k)).books, opt)) {
      sum[name] += value;
      squares[name] += value * value;
    }
  double worst = 0;
  for (const auto& [name, engine] : expected.items()) {
    const double mean = sum[name] / own_trials;
    const double variance = (squares[name] / own_trials - mean * mean) / (own_trials - 1);
    const double se = std::hypot(std::sqrt(std::max(variance, 0.0)), engine["se"].get<double>());
    worst = std::max(worst, std::abs(mean - engine["mean"].get<double>()) / se);
  }
  return worst;
}

bool report(const std::string& what, double value, double limit) {
  const bool fine = value <= limit;  // false for NaN
  std::printf("%-4s %-56s %.2e (limit %.0e)\n", fine ? "ok" : "BAD", what.c_str(), value, limit);
  return fine;
}

}  // namespace

bool check(const std::string& reference) {
  std::ifstream file(reference);
  const nlohmann::json json = nlohmann::json::parse(file);
  bool fine = true;
  for (const nlohmann::json& expected : json["cells"]) {
    const CommonCell cell = common_cell(expected["arms"], expected["constraints"], expected["horizon"]);
    for (std::size_t l = 0; l < all_learners.size(); ++l) {
      const Game game(cell, all_learners[l]);
      const nlohmann::json& learner = expected["learners"][learner_names[l]];
      const std::string name = std::string(learner_names[l]) + "/" + std::to_string(cell.num_arms) + "/" +
                               std::to_string(cell.num_constraints);
      fine &= report(name + " replay, relative", replayed(game, expected["opt"], learner["replay"]), rounding_only[l]);
      fine &=
          report(name + " means, standard errors", deviation(game, expected["opt"], learner["means"]), standard_errors);
    }
  }
  return fine;
}

}  // namespace regretta::peers
