// Learners that use events or budgets, compared with their naive definitions on the same draws, and the round at which
// play stops.

#include <gtest/gtest.h>

#include "regretta/environments/catalogue.hpp"
#include "regretta/learners/lagrange_bwk.hpp"
#include "regretta/learners/lincon.hpp"
#include "regretta/learners/primal_dual_bwk.hpp"
#include "regretta/learners/ucb_bwk.hpp"
#include "regretta/tests/reference/naive_indices.hpp"
#include "regretta/tests/reference/naive_rivals.hpp"
#include "regretta/tests/reference/naive_thompson.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta::naive {

// Events, budgets, and the learners that use them, from their definitions, in long double.

/// Arms with one event each. With budgets the last arm is the null arm, and thresholds are B_i / T.
struct Shop {
  Column probability, value;  ///< K
  Table cost;                 ///< m x K
  Column threshold;           ///< m
  Column budget;              ///< m, or empty: no budgets
  std::size_t horizon = 0;

  std::size_t arms() const { return value.size(); }
  std::size_t constraints() const { return threshold.size(); }
  /// The same as a Game, for those learners below that are defined over games.
  Game game() const {
    Game same{{horizon, Column(arms())}, {horizon, Table(constraints(), Column(arms()))}};
    for (std::size_t t = 0; t < horizon; ++t)
      for (std::size_t a = 0; a < arms(); ++a) {
        same.loss[t][a] = 1 - value[a] * probability[a];
        for (std::size_t i = 0; i < constraints(); ++i)
          same.violation[t][i][a] = cost[i][a] * probability[a] - threshold[i];
      }
    return same;
  }
};

/// A trial. Play stops before a cost exceeds a remaining budget.
class ShopTrial {
 public:
  ShopTrial(const Shop& shop, const TrialDraws& draws) : shop_(shop), draws_(draws), left_(shop.budget) {}

  const std::vector<Round>& rounds() const { return rounds_; }
  const Column& left() const { return left_; }
  std::size_t stopped() const { return stopped_; }  ///< the round in which play stopped; 0: it has not stopped

  void play(const Column& x) {
    const std::size_t t = rounds_.size() + 1;
    Round round{x, draws_.arm(t, x), Column(shop_.arms(), 1), Table(shop_.constraints(), Column(shop_.arms()))};
    Column paid(shop_.constraints());
    for (std::size_t a = 0; a < shop_.arms(); ++a) {
      const bool event = draws_.uniform(t, a, 0) < shop_.probability[a];
      round.loss[a] = event ? 1 - shop_.value[a] : 1;
      for (std::size_t i = 0; i < paid.size(); ++i) {
        round.violation[i][a] = (event ? shop_.cost[i][a] : 0) - shop_.threshold[i];
        if (a == round.arm && event) paid[i] = shop_.cost[i][a];
      }
    }
    for (std::size_t i = 0; i < left_.size(); ++i)
      if (stopped_ == 0 && paid[i] > left_[i] + 1e-9L) stopped_ = t;
    if (stopped_ > 0) {
      round.loss.assign(shop_.arms(), 1);
      for (std::size_t i = 0; i < paid.size(); ++i) round.violation[i].assign(shop_.arms(), -shop_.threshold[i]);
    } else {
      for (std::size_t i = 0; i < left_.size(); ++i) left_[i] -= paid[i];
    }
    rounds_.push_back(std::move(round));
  }

  /// sum_t lbar_t'x_t, with the null arm in all rounds after play has stopped.
  Number expected_loss() const {
    Number sum = 0;
    for (std::size_t t = 0; t < rounds_.size(); ++t)
      if (stopped_ > 0 && t + 1 >= stopped_)
        sum += 1;
      else
        for (std::size_t a = 0; a < shop_.arms(); ++a)
          sum += rounds_[t].x[a] * (1 - shop_.value[a] * shop_.probability[a]);
    return sum;
  }

 private:
  const Shop& shop_;
  const TrialDraws& draws_;
  Column left_;
  std::size_t stopped_ = 0;
  std::vector<Round> rounds_;
};

