// Learners that know of events or budgets, compared with their naive definitions on the same draws, and the round at
// which play stops.

#include <gtest/gtest.h>

#include "regretta/environments/catalogue.hpp"
#include "regretta/learners/lagrange_bwk.hpp"
#include "regretta/learners/lincon.hpp"
#include "regretta/learners/primal_dual_bwk.hpp"
#include "regretta/learners/ucb_bwk.hpp"
#include "regretta/tests/reference/naive_knapsack.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta {
namespace {

constexpr std::size_t shop_rounds = 400;

/// Five arms, two constraints; with budgets a null arm, and play stops on the way.
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
    if (!shop.budget.empty()) values.pop_back();  // the null arm is the environment's
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

/// check(t, rounds before t, x_t) in every round of trial 2, whose sums are compared, too.
template <template <class> class L, class Check>
naive::ShopTrial replay(const naive::Shop& shop, const typename L<double>::Params& params, Check check) {
  static const naive::Luck luck(9, 2);
  const CellWork work = shop_cell(shop);
  const EnginePlayed engine =
      watch(tests::make_learner<L, double>(work, params), work, 2, static_cast<std::int64_t>(shop_rounds));
  naive::ShopTrial trial(shop, luck);
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

/// Without budgets: constraints are resources of pace 1/2.
TEST(KnapsackReplay, WithoutBudgets) {
  const naive::OwnDraws draws(9, 2);
  expect_same_replay<LagrangeBwk>({}, [&](const naive::Game& game, const auto& seen) {
    return naive::lagrange_bwk(game, naive::pace_of(game), seen, draws);
  });
}

}  // namespace
}  // namespace regretta
