// Losses and costs that depend on a common draw: means, correlation, revealed values, and invalid settings.

#include <cmath>
#include <map>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/round/referee.hpp"
#include "regretta/tests/environments/expectations.hpp"
#include "regretta/tests/environments/temporary_folder.hpp"

namespace regretta::tests {
namespace {

using Rows = std::vector<std::vector<double>>;

Settings events(const Settings& extra = {}) {
  Settings settings{{"outcomes.kind", text("event")},
                    {"outcomes.probability", std::vector<double>{0.8, 0.35}},
                    {"outcomes.value", std::vector<double>{0.25, 0.9}},
                    {"outcomes.cost_value", Rows{{0.6, 1.0}, {1.0, 0.5}}},
                    {"outcomes.threshold", std::vector<double>{0.3, 0.6}}};
  for (const auto& [name, value] : extra.flat()) settings[name] = value;
  return settings;
}

TEST(Events, MeansAreComputedFromTheEvents) {
  const Adversary adversary = build("composed", events(), 10);
  const std::vector<double> mean_loss = means_at(adversary.losses, 1, 2),
                            mean_violation = means_at(adversary.violations, 1, 4);
  EXPECT_DOUBLE_EQ(mean_loss[0], 1 - 0.25 * 0.8);
  EXPECT_DOUBLE_EQ(mean_loss[1], 1 - 0.9 * 0.35);
  EXPECT_DOUBLE_EQ(mean_violation[0], 0.6 * 0.8 - 0.3);
  EXPECT_DOUBLE_EQ(mean_violation[3], 0.5 * 0.35 - 0.6);
  const Problem problem = adversary.problem(0.05);
  EXPECT_EQ(problem.events->reward, (std::vector<double>{0.25, 0.9}));
  EXPECT_EQ(problem.events->cost, (std::vector<double>{0.6, 1.0, 1.0, 0.5}));
  EXPECT_DOUBLE_EQ(problem.violation_range(1).low, -0.6);
  const Adversary reversed = build("composed", events({{"outcomes.sense", text("at-least")}}), 10);
  EXPECT_DOUBLE_EQ(means_at(reversed.violations, 1, 4)[1], 0.3 - 1.0 * 0.35);
}

/// Sums over n pairs of the first value a, the second value b, and their products.
struct Moments {
  double n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
  void add(double x, double y) { n += 1, a += x, b += y, aa += x * x, bb += y * y, ab += x * y; }
  double correlation() const {
    const auto covariance = [this](double product, double x, double y) { return product / n - x / n * (y / n); };
    return covariance(ab, a, b) / std::sqrt(covariance(aa, a, a) * covariance(bb, b, b));
  }
};

/// n = 1,000,000 draws of two arms. Loss and cost of the same arm are correlated, losses of different arms are
/// independent: four standard errors of a correlation of 0 are 0.004, of a mean at most 0.002.
TEST(Events, LossAndCostsOfAnArmShareOneDraw) {
  constexpr std::int64_t rounds = 125'000;
  const CellWork work = work_of(build("composed", events(), rounds));
  const auto referee = make_referee<Pack<8>, FullFeedback<Pack<8>>>(work, 0);
  const Vector<Pack<8>> x = Vector<Pack<8>>::Constant(2, Pack<8>(0.5));
  Moments loss_and_cost, costs, arms;
  for (std::int64_t t = 1; t <= rounds; ++t) {
    const auto& round = referee->round(t, x);
    for (int k = 0; k < 8; ++k) {
      const double second_loss = lane(round.loss(1), k);
      loss_and_cost.add(second_loss, lane(round.violation(0, 1), k) + 0.3);
      costs.add(lane(round.violation(0, 1), k), lane(round.violation(1, 1), k));
      arms.add(lane(round.loss(0), k), second_loss);
    }
  }
  EXPECT_NEAR(loss_and_cost.correlation(), -1, 1e-3);
  EXPECT_NEAR(costs.correlation(), 1, 1e-3);
  EXPECT_NEAR(arms.correlation(), 0, 4e-3);
  EXPECT_NEAR(loss_and_cost.a / loss_and_cost.n, 1 - 0.9 * 0.35, 2e-3);
  EXPECT_NEAR(loss_and_cost.b / loss_and_cost.n, 0.35, 2e-3);
}

/// Bandit feedback reveals the same values as full feedback, in every lane and in trials played alone.
TEST(Events, AreTheSameUnderEveryFeedback) {
  const CellWork work = work_of(build("composed", events(), 300));
  const auto full = make_referee<double, FullFeedback<double>>(work, 3);
  const auto bandit_losses = make_referee<double, BanditLossFeedback<double>>(work, 3);
  const auto bandit = make_referee<double, BanditFeedback<double>>(work, 3);
  const auto packed = make_referee<Pack<8>, BanditFeedback<Pack<8>>>(work, 0);
  const Vector<double> x = Vector<double>::Constant(2, 0.5);
  const Vector<Pack<8>> pack_strategy = Vector<Pack<8>>::Constant(2, Pack<8>(0.5));
  int num_events = 0;
  for (std::int64_t t = 1; t <= 300; ++t) {
    const auto& every_arm = full->round(t, x);
    const auto& losses = bandit_losses->round(t, x);
    const auto& played = bandit->round(t, x);
    const auto& pack = packed->round(t, pack_strategy);
    const int arm = played.arm()[0];
    ASSERT_EQ(pack.arm()[3], arm);
    ASSERT_EQ(played.loss(), every_arm.loss(arm));
    ASSERT_EQ(losses.loss(), every_arm.loss(arm));
    ASSERT_EQ(lane(pack.loss(), 3), played.loss());
    for (int i = 0; i < 2; ++i) {
      ASSERT_EQ(played.violation(i), every_arm.violation(i, arm));
      ASSERT_EQ(losses.violation(i, 1 - arm), every_arm.violation(i, 1 - arm));
      ASSERT_EQ(lane(pack.violation(i), 3), played.violation(i));
    }
    const bool event = played.loss() < 1;
    num_events += event ? 1 : 0;
    ASSERT_EQ(played.violation(0), event ? (arm == 0 ? 0.6 : 1.0) - 0.3 : 0 - 0.3);
  }
  EXPECT_GT(num_events, 100);
  EXPECT_LT(num_events, 250);
}

/// A buyer pays prices 0.2, 0.5 and 0.8 with probability 1 - price; there are 0.3 T items. By hand: a round earns 0.16,
/// 0.25 or 0.16 and sells 0.8, 0.5 or 0.2 items. The best mix that sells 0.3 items is 2/3 of price 0.8 and 1/3 of price
/// 0.5, which earns 2/3 x 0.16 + 1/3 x 0.25 = 0.19.
TEST(Events, OptimumOfThePricingExample) {
  const Adversary adversary = build("knapsack",
                                    {{"budget", std::vector<double>{300}},
                                     {"outcomes.kind", text("event")},
                                     {"outcomes.probability", std::vector<double>{0.8, 0.5, 0.2}},
                                     {"outcomes.value", std::vector<double>{0.2, 0.5, 0.8}}},
                                    1000);
  const CellFacts facts = compute_facts(adversary, {1000});
  EXPECT_NEAR(1000 - facts.opt[0], 190, 1e-9 * 190);
  EXPECT_NEAR(facts.optimal_strategy[1], 1.0 / 3, 1e-9);
  EXPECT_NEAR(facts.optimal_strategy[2], 2.0 / 3, 1e-9);
}

TEST(Events, InvalidSettingsAreRejected) {
  const auto built = [](const Settings& extra) { return [extra] { build("composed", events(extra), 100); }; };
  expect_input_error(built({{"losses.kind", text("random")}}), "losses.kind", {"combined with outcomes"});
  expect_input_error(built({{"corruption.budget", 3.0}}), "corruption.kind", {"combined with outcomes"});
  expect_input_error(built({{"noise", text("uniform")}}), "outcomes.kind", {"replaces noise"});
  expect_input_error(built({{"outcomes.threshold", std::vector<double>{0.5}}}), "outcomes.cost_value", {"2", "1"});
  expect_input_error([] { build("mannor", events(), 100); }, "outcomes.kind", {"adaptive"});
}

/// Four rows with correlated entries. n = 80,000: four standard errors of a mean are at most 0.007.
TEST(Rows, EveryRoundRevealsOneWholeRow) {
  const TemporaryFolder folder;
  folder.write("rows.csv",
               "loss_1,loss_2,g1_1,g1_2\n0.25,0.5,-1,0.5\n0.75,0.5,-0.5,0.25\n0,1,0.5,-0.25\n1,0.125,0.75,-1\n");
  const Settings settings{{"outcomes.kind", text("rows")}, {"outcomes.file", text("rows.csv")}};
  const CellWork work = work_of(build("composed", settings, 10'000, 1, folder.path()));
  EXPECT_DOUBLE_EQ(work.facts->mean_loss[0], 0.5);
  EXPECT_DOUBLE_EQ(work.facts->mean_violation[1], -0.125);
  const auto full = make_referee<Pack<8>, FullFeedback<Pack<8>>>(work, 0);
  const auto bandit_losses = make_referee<double, BanditLossFeedback<double>>(work, 5);
  const auto bandit = make_referee<double, BanditFeedback<double>>(work, 5);
  const Vector<Pack<8>> x = Vector<Pack<8>>::Constant(2, Pack<8>(0.5));
  const Vector<double> alone = Vector<double>::Constant(2, 0.5);
  std::map<std::vector<double>, int> seen;
  for (std::int64_t t = 1; t <= 10'000; ++t) {
    const auto& round = full->round(t, x);
    for (int k = 0; k < 8; ++k)
      ++seen[{lane(round.loss(0), k), lane(round.loss(1), k), lane(round.violation(0, 0), k),
              lane(round.violation(0, 1), k)}];
    const auto& played = bandit->round(t, alone);
    const auto& losses = bandit_losses->round(t, alone);
    ASSERT_EQ(played.loss(), lane(round.loss(played.arm()[0]), 5));
    ASSERT_EQ(played.violation(0), lane(round.violation(0, played.arm()[0]), 5));
    ASSERT_EQ(losses.loss(), played.loss());
    ASSERT_EQ(losses.violation(0, 1), lane(round.violation(0, 1), 5));
  }
  ASSERT_EQ(seen.size(), 4U);
  for (const auto& [row, count] : seen) EXPECT_NEAR(count / 80'000.0, 0.25, 0.007);
  EXPECT_EQ((seen.count({0, 1, 0.5, -0.25})), 1U);
}

TEST(Rows, InvalidSettingsAreRejected) {
  const auto built = [](const char* kind, const Settings& settings) { return [=] { build(kind, settings, 100); }; };
  expect_input_error(built("composed", {{"outcomes.kind", text("rows")}}), "outcomes.file", {"missing"});
  expect_input_error(built("composed", {{"outcomes.kind", text("rows")}, {"outcomes.file", text("no.csv")}}),
                     "outcomes.file", {"no.csv"});
  expect_input_error(
      built("knapsack",
            {{"budget", std::vector<double>{3}}, {"outcomes.kind", text("rows")}, {"outcomes.file", text("no.csv")}}),
      "outcomes.kind", {"budgets"});
}

}  // namespace

}  // namespace regretta::tests
