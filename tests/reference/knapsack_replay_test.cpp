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

/// A game whose arms have one event each. With budgets the last arm is the null arm, and thresholds are B_i / T.
struct EventGame {
  Column probability, value;  ///< K
  Table cost;                 ///< m x K
  Column threshold;           ///< m
  Column budget;              ///< m, or empty: no budgets
  std::size_t horizon = 0;

  std::size_t arms() const { return value.size(); }
  std::size_t constraints() const { return threshold.size(); }
  /// The means as a Game, for the learners below that are defined over games.
  Game game() const {
    Game means{{horizon, Column(arms())}, {horizon, Table(constraints(), Column(arms()))}};
    for (std::size_t t = 0; t < horizon; ++t)
      for (std::size_t a = 0; a < arms(); ++a) {
        means.loss[t][a] = 1 - value[a] * probability[a];
        for (std::size_t i = 0; i < constraints(); ++i)
          means.violation[t][i][a] = cost[i][a] * probability[a] - threshold[i];
      }
    return means;
  }
};

/// A trial of an EventGame. Play stops before a cost exceeds a remaining budget.
class EventTrial {
 public:
  EventTrial(const EventGame& spec, const TrialDraws& draws) : game_(spec), draws_(draws), remaining_(spec.budget) {}

  const std::vector<Round>& rounds() const { return rounds_; }
  const Column& remaining() const { return remaining_; }
  std::size_t stopped() const { return stopped_; }  ///< the round in which play stopped; 0: it has not stopped