/// The linear program for arms whose events have probability q in the rewards and `least` in the costs.
Program program_of_events(const Shop& shop, const Column& q, const Column& least) {
  Program p{Column(shop.arms()), Table(shop.constraints(), Column(shop.arms()))};
  for (std::size_t a = 0; a < shop.arms(); ++a) {
    p.c[a] = 1 - shop.value[a] * q[a];
    for (std::size_t i = 0; i < shop.constraints(); ++i) p.A[i][a] = shop.cost[i][a] * least[a] - shop.threshold[i];
  }
  return p;
}
Program lincon_ts(const Shop& shop, const std::vector<Round>& rounds, const OwnDraws& draws) {
  const Game game = shop.game();
  const Column q =
      drawn_means(game, rounds, draws, 0, [](const Round& round) { return round.loss[round.arm] < 1 ? 1 : 0; });
  return program_of_events(shop, q, q);
}
Program lincon_kl_ucb(const Shop& shop, const std::vector<Round>& rounds) {
  Column n(shop.arms()), events = n, q = n, least = n;
  for (const Round& round : rounds) n[round.arm] += 1, events[round.arm] += round.loss[round.arm] < 1 ? 1 : 0;
  for (std::size_t a = 0; a < n.size(); ++a) {
    const Number b = std::log(static_cast<Number>(rounds.size() + 1)) / n[a];
    q[a] = kl_upper(events[a] / n[a], b);
    least[a] = kl_lower(events[a] / n[a], b);
  }
  return program_of_events(shop, q, least);
}

/// Consumption (g - low) / width and its budget per round, for violations in [low, low + width].
struct Pace {
  Column low;  ///< m
  Number width = 1;
  bool has_null_arm = false;
  Number pace(std::size_t i) const { return -low[i] / width; }
  Number consumed(const Round& round, std::size_t i) const { return (round.violation[i][round.arm] - low[i]) / width; }
};
Pace pace_of(const Shop& shop) {
  Column low = shop.threshold;
  for (Number& value : low) value = -value;
  return {low, 1, !shop.budget.empty()};
}
Pace pace_of(const Game& game) { return {Column(game.constraints(), -1), 2}; }

/// Bounds with the radius sqrt(C mean / N) + C / N, C = ln((m + 1) T K).
struct ResourceBounds {
  Column upper;  ///< upper bounds of the rewards, K
  Table lower;   ///< lower bounds of the consumptions, m x K
};
ResourceBounds resource_bounds(const Game& game, const Pace& pace, std::span<const Round> rounds) {
  const std::size_t K = game.arms(), m = game.constraints();
  const Number C = std::log(static_cast<Number>((m + 1) * game.horizon() * K));
  ResourceBounds bounds{Column(K, 1), Table(m, Column(K))};
  Column n(K), reward(K);
  Table cost(m, Column(K));
  for (const Round& round : rounds) {
    n[round.arm] += 1;
    reward[round.arm] += 1 - round.loss[round.arm];
    for (std::size_t i = 0; i < m; ++i) cost[i][round.arm] += pace.consumed(round, i);
  }
  for (std::size_t a = 0; a < K; ++a) {
    if (n[a] == 0) continue;
    const auto radius = [&](Number mean) { return std::sqrt(C * std::max<Number>(mean, 0) / n[a]) + C / n[a]; };
    bounds.upper[a] = std::min<Number>(1, reward[a] / n[a] + radius(reward[a] / n[a]));
    for (std::size_t i = 0; i < m; ++i)
      bounds.lower[i][a] = std::max<Number>(0, cost[i][a] / n[a] - radius(cost[i][a] / n[a]));
  }
  if (pace.has_null_arm) {
    bounds.upper.back() = 0;
    for (Column& row : bounds.lower) row.back() = 0;
  }
  return bounds;
}

Program ucb_bwk(const Game& game, const Pace& pace, const std::vector<Round>& rounds, Number epsilon) {
  const ResourceBounds bounds = resource_bounds(game, pace, rounds);
  Program p{bounds.upper, bounds.lower};
  for (Number& reward : p.c) reward = -reward;
  for (std::size_t i = 0; i < p.A.size(); ++i)
    for (Number& entry : p.A[i]) entry -= (1 - epsilon) * pace.pace(i);
  return p;
}

