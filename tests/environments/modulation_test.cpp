/// Modulated rewards and costs: rows by definition, ratio bounds, and closed forms of C, rho and OPT.

#include <cmath>
#include <set>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

using List = std::vector<double>;

const List mean_losses{0.25, 0.5, 1};
const List mean_violations{0.5, -0.25, -1, -0.5, -0.5, 0.25};  // m = 2

Adversary modulated(Settings modulation, std::int64_t T = 1000, std::uint64_t seed = 1) {
  Settings settings{{"loss", mean_losses},
                    {"violation", std::vector<List>{{0.5, -0.25, -1}, {-0.5, -0.5, 0.25}}},
                    {"noise", text("none")}};
  for (const auto& [name, value] : modulation) settings["modulation." + name] = value;
  return build("stationary", settings, T, seed);
}

/// The row for factors f_r(a) and f_c(a): rewards 1 - loss and costs (1 + g) / 2 are multiplied.
List scaled_loss(const List& f) {
  List row;
  for (std::size_t a = 0; a < 3; ++a) row.push_back(1 - f[a] * (1 - mean_losses[a]));
  return row;
}
List scaled_violation(const List& f) {
  List row;
  for (std::size_t e = 0; e < 6; ++e) row.push_back(2 * (f[e % 3] * (1 + mean_violations[e]) / 2) - 1);
  return row;
}

/// Equal up to a few rounding errors.
void expect_near(const List& found, const List& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t e = 0; e < found.size(); ++e) EXPECT_NEAR(found[e], expected[e], 1e-14) << e;
}

TEST(Modulation, TakesTurnsByBlocks) {
  for (const bool in_turn : {false, true})
    for (const bool opposed : {false, true}) {
      const Adversary adversary = modulated(
          {{"reward", 0.5}, {"violation", 0.25}, {"block", 7L}, {"in_turn", in_turn}, {"opposed", opposed}}, 100);
      check_process(adversary.losses, 100, 3, 0, 1);
      check_process(adversary.violations, 100, 6, -1, 1);
      for (std::int64_t t = 1; t <= 100; ++t) {
        List reward, cost;
        for (int a = 0; a < 3; ++a) {
          const bool high = ((t - 1) / 7 + (in_turn ? a : 0)) % 2 == 0;
          reward.push_back(high ? 1 : 0.5);
          cost.push_back(high != opposed ? 1 : 0.25);
        }
        expect_near(means_at(adversary.losses, t, 3), scaled_loss(reward));
        expect_near(means_at(adversary.violations, t, 6), scaled_violation(cost));
      }
    }
}

TEST(Modulation, SwingsAsACosine) {
  const Adversary adversary = modulated(
      {{"kind", text("sinusoidal")}, {"reward", 0.5}, {"violation", 0.25}, {"period", 40L}, {"in_turn", true}}, 100);
  check_process(adversary.losses, 100, 3, 0, 1);
  check_process(adversary.violations, 100, 6, -1, 1);
  EXPECT_EQ(adversary.losses.num_rows(), 40);
  for (std::int64_t t = 1; t <= 100; ++t) {
    List reward, cost;
    for (int a = 0; a < 3; ++a) {
      const double u = 0.5 + 0.5 * std::cos(2 * M_PI * (static_cast<double>(t - 1) / 40 + a / 3.0));
      reward.push_back(0.5 + 0.5 * u);
      cost.push_back(0.25 + 0.75 * u);
    }
    expect_near(means_at(adversary.losses, t, 3), scaled_loss(reward));
    expect_near(means_at(adversary.violations, t, 6), scaled_violation(cost));
  }
  check_process(modulated({{"kind", text("sinusoidal")}, {"period", 1L}}, 100).losses, 100, 3, 0, 1);
}

