#include "regretta/bench/peers/check.hpp"

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
double replayed(const Peer& peer, const Game& game, double opt, const nlohmann::json& expected) {
  const Outcome outcome = peer.replay(game, expected["draws"].get<std::vector<double>>());
  double worst = 0;
  for (const auto& [name, value] : quantities(outcome.books, opt))
    worst = std::max(worst, difference(value, expected[name]));
  for (std::size_t a = 0; a < outcome.strategy.size(); ++a)
    worst = std::max(worst, difference(outcome.strategy[a], expected["strategy"][a]));
  return worst;
}

/// Largest difference between the means of a peer's trials and the engine's, in standard errors of the difference.
double deviation(const std::function<Books(std::uint64_t)>& trial, double opt, const nlohmann::json& expected) {
  std::map<std::string, double> sum, squares;
  for (int k = 1; k <= own_trials; ++k)
    for (const auto& [name, value] : quantities(trial(static_cast<std::uint64_t>(k)), opt)) {
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

bool report_means(const std::string& what, const std::function<Books(std::uint64_t)>& trial, double opt,
                  const nlohmann::json& expected) {
  return report(what + " means, standard errors", deviation(trial, opt, expected), standard_errors);
}

CommonCell cell_of(const nlohmann::json& expected) {
  return common_cell(expected["arms"], expected["constraints"], expected["horizon"]);
}
std::string size_of(const CommonCell& cell) {
  return std::to_string(cell.num_arms) + "/" + std::to_string(cell.num_constraints);
}

nlohmann::json read(const std::string& reference) {
  std::ifstream file(reference);
  return nlohmann::json::parse(file);
}

}  // namespace

bool check(const std::vector<Rival>& rivals, const std::string& reference) {
  const nlohmann::json json = read(reference);
  bool fine = true;
  for (const nlohmann::json& expected : json["cells"])
    for (const Rival& rival : rivals) {
      if (!expected["rivals"].contains(rival.name)) continue;
      const CommonCell cell = cell_of(expected);
      const auto trial = [&](std::uint64_t seed) { return rival.play(cell, seed); };
      fine &= report_means(rival.name + "/" + size_of(cell), trial, expected["opt"], expected["rivals"][rival.name]);
    }
  return fine;
}

bool check(const Peer& peer, const std::string& reference) {
  const nlohmann::json json = read(reference);
  bool fine = true;
  for (const nlohmann::json& expected : json["cells"]) {
    const CommonCell cell = cell_of(expected);
    for (std::size_t l = 0; l < all_learners.size(); ++l) {
      const Game game(cell, all_learners[l]);
      const nlohmann::json& learner = expected["learners"][learner_names[l]];
      const std::string name = peer.name + "/" + learner_names[l] + "/" + size_of(cell);
      fine &= report(name + " replay, relative", replayed(peer, game, expected["opt"], learner["replay"]),
                     rounding_only[l]);
      const auto trial = [&](std::uint64_t seed) { return peer.trial(game, seed).books; };
      fine &= report_means(name, trial, expected["opt"], learner["means"]);
    }
  }
  return fine;
}

}  // namespace regretta::peers