Column primal_dual_bwk(const Game& game, const Pace& pace, const std::vector<Round>& rounds, const OwnDraws& draws) {
  const std::size_t m = game.constraints(), arms = game.arms() - (pace.has_null_arm ? 1 : 0);
  if (rounds.size() < arms) return point_mass(game.arms(), rounds.size());
  Number least = 1;
  for (std::size_t i = 0; i < m; ++i) least = std::min(least, pace.pace(i));
  const Number B = least * static_cast<Number>(game.horizon());
  const Number growth = 1 + std::sqrt(std::log(static_cast<Number>(m + 1)) / B);
  Column price(m + 1, 1);
  for (std::size_t t = arms; t < rounds.size(); ++t) {
    const ResourceBounds bounds = resource_bounds(game, pace, {rounds.data(), t});
    for (std::size_t i = 0; i < m; ++i)
      price[i] *= std::pow(growth, bounds.lower[i][rounds[t].arm] * least / pace.pace(i));
    price[m] *= std::pow(growth, least);
  }
  const ResourceBounds bounds = resource_bounds(game, pace, rounds);
  Column ratio(game.arms(), -1);
  for (std::size_t a = 0; a < arms; ++a) {
    Number cost = price[m] * least, prices = price[m];
    for (std::size_t i = 0; i < m; ++i)
      cost += price[i] * bounds.lower[i][a] * least / pace.pace(i), prices += price[i];
    ratio[a] = bounds.upper[a] / (cost / prices);
  }
  return point_mass(game.arms(), draws.highest(ratio, rounds.size() + 1));
}

Column lagrange_bwk(const Game& game, const Pace& pace, const std::vector<Round>& rounds, const OwnDraws& draws) {
  const std::size_t m = game.constraints();
  Number least = 1;
  for (std::size_t i = 0; i < m; ++i) least = std::min(least, pace.pace(i));
  const auto T = static_cast<Number>(game.horizon());
  const Number eta = std::sqrt(8 * std::log(static_cast<Number>(m + 1)) / T) * least;
  Column paid(m + 1), costs;
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    const Column belief = softmax(paid, eta);
    Number u = draws.uniform(t + 1, 0, 0);
    std::size_t resource = 0;
    while (resource < m && u >= belief[resource]) u -= belief[resource++];
    Number payoff = 1 - rounds[t].loss[rounds[t].arm];
    for (std::size_t i = 0; i < m; ++i) {
      const Number slack = 1 - pace.consumed(rounds[t], i) / pace.pace(i);
      paid[i] += slack;
      if (i == resource) payoff += slack;
    }
    costs.push_back((2 - payoff) / (1 + 1 / least));
  }
  return exp3_p_of(game, rounds, costs, T);
}

}  // namespace regretta::naive