// No arm's reward or cost falls below sigma times its own maximum, and the bound is attained.
TEST(Modulation, IsApproximatelyStationary) {
  for (const char* kind : {"alternating", "random", "sinusoidal"}) {
    Settings settings{{"kind", text(kind)}, {"reward", 0.7}, {"violation", 0.4}};
    settings[std::string(kind) == "sinusoidal" ? "period" : "block"] = 10L;
    const Adversary adversary = modulated(settings);
    List least_reward(3, 2), most_reward(3, -1), least_cost(6, 2), most_cost(6, -1);
    for (std::int64_t t = 1; t <= 1000; ++t) {
      const List l = means_at(adversary.losses, t, 3), g = means_at(adversary.violations, t, 6);
      for (std::size_t a = 0; a < 3; ++a) {
        least_reward[a] = std::min(least_reward[a], 1 - l[a]);
        most_reward[a] = std::max(most_reward[a], 1 - l[a]);
      }
      for (std::size_t e = 0; e < 6; ++e) {
        least_cost[e] = std::min(least_cost[e], 1 + g[e]);
        most_cost[e] = std::max(most_cost[e], 1 + g[e]);
      }
    }
    for (std::size_t a = 0; a < 3; ++a) EXPECT_NEAR(least_reward[a], 0.7 * most_reward[a], 1e-15) << kind;
    for (std::size_t e = 0; e < 6; ++e) {
      EXPECT_NEAR(least_cost[e], 0.4 * most_cost[e], 1e-15) << kind;
      EXPECT_EQ(most_cost[e], 1 + mean_violations[e]) << kind;  // the base's own rows are the largest
    }
  }
}

// Half of the rounds are low: C_i = T / 2 (1 - sigma_c) sum_a (1 + g_i(a)); rho is that of the base. Average costs are
// (1 + sigma_c) / 2 of the base's: with sigma_c = 1/2, g_1 becomes (1/8, -7/16, -1) and g_2 (-5/8, -5/8, -1/16). So
// rewards of (3/4, 1/2, 0) are best earned by 7/9 of arm 1 and 2/9 of arm 2: 25/36, in half of the rounds times
// sigma_r.
TEST(Modulation, HasItsFactsInClosedForm) {
  const Adversary adversary = modulated({{"reward", 0.5}, {"violation", 0.5}, {"block", 10L}});
  const CellFacts facts = compute_facts(adversary, {1000});
  EXPECT_NEAR(facts.corruption_per_constraint[0], 500 * 0.5 * (1.5 + 0.75 + 0), 1e-9);
  EXPECT_NEAR(facts.corruption_per_constraint[1], 500 * 0.5 * (0.5 + 0.5 + 1.25), 1e-9);
  const CellFacts base = compute_facts(modulated({}), {1000});
  EXPECT_EQ(facts.rho_pure, base.rho_pure);
  EXPECT_NEAR(facts.rho, base.rho, 1e-12);
  EXPECT_NEAR(facts.opt[0], 1000 * (1 - 0.75 * 25 / 36), 1e-9);
}

TEST(Modulation, DrawsItsBlocksFromTheSeed) {
  const Settings random{{"kind", text("random")}, {"block", 5L}};
  const auto levels = [&](const Settings& more, std::uint64_t seed) {
    Settings settings = random;
    for (const auto& [name, value] : more) settings[name] = value;
    const Adversary adversary = modulated(settings, 1000, seed);
    std::vector<std::int64_t> found;
    for (std::int64_t t = 1; t <= 1000; t += 5) {
      found.push_back(adversary.losses.row_at(t));
      EXPECT_EQ(adversary.losses.row_at(t), adversary.violations.row_at(t));  // one wave for both
    }
    return found;
  };
  EXPECT_EQ(levels({}, 1), levels({}, 1));
  EXPECT_NE(levels({}, 1), levels({}, 2));
  EXPECT_NE(levels({}, 1), levels({{"instance", 1L}}, 1));
  // Losses that flip in the same blocks use different coins.
  const Adversary flipped = build("random-instance",
                                  {{"losses.kind", text("sign-flip")},
                                   {"losses.signs", text("random")},
                                   {"losses.block", 5L},
                                   {"modulation.kind", text("random")},
                                   {"modulation.block", 5L}},
                                  1000);
  std::set<std::int64_t> rows;
  for (std::int64_t t = 1; t <= 1000; ++t) rows.insert(flipped.losses.row_at(t));
  EXPECT_EQ(rows.size(), 4U);
}