  void play(const Column& x) {
    const std::size_t t = rounds_.size() + 1;
    Round round{x, draws_.arm(t, x), Column(game_.arms(), 1), Table(game_.constraints(), Column(game_.arms()))};
    Column paid(game_.constraints());
    for (std::size_t a = 0; a < game_.arms(); ++a) {
      const bool event = draws_.uniform(t, a, 0) < game_.probability[a];
      round.loss[a] = event ? 1 - game_.value[a] : 1;
      for (std::size_t i = 0; i < paid.size(); ++i) {
        round.violation[i][a] = (event ? game_.cost[i][a] : 0) - game_.threshold[i];
        if (a == round.arm && event) paid[i] = game_.cost[i][a];
      }
    }
    for (std::size_t i = 0; i < remaining_.size(); ++i)
      if (stopped_ == 0 && paid[i] > remaining_[i] + 1e-9L) stopped_ = t;
    if (stopped_ > 0) {
      round.loss.assign(game_.arms(), 1);
      for (std::size_t i = 0; i < paid.size(); ++i) round.violation[i].assign(game_.arms(), -game_.threshold[i]);
    } else {
      for (std::size_t i = 0; i < remaining_.size(); ++i) remaining_[i] -= paid[i];
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
        for (std::size_t a = 0; a < game_.arms(); ++a)
          sum += rounds_[t].x[a] * (1 - game_.value[a] * game_.probability[a]);
    return sum;
  }

 private:
  const EventGame& game_;
  const TrialDraws& draws_;
  Column remaining_;
  std::size_t stopped_ = 0;
  std::vector<Round> rounds_;
};

/// The linear program for arms whose events have probability q in the rewards and `least` in the costs; K each.
Program program_of_events(const EventGame& spec, const Column& q, const Column& least) {
  Program p{Column(spec.arms()), Table(spec.constraints(), Column(spec.arms()))};
  for (std::size_t a = 0; a < spec.arms(); ++a) {
    p.c[a] = 1 - spec.value[a] * q[a];
    for (std::size_t i = 0; i < spec.constraints(); ++i) p.A[i][a] = spec.cost[i][a] * least[a] - spec.threshold[i];
  }
  return p;
}
Program lincon_ts(const EventGame& spec, const std::vector<Round>& rounds, const LearnerDraws& draws) {
  const Game game = spec.game();
  const Column q =
      drawn_means(game, rounds, draws, 0, [](const Round& round) { return round.loss[round.arm] < 1 ? 1 : 0; });
  return program_of_events(spec, q, q);
}
Program lincon_kl_ucb(const EventGame& spec, const std::vector<Round>& rounds) {
  Column n(spec.arms()), happened = n, q = n, least = n;
  for (const Round& round : rounds) n[round.arm] += 1, happened[round.arm] += round.loss[round.arm] < 1 ? 1 : 0;
  for (std::size_t a = 0; a < n.size(); ++a) {
    const Number b = std::log(static_cast<Number>(rounds.size() + 1)) / n[a];
    q[a] = kl_upper(happened[a] / n[a], b);
    least[a] = kl_lower(happened[a] / n[a], b);
  }
  return program_of_events(spec, q, least);
}

/// Constraints as resources: consumption (g - low) / width and budgets per round, for g in [low, low + width].
struct Resources {
  Column low;  ///< m
  Number width = 1;
  bool has_null_arm = false;
  Number pace(std::size_t i) const { return -low[i] / width; }
  Number consumed(const Round& round, std::size_t i) const { return (round.violation[i][round.arm] - low[i]) / width; }
};
Resources resources_of(const EventGame& spec) {
  Column low = spec.threshold;
  for (Number& value : low) value = -value;
  return {low, 1, !spec.budget.empty()};
}
Resources resources_of(const Game& game) { return {Column(game.constraints(), -1), 2}; }

/// Bounds with the radius sqrt(C mean / N) + C / N, C = ln((m + 1) T K).
struct ResourceBounds {
  Column upper;  ///< upper bounds of the rewards, K
  Table lower;   ///< lower bounds of the consumptions, m x K
};
ResourceBounds resource_bounds(const Game& game, const Resources& resources, std::span<const Round> rounds) {
  const std::size_t K = game.arms(), m = game.constraints();
  const Number C = std::log(static_cast<Number>((m + 1) * game.horizon() * K));
  ResourceBounds bounds{Column(K, 1), Table(m, Column(K))};
  Column n(K), reward(K);
  Table cost(m, Column(K));
  for (const Round& round : rounds) {
    n[round.arm] += 1;
    reward[round.arm] += 1 - round.loss[round.arm];
    for (std::size_t i = 0; i < m; ++i) cost[i][round.arm] += resources.consumed(round, i);
  }
  for (std::size_t a = 0; a < K; ++a) {
    if (n[a] == 0) continue;
    const auto radius = [&](Number mean) { return std::sqrt(C * std::max<Number>(mean, 0) / n[a]) + C / n[a]; };
    bounds.upper[a] = std::min<Number>(1, reward[a] / n[a] + radius(reward[a] / n[a]));
    for (std::size_t i = 0; i < m; ++i)
      bounds.lower[i][a] = std::max<Number>(0, cost[i][a] / n[a] - radius(cost[i][a] / n[a]));
  }
  if (resources.has_null_arm) {
    bounds.upper.back() = 0;
    for (Column& row : bounds.lower) row.back() = 0;
  }
  return bounds;
}

Program ucb_bwk(const Game& game, const Resources& resources, const std::vector<Round>& rounds, Number epsilon) {
  const ResourceBounds bounds = resource_bounds(game, resources, rounds);
  Program p{bounds.upper, bounds.lower};
  for (Number& reward : p.c) reward = -reward;
  for (std::size_t i = 0; i < p.A.size(); ++i)
    for (Number& entry : p.A[i]) entry -= (1 - epsilon) * resources.pace(i);
  return p;
}

Column primal_dual_bwk(const Game& game, const Resources& resources, const std::vector<Round>& rounds,
                       const LearnerDraws& draws) {
  const std::size_t m = game.constraints(), arms = game.arms() - (resources.has_null_arm ? 1 : 0);
  if (rounds.size() < arms) return point_mass(game.arms(), rounds.size());
  Number least = 1;
  for (std::size_t i = 0; i < m; ++i) least = std::min(least, resources.pace(i));
  const Number B = least * static_cast<Number>(game.horizon());
  const Number growth = 1 + std::sqrt(std::log(static_cast<Number>(m + 1)) / B);
  Column price(m + 1, 1);
  for (std::size_t t = arms; t < rounds.size(); ++t) {
    const ResourceBounds bounds = resource_bounds(game, resources, {rounds.data(), t});
    for (std::size_t i = 0; i < m; ++i)
      price[i] *= std::pow(growth, bounds.lower[i][rounds[t].arm] * least / resources.pace(i));
    price[m] *= std::pow(growth, least);
  }
  const ResourceBounds bounds = resource_bounds(game, resources, rounds);
  Column ratio(game.arms(), -1);
  for (std::size_t a = 0; a < arms; ++a) {
    Number cost = price[m] * least, prices = price[m];
    for (std::size_t i = 0; i < m; ++i)
      cost += price[i] * bounds.lower[i][a] * least / resources.pace(i), prices += price[i];
    ratio[a] = bounds.upper[a] / (cost / prices);
  }
  return point_mass(game.arms(), draws.highest(ratio, rounds.size() + 1));
}

Column lagrange_bwk(const Game& game, const Resources& resources, const std::vector<Round>& rounds,
                    const LearnerDraws& draws) {
  const std::size_t m = game.constraints();
  Number least = 1;
  for (std::size_t i = 0; i < m; ++i) least = std::min(least, resources.pace(i));
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
      const Number slack = 1 - resources.consumed(rounds[t], i) / resources.pace(i);
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

constexpr std::size_t event_rounds = 400;

/// Five arms and two constraints. With budgets there is a null arm, and play stops before the last round.
naive::EventGame event_game(bool budgets) {
  naive::EventGame spec{{0.8, 0.55, 0.35, 0.2, 0.6}, {0.25, 0.5, 0.75, 1, 0.375}, {}, {0.25, 0.375}, {}, event_rounds};
  spec.cost = {{1, 0.5, 1, 0.75, 0.125}, {0.5, 1, 0.25, 1, 0.875}};
  if (!budgets) return spec;
  spec.budget = {100, 75};
  spec.threshold = {0.25, 0.1875};
  for (naive::Column* row : {&spec.probability, &spec.value, &spec.cost[0], &spec.cost[1]}) row->push_back(0);
  return spec;
}

CellWork event_cell(const naive::EventGame& spec) {
  const auto numbers = [&](const naive::Column& row) {
    std::vector<double> values(row.begin(), row.end());
    if (!spec.budget.empty()) values.pop_back();  // the environment adds the null arm
    return values;
  };
  Settings settings{
      {"outcomes.kind", std::string("event")},
      {"outcomes.probability", numbers(spec.probability)},
      {"outcomes.value", numbers(spec.value)},
      {"outcomes.cost_value", std::vector<std::vector<double>>{numbers(spec.cost[0]), numbers(spec.cost[1])}}};
  if (spec.budget.empty())
    settings["outcomes.threshold"] = std::vector<double>(spec.threshold.begin(), spec.threshold.end());
  else
    settings["budget"] = std::vector<double>(spec.budget.begin(), spec.budget.end());
  Catalogue catalogue;
  add_environments(catalogue);
  Adversary adversary = catalogue.build(*catalogue.environment(spec.budget.empty() ? "composed" : "knapsack"), settings,
                                        {.seed = 9, .horizon = static_cast<std::int64_t>(event_rounds), .folder = ""});
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
naive::EventTrial replay(const naive::EventGame& spec, const typename L<double>::Params& params, Check check) {
  static const naive::TrialDraws draws(9, 2);
  const CellWork work = event_cell(spec);
  const EngineTrial engine =
      record_trial(tests::make_learner<L, double>(work, params), work, 2, static_cast<std::int64_t>(event_rounds));
  naive::EventTrial trial(spec, draws);
  for (std::size_t t = 1; t <= event_rounds && !testing::Test::HasFailure(); ++t) {
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
  const naive::EventGame spec = event_game(false);
  const naive::LearnerDraws draws(9, 2);
  std::size_t mixed_rounds = 0;
  replay<LinConTs>(spec, {}, [&](std::size_t t, const auto& past, const std::vector<double>& x) {
    const naive::Program program = naive::lincon_ts(spec, past, draws);
    if (t <= 5) return expect_near(naive::point_mass(5, t - 1), x, t);
    if (naive::minimax(program.A) > 1e-9L) return expect_near(naive::Column(5, 0.2L), x, t);
    expect_solves(program, x, t);
    mixed_rounds += *std::max_element(x.begin(), x.end()) < 1;
  });
  EXPECT_GT(mixed_rounds, event_rounds / 5);
}

TEST(KnapsackReplay, LinConKlUcb) {
  const naive::EventGame spec = event_game(false);
  std::size_t mixed_rounds = 0;
  replay<LinConKlUcb>(spec, {}, [&](std::size_t t, const auto& past, const std::vector<double>& x) {
    if (t <= 5) return expect_near(naive::point_mass(5, t - 1), x, t);
    const naive::Program program = naive::lincon_kl_ucb(spec, past);
    if (naive::minimax(program.A) > 1e-9L) return expect_near(naive::Column(5, 0.2L), x, t);
    expect_solves(program, x, t);
    mixed_rounds += *std::max_element(x.begin(), x.end()) < 1;
  });
  EXPECT_GT(mixed_rounds, event_rounds / 20);
}

TEST(KnapsackReplay, UcbBwk) {
  const naive::EventGame budgets = event_game(true);
  const naive::Game game = budgets.game();
  for (const double epsilon : {0.0, 0.25})
    replay<UcbBwk>(budgets, {.epsilon = epsilon}, [&](std::size_t t, const auto& past, const auto& x) {
      expect_solves(naive::ucb_bwk(game, naive::resources_of(budgets), past, epsilon), x, t);
    });
}

TEST(KnapsackReplay, PrimalDualBwk) {
  const naive::EventGame budgets = event_game(true);
  const naive::Game game = budgets.game();
  const naive::LearnerDraws draws(9, 2);
  const naive::EventTrial trial =
      replay<PrimalDualBwk>(budgets, {}, [&](std::size_t t, const auto& past, const auto& x) {
        expect_near(naive::primal_dual_bwk(game, naive::resources_of(budgets), past, draws), x, t);
      });
  EXPECT_GT(trial.stopped(), 100U);
  EXPECT_LT(trial.stopped(), event_rounds);
}

TEST(KnapsackReplay, LagrangeBwk) {
  const naive::EventGame budgets = event_game(true);
  const naive::Game game = budgets.game();
  const naive::LearnerDraws draws(9, 2);
  replay<LagrangeBwk>(budgets, {}, [&](std::size_t t, const auto& past, const auto& x) {
    expect_near(naive::lagrange_bwk(game, naive::resources_of(budgets), past, draws), x, t);
  });
}

/// Without budgets, the learner treats constraints as resources with a budget of 1/2 per round.
TEST(KnapsackReplay, WithoutBudgets) {
  const naive::LearnerDraws draws(9, 2);
  expect_same_replay<LagrangeBwk>({}, [&](const naive::Game& game, const auto& past) {
    return naive::lagrange_bwk(game, naive::resources_of(game), past, draws);
  });
}

}  // namespace

}  // namespace regretta
