// The numbering of arms must not matter: in a game with its arms in reverse order, a learner plays mirrored
// strategies. Learners that play an optimum break ties at random, so that the position of the best arm does not matter.

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/conformance/shipped_learners.hpp"
#include "regretta/tests/environments/expectations.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::reversal {
namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

constexpr int trials = 16;  // number of trials of a learner that draws for itself

/// A game without noise.
struct Game {
  std::string name;
  enum Kind { violations, alternating, costs, budgets } kind;
  Row loss;              ///< of each arm; with budgets, rewards
  Rows constraint_rows;  ///< violations, costs or consumptions; a row per constraint, or per block of `alternating`
  Row limits{};          ///< thresholds or budgets

  Game reversed() const {
    Game game = *this;
    std::ranges::reverse(game.loss);
    for (Row& row : game.constraint_rows) std::ranges::reverse(row);
    return game;
  }
  /// The index of an arm in the reversed game. The null arm of a game with budgets remains last.
  std::size_t mirrored(std::size_t arm) const { return arm < loss.size() ? loss.size() - 1 - arm : arm; }

  CellWork cell(std::int64_t horizon) const {
    Settings settings{{"noise", std::string("none")}};
    if (kind == budgets) {
      settings["reward"] = loss;
      settings["consumption"] = constraint_rows;
      settings["budget"] = limits;
      return tests::cell_of({name, "knapsack", settings}, horizon);
    }
    settings["losses.kind"] = std::string("stationary");
    settings["losses.means"] = loss;
    settings["violations.kind"] = std::string(kind == costs         ? "costs"
                                              : kind == alternating ? "alternating"
                                                                    : "stationary");
    settings[kind == costs ? "violations.costs" : "violations.means"] = constraint_rows;
    if (kind == costs) settings["violations.threshold"] = limits;
    if (kind == alternating) settings["violations.block"] = std::int64_t{40};
    return tests::cell_of({name, "composed", settings}, horizon);
  }
};

/// No two arms are equally safe, because learners that know a safe arm must know the same arm in both games.
std::vector<Game> games() {
  return {
      {"one constraint", Game::violations, {0.2, 0.5, 0.75, 0.4}, {{0.3, -0.2, -0.45, 0.1}}},
      {"three constraints",
       Game::violations,
       {0.15, 0.5, 0.7, 0.35, 0.9},
       {{0.3, -0.2, -0.4, 0.1, -0.5}, {-0.3, 0.25, -0.1, -0.5, -0.6}, {0.1, -0.4, 0.2, 0.15, -0.7}}},
      {"equal arms", Game::violations, {0.2, 0.6, 0.2, 0.2, 0.9}, {{0.4, -0.1, 0.4, 0.1, -0.5}}},
      {"equal violations", Game::violations, {0.1, 0.7, 0.5, 0.2, 0.9}, {{0.3, -0.4, 0.3, -0.4, -0.5}}},
      {"ends of the ranges", Game::violations, {0, 1, 0, 1, 0.5}, {{1, -0.5, 0.75, -1, 0}}},
      {"moving", Game::alternating, {0.1, 0.5, 0.3, 0.8}, {{0.4, -0.3, -0.1, -0.6}, {-0.2, 0.1, 0.5, -0.4}}},
      {"costs", Game::costs, {0.1, 0.4, 0.6, 0.8}, {{0.9, 0.5, 0.45, 0.1}, {0.2, 0.8, 0.5, 0.3}}, {0.5, 0.6}},
      {"cheap costs", Game::costs, {0, 0.1, 0.2, 0.9, 0.3}, {{0.2, 0.9, 0.3, 0.05, 0.5}}, {0.25}},
      {"one budget", Game::budgets, {0.9, 0.5, 0.7, 0.3}, {{1, 0.2, 0.6, 0.5}}, {150}},
      {"two budgets", Game::budgets, {0.9, 0.5, 0.7}, {{1, 0.2, 0.6}, {0.1, 0.9, 0.3}}, {160, 180}},
      {"scarce budgets",
       Game::budgets,
       {0.9, 0.5, 0.7, 0.8, 0.2},
       {{1, 0.2, 0.6, 0.4, 0.3}, {0.1, 0.9, 0.3, 0.2, 0.6}, {0.5, 0.4, 0.8, 0.1, 0.7}},
       {40, 50, 60}},
  };
}