namespace regretta {
namespace {

constexpr std::size_t shop_rounds = 400;

/// Five arms and two constraints. With budgets there is a null arm, and play stops before the last round.
naive::Shop shop(bool budgets) {
  naive::Shop shop{{0.8, 0.55, 0.35, 0.2, 0.6}, {0.25, 0.5, 0.75, 1, 0.375}, {}, {0.25, 0.375}, {}, shop_rounds};
  shop.cost = {{1, 0.5, 1, 0.75, 0.125}, {0.5, 1, 0.25, 1, 0.875}};
  if (!budgets) return shop;
  shop.budget = {100, 75};
  shop.threshold = {0.25, 0.1875};
  for (naive::Column* row : {&shop.probability, &shop.value, &shop.cost[0], &shop.cost[1]}) row->push_back(0);
  return shop;
}

CellWork shop_cell(const naive::Shop& shop) {
  const auto numbers = [&](const naive::Column& row) {
    std::vector<double> values(row.begin(), row.end());
    if (!shop.budget.empty()) values.pop_back();  // the environment adds the null arm
    return values;
  };
  Settings settings{
      {"outcomes.kind", std::string("event")},
      {"outcomes.probability", numbers(shop.probability)},
      {"outcomes.value", numbers(shop.value)},
      {"outcomes.cost_value", std::vector<std::vector<double>>{numbers(shop.cost[0]), numbers(shop.cost[1])}}};
  if (shop.budget.empty())
    settings["outcomes.threshold"] = std::vector<double>(shop.threshold.begin(), shop.threshold.end());
  else
    settings["budget"] = std::vector<double>(shop.budget.begin(), shop.budget.end());
  Catalogue catalogue;
  add_environments(catalogue);
  Adversary adversary = catalogue.build(*catalogue.environment(shop.budget.empty() ? "composed" : "knapsack"), settings,
                                        {.seed = 9, .horizon = static_cast<std::int64_t>(shop_rounds), .folder = ""});
  CellWork work;
  work.seed = 9;
  work.problem = adversary.problem(0.05);
  work.checkpoints = {adversary.horizon};
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

/// Calls check(t, rounds before t, x_t) in every round of trial 2, and compares the sums of the trial.
template <template <class> class L, class Check>
naive::ShopTrial replay(const naive::Shop& shop, const typename L<double>::Params& params, Check check) {
  static const naive::TrialDraws draws(9, 2);
  const CellWork work = shop_cell(shop);
  const EnginePlayed engine =
      watch(tests::make_learner<L, double>(work, params), work, 2, static_cast<std::int64_t>(shop_rounds));
  naive::ShopTrial trial(shop, draws);
  for (std::size_t t = 1; t <= shop_rounds && !testing::Test::HasFailure(); ++t) {
    const std::vector<double>& x = engine.x[t - 1];
    check(t, trial.rounds(), x);
    trial.play({x.begin(), x.end()});
    EXPECT_EQ(engine.arms[t - 1], static_cast<int>(trial.rounds().back().arm)) << "round " << t;
  }
  EXPECT_NEAR(engine.result[Quantity::expected_regret] + engine.result[Quantity::opt],
              static_cast<double>(trial.expected_loss()), 1e-9);
  return trial;
}

void expect_near(const naive::Column& expected, const std::vector<double>& x, std::size_t t) {
  for (std::size_t a = 0; a < x.size(); ++a)
    EXPECT_NEAR(x[a], static_cast<double>(expected[a]), 1e-9) << "arm " << a + 1 << ", round " << t;
}

TEST(KnapsackReplay, LinConTs) {
  const naive::Shop events = shop(false);
  const naive::OwnDraws draws(9, 2);
  std::size_t mixed = 0;
  replay<LinConTs>(events, {}, [&](std::size_t t, const auto& seen, const std::vector<double>& x) {
    const naive::Program program = naive::lincon_ts(events, seen, draws);
    if (t <= 5) return expect_near(naive::point_mass(5, t - 1), x, t);
    if (naive::minimax(program.A) > 1e-9L) return expect_near(naive::Column(5, 0.2L), x, t);
    expect_solves(program, x, t);
    mixed += *std::max_element(x.begin(), x.end()) < 1;
  });
  EXPECT_GT(mixed, shop_rounds / 5);
}

TEST(KnapsackReplay, LinConKlUcb) {
  const naive::Shop events = shop(false);
  std::size_t mixed = 0;
  replay<LinConKlUcb>(events, {}, [&](std::size_t t, const auto& seen, const std::vector<double>& x) {
    if (t <= 5) return expect_near(naive::point_mass(5, t - 1), x, t);
    const naive::Program program = naive::lincon_kl_ucb(events, seen);
    if (naive::minimax(program.A) > 1e-9L) return expect_near(naive::Column(5, 0.2L), x, t);
    expect_solves(program, x, t);
    mixed += *std::max_element(x.begin(), x.end()) < 1;
  });
  EXPECT_GT(mixed, shop_rounds / 20);
}

TEST(KnapsackReplay, UcbBwk) {
  const naive::Shop budgets = shop(true);
  const naive::Game game = budgets.game();
  for (const double epsilon : {0.0, 0.25})
    replay<UcbBwk>(budgets, {.epsilon = epsilon}, [&](std::size_t t, const auto& seen, const auto& x) {
      expect_solves(naive::ucb_bwk(game, naive::pace_of(budgets), seen, epsilon), x, t);
    });
}

TEST(KnapsackReplay, PrimalDualBwk) {
  const naive::Shop budgets = shop(true);
  const naive::Game game = budgets.game();
  const naive::OwnDraws draws(9, 2);
  const naive::ShopTrial trial =
      replay<PrimalDualBwk>(budgets, {}, [&](std::size_t t, const auto& seen, const auto& x) {
        expect_near(naive::primal_dual_bwk(game, naive::pace_of(budgets), seen, draws), x, t);
      });
  EXPECT_GT(trial.stopped(), 100U);
  EXPECT_LT(trial.stopped(), shop_rounds);
}

TEST(KnapsackReplay, LagrangeBwk) {
  const naive::Shop budgets = shop(true);
  const naive::Game game = budgets.game();
  const naive::OwnDraws draws(9, 2);
  replay<LagrangeBwk>(budgets, {}, [&](std::size_t t, const auto& seen, const auto& x) {
    expect_near(naive::lagrange_bwk(game, naive::pace_of(budgets), seen, draws), x, t);
  });
}

/// Without budgets, the learners treat constraints as resources with a budget of 1/2 per round.
TEST(KnapsackReplay, WithoutBudgets) {
  const naive::OwnDraws draws(9, 2);
  expect_same_replay<LagrangeBwk>({}, [&](const naive::Game& game, const auto& seen) {
    return naive::lagrange_bwk(game, naive::pace_of(game), seen, draws);
  });
}

}  // namespace

}  // namespace regretta