TEST(Modulation, LeavesWhatAFactorOfOneLeaves) {
  const Adversary base = modulated({}), rewards = modulated({{"violation", 1.0}}), costs = modulated({{"reward", 1.0}});
  EXPECT_EQ(base.losses.num_rows(), 1);
  EXPECT_EQ(rewards.violations.num_rows(), 1);
  EXPECT_EQ(rewards.losses.num_rows(), 2);
  EXPECT_EQ(costs.losses.num_rows(), 1);
  EXPECT_EQ(costs.violations.num_rows(), 2);
  const List odd{0.1, 0.3, 0.7};  // a factor of one preserves every bit
  const Adversary exact = build("stationary", {{"loss", odd}, {"violation", odd}, {"modulation.block", 5L}}, 10);
  EXPECT_EQ(means_at(exact.losses, 1, 3), odd);
  EXPECT_EQ(means_at(exact.violations, 1, 3), odd);
  const Adversary nothing = modulated({{"reward", 0.0}, {"violation", 0.0}, {"block", 5L}}, 10);
  EXPECT_EQ(means_at(nothing.losses, 6, 3), List(3, 1.0));
  EXPECT_EQ(means_at(nothing.violations, 6, 6), List(6, -1.0));
}

TEST(Modulation, ComposesWithMovingBasesAndCorruption) {
  const Adversary adversary = build("random-instance",
                                    {{"losses.kind", text("switching")},
                                     {"losses.block", 9L},
                                     {"modulation.kind", text("sinusoidal")},
                                     {"modulation.period", 12L},
                                     {"modulation.in_turn", true},
                                     {"corruption.budget", 40.0}},
                                    500);
  check_process(adversary.losses, 500, 10, 0, 1);
  check_process(adversary.violations, 500, 10, -1, 1);
  EXPECT_EQ(adversary.losses.num_rows(), 10 * 12);
}

TEST(Modulation, RefusesWhatDoesNotFit) {
  const auto refused = [](const char* kind, const Settings& settings, const std::string& key,
                          const std::vector<std::string>& words, std::int64_t T = 100) {
    expect_input_error([&] { build(kind, settings, T); }, "modulation." + key, words);
  };
  refused("random-instance", {{"modulation.reward", 1.5}}, "reward", {"1.5", "[0, 1]"});
  refused("random-instance", {{"modulation.period", 5L}}, "period",
          {"modulation.kind = \"sinusoidal\"", "\"alternating\""});
  refused("random-instance", {{"modulation.kind", text("sinus")}}, "kind", {"unknown", "sinusoidal"});
  refused("random-instance", {{"modulation.block", 5L}, {"modulation.block_fraction", 0.5}}, "block_fraction",
          {"beside block"});
  refused("random-instance", {{"losses.kind", text("anti-leader")}, {"modulation.block", 5L}}, "reward",
          {"adaptive", "anti-leader", "reward = 1"});
  refused("mannor", {{"modulation.reward", 1.0}}, "violation", {"adaptive", "mannor"});
  refused("random-instance", {{"modulation.kind", text("sinusoidal")}, {"modulation.period", 1e12}}, "kind",
          {"1 x 1000000000000 rows", "100000000"}, 1'000'000'000'000);
  EXPECT_NO_THROW(build("random-instance", {{"losses.kind", text("anti-leader")}, {"modulation.reward", 1.0}}, 100));
}

}  // namespace
}  // namespace regretta::tests