/// Settings with the safe arm at its index in the reversed game.
Settings mirrored(Settings settings, const Game& game) {
  if (const Value* arm = settings.find("safe_arm"); arm != nullptr && arm->number())
    settings["safe_arm"] = static_cast<double>(game.mirrored(static_cast<std::size_t>(*arm->number()) - 1) + 1);
  return settings;
}

/// x_t of every round, with the arms in the order of `order`. Arms are drawn with numbers that depend on the trial
/// only, so that mirrored strategies draw mirrored arms.
Rows strategies_of(const BoundLearner& learner, const CellWork& work, const std::vector<std::size_t>& order,
                   std::int64_t trial) {
  const auto K = static_cast<std::size_t>(work.problem.num_arms);
  const auto entries = K * static_cast<std::size_t>(work.problem.num_constraints);
  const auto stepped = learner.make_stepped(work, 1);
  std::mt19937_64 random(static_cast<std::uint64_t>(trial));
  Rows strategies;
  for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
    stepped->begin(work.seed, trial, t);
    Row& x = strategies.emplace_back();
    for (const std::size_t arm : order) x.push_back(stepped->weight(static_cast<int>(arm), 0));
    double remaining = static_cast<double>(random() >> 11) * 0x1p-53 * (1 - 1e-9);
    std::size_t drawn = 0;
    while (drawn + 1 < K && (remaining -= x[drawn]) >= 0) ++drawn;
    while (x[drawn] == 0) --drawn;  // rounding may end the sum at an arm of weight 0
    stepped->end({{.arm = static_cast<int>(order[drawn]),
                   .loss = tests::means_at(work.adversary->losses, t, K),
                   .violation = tests::means_at(work.adversary->violations, t, entries)}});
  }
  return strategies;
}

/// The total weight of every arm from round K + 1 on, since some learners play arm t in round t <= K.
Row totals(const Rows& strategies) {
  Row sums(strategies.front().size());
  for (std::size_t t = sums.size(); t < strategies.size(); ++t)
    for (std::size_t a = 0; a < sums.size(); ++a) sums[a] += strategies[t][a];
  return sums;
}

/// The first difference that exceeds rounding, which importance weights amplify; "" if there is none.
std::string first_difference(const Rows& strategies, const Rows& reversed) {
  for (std::size_t t = strategies.front().size(); t < strategies.size(); ++t)
    for (std::size_t a = 0; a < strategies[t].size(); ++a)
      if (std::abs(strategies[t][a] - reversed[t][a]) > 1e-4)
        return "x_" + std::to_string(t + 1) + " of arm " + std::to_string(a + 1) + " is " +
               std::to_string(strategies[t][a]) + ", and " + std::to_string(reversed[t][a]) + " in the reversed game";
  return {};
}

/// How the strategies differ in the reversed game; "" if they do not. Learners that draw for themselves must mirror the
/// mean strategies: the total weight of each arm, from separate trials, may differ by at most 6 standard errors.
std::string difference(const BoundLearner& learner, const BoundLearner& mirror, const CellWork& work,
                       const CellWork& reversed, const Game& game) {
  const auto K = static_cast<std::size_t>(work.problem.num_arms);
  std::vector<std::size_t> order(K), mirrored_order(K);
  for (std::size_t a = 0; a < K; ++a) mirrored_order[a] = game.mirrored(order[a] = a);
  std::string exact =
      first_difference(strategies_of(learner, work, order, 0), strategies_of(mirror, reversed, mirrored_order, 0));
  if (exact.empty() || !learner.make_stepped(work, 1)->draws_for_itself()) return exact;
  Row sum(K), squares(K);
  for (std::int64_t trial = 0; trial < trials; ++trial) {
    const Row totals_here = totals(strategies_of(learner, work, order, trial)),
              totals_reversed = totals(strategies_of(mirror, reversed, mirrored_order, 100 + trial));
    for (std::size_t a = 0; a < K; ++a) {
      sum[a] += totals_here[a] - totals_reversed[a];
      squares[a] += std::pow(totals_here[a] - totals_reversed[a], 2);
    }
  }
  for (std::size_t a = 0; a < K; ++a) {
    const double mean = sum[a] / trials, variance = std::max(squares[a] / trials - mean * mean, 0.0);
    if (std::abs(mean) > std::max(6 * std::sqrt(variance / (trials - 1)), 1e-4))
      return "arm " + std::to_string(a + 1) + " is played " + std::to_string(mean) + " rounds more often than in the " +
             "reversed game, with a standard error of " + std::to_string(std::sqrt(variance / (trials - 1)));
  }
  return {};
}

/// The defaults and the settings in which learners are tested, without exploration that plays the arms in order.
std::vector<Settings> settings_of(const LearnerEntry& entry, const Problem& problem) {
  std::vector<Settings> result = tests::settings_of(entry.name, problem);
  if (!result.back().empty()) result.push_back({});
  for (Settings& settings : result)
    for (const ParameterInfo& parameter : entry.parameters)
      if (parameter.name == "exploration") settings["exploration"] = false;
  return result;
}

/// Learners for which the order of arms matters, with the reason (learners/ALGORITHMS.md).
const std::map<std::string, std::string> exceptions = {
    {"ucb-bwk", "with several constraints, if the clipped bounds of unequal arms tie, its program takes the first"},
};

TEST(Reversal, ReversingTheArmsReversesTheStrategies) {
  const Catalogue catalogue = standard_catalogue();
  std::map<std::string, std::string> found;
  for (const Game& game : games()) {
    const CellWork work = game.cell(400), reversed = game.reversed().cell(400);
    for (const LearnerEntry& entry : catalogue.learners)
      for (const Settings& settings : settings_of(entry, work.problem)) {
        const BoundLearner learner = entry.bind(settings, work.problem, true),
                           mirror = entry.bind(mirrored(settings, game), work.problem, true);
        const std::string found_difference = difference(learner, mirror, work, reversed, game);
        if (found_difference.empty()) continue;
        std::string& report = found[entry.name];
        report += entry.name;
        for (const auto& [name, value] : settings) report += ", " + name + " = " + to_text(value);
        report += ", in the game \"" + game.name + "\": " + found_difference + "\n";
      }
  }
  for (const auto& [learner, report] : found) EXPECT_TRUE(exceptions.contains(learner)) << report;
  for (const auto& [learner, reason] : exceptions)
    EXPECT_TRUE(found.contains(learner)) << learner << " is not an exception any more: " << reason;
}

}  // namespace

}  // namespace regretta::reversal

namespace regretta {
namespace {

/// Plays four equal arms without noise: each is played once in rounds 1 to 4, and once in rounds 5 to 8. Returns the
/// number of trials, of 64, in which both orders are equal.
int equal_orders(const LearnerEntry& entry) {
  const CellWork work =
      tests::cell_of({"equal",
                      "composed",
                      {{"losses.kind", std::string("stationary")},
                       {"losses.means", std::vector<double>{0.5, 0.5, 0.5, 0.5}},
                       {"violations.kind", std::string("stationary")},
                       {"violations.means", std::vector<std::vector<double>>{{-0.5, -0.5, -0.5, -0.5}}},
                       {"noise", std::string("none")}}},
                     8);
  const BoundLearner learner = entry.bind({}, work.problem, true);
  int equal = 0;
  for (std::int64_t trial = 0; trial < 64; ++trial) {
    const auto stepped = learner.make_stepped(work, 1);
    std::vector<int> arms;
    for (std::int64_t t = 1; t <= 8; ++t) {
      stepped->begin(1, trial, t);
      int arm = 0;
      while (arm < 3 && stepped->weight(arm, 0) != 1) ++arm;
      EXPECT_EQ(stepped->weight(arm, 0), 1) << entry.name << ", round " << t;
      arms.push_back(arm);
      stepped->end({{.arm = arm, .loss = std::vector<double>(4, 0.5), .violation = std::vector<double>(4, -0.5)}});
    }
    for (const auto first : {arms.begin(), arms.begin() + 4})
      EXPECT_EQ(std::set<int>(first, first + 4).size(), 4u) << entry.name << ", trial " << trial;
    equal += std::equal(arms.begin(), arms.begin() + 4, arms.begin() + 4);
  }
  return equal;
}

/// Two orders of four arms are equal with probability 1/24: in more than 12 of 64 trials with probability 1e-6.
TEST(Ties, AreBrokenAnewInEveryRound) {
  const Catalogue catalogue = standard_catalogue();
  for (const char* name : {"ucb1", "kl-ucb", "doubly-opt-arm", "optlp"})
    EXPECT_LE(equal_orders(*catalogue.learner(name)), 12) << name;
}

}  // namespace

}  // namespace regretta
