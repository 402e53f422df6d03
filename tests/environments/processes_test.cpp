// The rows of every process and base, compared with values computed by hand.

#include <cmath>
#include <set>

#include "regretta/environments/processes/piecewise.hpp"
#include "regretta/environments/processes/random_instance.hpp"
#include "regretta/environments/processes/sinusoidal.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

PartContext context(int num_arms, std::int64_t horizon = 0, std::uint64_t seed = 0) {
  return {.seed = seed, .horizon = horizon, .num_arms = num_arms};
}

TEST(Stationary, HasTheSameRowInEveryRound) {
  const StationaryRows rows({0.25, 0.5, 1});
  check_process(rows, 100, 3, 0, 1);
  EXPECT_EQ(rows.num_rows(), 1);
  EXPECT_GT(rows.same_until(1), 1'000'000'000'000);
  EXPECT_EQ(means_at(rows, 77, 3), (std::vector<double>{0.25, 0.5, 1}));
  EXPECT_NE(rows.held(0), nullptr);
}

TEST(Switching, RotatesTheBestArmEveryBlock) {
  const SwitchingLosses rows({.block = 7, .gap = 0.25, .base = 0.5}, context(3));
  check_process(rows, 200, 3, 0, 1);
  for (std::int64_t t = 1; t <= 200; ++t) {
    const auto best = static_cast<std::size_t>((t - 1) / 7 % 3);
    std::vector<double> expected(3, 0.5);
    expected[best] = 0.25;
    EXPECT_EQ(means_at(rows, t, 3), expected) << t;
  }
  EXPECT_EQ(rows.same_until(1), 7);
  EXPECT_EQ(rows.same_until(8), 14);
}

TEST(Phases, GrowByTheFactorAndAlternate) {
  const PhaseLosses rows({.first_length = 10, .growth = 1.6, .gap = 0.125, .best_arm = 2}, context(3, 5000));
  check_process(rows, 5000, 3, 0, 1);
  // floor(10 * 1.6^n), by hand
  const std::vector<std::int64_t> lengths{10, 16, 25, 40, 65, 104, 167, 268, 429, 687, 1099, 1759};
  std::int64_t t = 1;
  for (std::size_t n = 0; n < lengths.size() && t <= 5000; ++n) {
    EXPECT_EQ(rows.same_until(t), t + lengths[n] - 1) << "phase " << n;
    const auto expected = n % 2 == 0 ? std::vector<double>{0.125, 0, 0.125} : std::vector<double>{1, 0.875, 1};
    EXPECT_EQ(means_at(rows, t, 3), expected);
    t += lengths[n];
  }
  EXPECT_EQ(means_at(PhaseLosses({}, context(1, 10)), 1, 1), std::vector<double>{0});
}

TEST(Sinusoidal, SwingsWithItsPeriodAroundEveryCentre) {
  const SinusoidalLosses::Params params{.period = 40, .base = 0.5, .gap = 0.2, .amplitude = 0.3, .spread = 1};
  const SinusoidalLosses rows(params, context(4, 1000));
  check_process(rows, 1000, 4, 0, 1);
  EXPECT_EQ(rows.num_rows(), 40);
  std::vector<double> sum(4);
  for (std::int64_t t = 1; t <= 40; ++t) {
    const auto means = means_at(rows, t, 4);
    EXPECT_EQ(means, means_at(rows, t + 400, 4));
    for (std::size_t a = 0; a < 4; ++a) {
      sum[a] += means[a] / 40;
      const double turns = static_cast<double>(t - 1) / 40 + static_cast<double>(a) / 4;
      const double centre = 0.4 + 0.2 * static_cast<double>(a) / 3;
      EXPECT_NEAR(means[a], centre + 0.3 * std::sin(2 * M_PI * turns), 1e-14);  // both accurate to a few ulp
    }
  }
  for (std::size_t a = 0; a < 4; ++a) EXPECT_NEAR(sum[a], 0.4 + 0.2 * static_cast<double>(a) / 3, 1e-13);
  EXPECT_EQ(SinusoidalLosses({.period = 1'000'000}, context(2, 50)).num_rows(),
            50);  // no rows are made for rounds past the horizon
  check_process(SinusoidalLosses({.period = 1'000'000}, context(2, 50)), 50, 2, 0, 1);
  check_process(SinusoidalLosses({.period = 1}, context(2, 50)), 50, 2, 0, 1);
  check_process(SinusoidalLosses({.base = 0.5, .gap = 0, .amplitude = 0.5}, context(1, 5000)), 5000, 1, 0, 1);
}

TEST(SignFlip, AlternatesByBlocks) {
  const SignFlipLosses rows({.gap = 0.25, .arm = 2, .blocks = {.block = 7}}, context(3, 200, 1));
  check_process(rows, 200, 3, 0, 1);
  for (std::int64_t t = 1; t <= 200; ++t) {
    const bool better = (t - 1) / 7 % 2 == 0;
    EXPECT_EQ(means_at(rows, t, 3),
              (better ? std::vector<double>{0.75, 0.25, 0.75} : std::vector<double>{0.25, 0.75, 0.25}));
  }
  // With two arms it equals the switching adversary.
  const SignFlipLosses two({.gap = 0.25, .arm = 1, .blocks = {.block = 7}}, context(2, 200, 1));
  const SwitchingLosses same({.block = 7, .gap = 0.5, .base = 0.75}, context(2));
  for (std::int64_t t = 1; t <= 200; ++t) EXPECT_EQ(means_at(two, t, 2), means_at(same, t, 2));
  EXPECT_EQ(means_at(SignFlipLosses({.gap = 0.5}, context(1, 10, 1)), 1, 1), std::vector<double>{0});
  const SignFlipLosses by_fraction({.blocks = {.block_fraction = 0.29}}, context(2, 100, 1));
  EXPECT_EQ(by_fraction.same_until(1), 29);
  EXPECT_EQ(SignFlipLosses({.blocks = {.block_fraction = 1e-9}}, context(2, 100, 1)).same_until(1), 1);
  EXPECT_EQ(SignFlipLosses({.blocks = {.block_fraction = 1}}, context(2, 100, 1)).same_until(1), 100);
}

// 10,000 fair coins: 5 standard deviations are 250; the number of changes has the same distribution.
TEST(SignFlip, DrawsFairSignsFromTheSeed) {
  const auto signs = [](std::uint64_t seed, std::int64_t instance, std::int64_t first = 1) {
    const SignFlipLosses rows({.gap = 0.5, .signs = Signs::random, .instance = instance, .blocks = {.block = 3}},
                              context(2, 30'000, seed));
    std::vector<std::int64_t> states;
    for (std::int64_t b = 0; b < 10'000; ++b) states.push_back(rows.row_at(first + 3 * b));
    return states;
  };
  const auto reference = signs(1, 0);
  std::int64_t worse = 0, changes = 0;
  for (std::size_t b = 0; b < reference.size(); ++b) {
    worse += reference[b];
    changes += b > 0 && reference[b] != reference[b - 1] ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(worse), 5000, 250);
  EXPECT_NEAR(static_cast<double>(changes), 5000, 250);
  EXPECT_EQ(reference, signs(1, 0));
  EXPECT_NE(reference, signs(2, 0));
  EXPECT_NE(reference, signs(1, 1));
  EXPECT_NE(reference, signs(1, 0, 1 + (std::int64_t{3} << 32)));  // blocks past 2^32 do not repeat
  const SignFlipLosses rows({.signs = Signs::random, .blocks = {.block = 3}}, context(2, 300, 1));
  check_process(rows, 300, 2, 0, 1);
}

TEST(OneSwitch, MakesTheLateArmTheBest) {
  const OneSwitchLosses rows({.gap = 0.125, .steady_arm = 3, .late_arm = 1}, context(4, 101));
  check_process(rows, 101, 4, 0, 1);
  for (std::int64_t t = 1; t <= 101; ++t)
    EXPECT_EQ(means_at(rows, t, 4),
              (t <= 50 ? std::vector<double>{0.625, 0.5, 0.375, 0.5} : std::vector<double>{0, 0.5, 0.375, 0.5}));
  EXPECT_EQ(rows.same_until(1), 50);
  EXPECT_GT(rows.same_until(51), 1'000'000'000'000);
  const OneSwitchLosses never({.switch_fraction = 1}, context(2, 100)), always({.switch_fraction = 0}, context(2, 100));
  check_process(never, 100, 2, 0, 1);
  check_process(always, 100, 2, 0, 1);
  EXPECT_EQ(never.row_at(100), 0);
  EXPECT_EQ(always.row_at(1), 1);
}

TEST(OneSwitch, RejectsInvalidLossesAndArms) {
  const auto refused = [](const OneSwitchLosses::Params& params, const char* key,
                          const std::vector<std::string>& words) {
    expect_input_error([&] { OneSwitchLosses(params, context(3, 100)); }, key, words);
  };
  refused({.gap = 0.6}, "gap", {"-0.1", "[0, 1]"});
  refused({.steady_arm = 4}, "steady_arm", {"4", "1 to 3"});
  refused({.steady_arm = 2}, "late_arm", {"2", "different"});
  expect_input_error([] { SwitchingLosses({.block = 7, .gap = 0.6, .base = 0.5}, context(3)); }, "gap", {"0.6", "0.5"});
  expect_input_error([] { PhaseLosses({.best_arm = 4}, context(3, 100)); }, "best_arm", {"4", "1 to 3"});
}

TEST(Alternating, TakesTurns) {
  const AlternatingRows rows({{-1, 0.5}, {1, -0.5}, {0, 0}}, 4);
  check_process(rows, 100, 2, -1, 1);
  EXPECT_EQ(rows.row_at(1), 0);
  EXPECT_EQ(rows.row_at(4), 0);
  EXPECT_EQ(rows.row_at(5), 1);
  EXPECT_EQ(rows.row_at(12), 2);
  EXPECT_EQ(rows.row_at(13), 0);
  EXPECT_EQ(means_at(rows, 5, 2), (std::vector<double>{1, -0.5}));
}

double rho_pure_of(const std::vector<double>& g, std::size_t K, std::size_t m) {
  double best = -2;
  for (std::size_t a = 0; a < K; ++a) {
    double worst = -2;
    for (std::size_t i = 0; i < m; ++i) worst = std::max(worst, g[i * K + a]);
    best = std::max(best, -worst);
  }
  return best;
}

TEST(RandomInstance, HasExactlyTheMargin) {
  for (const double margin : {0.3, 0.05, 0.999, 1.0, 0.0, -0.2, -1.0})
    for (const int K : {1, 2, 5, 10, 33})
      for (const int m : {1, 2, 4})
        for (int instance = 0; instance < 40; ++instance) {
          const auto g = draw_violations(7, {margin, instance}, K, m);
          ASSERT_EQ(g.size(), static_cast<std::size_t>(K * m));
          ASSERT_EQ(rho_pure_of(g, static_cast<std::size_t>(K), static_cast<std::size_t>(m)), margin);
          for (const double entry : g) {
            ASSERT_GE(entry, -1);
            ASSERT_LE(entry, 1);
          }
        }
}

TEST(RandomInstance, DependsOnSeedAndInstanceOnly) {
  const auto five = draw_losses(3, {.instance = 2}, 5), nine = draw_losses(3, {.instance = 2}, 9);
  EXPECT_EQ(five, std::vector<double>(nine.begin(), nine.begin() + 5));  // draws do not depend on K
  EXPECT_NE(five, draw_losses(4, {.instance = 2}, 5));
  EXPECT_NE(five, draw_losses(3, {.instance = 3}, 5));
  EXPECT_NE(draw_violations(3, {0.3, 0}, 5, 1), draw_violations(3, {0.3, 1}, 5, 1));
}

// Each of the 9 arms other than the safe arm is feasible with probability 0.3 / 1.3 = 0.2308. Over 400 instances their
// share has a standard error of sqrt(0.2308 * 0.7692 / 3600) = 0.0070; 5 standard errors are allowed. Every arm is the
// safe arm in some instance.
TEST(RandomInstance, LeavesTheStatedShareOfArmsFeasible) {
  int feasible = 0;
  std::set<int> safe;
  for (int instance = 0; instance < 400; ++instance) {
    const auto g = draw_violations(11, {0.3, instance}, 10, 1);
    for (int a = 0; a < 10; ++a) {
      feasible += g[static_cast<std::size_t>(a)] <= 0 ? 1 : 0;
      if (g[static_cast<std::size_t>(a)] == -0.3) safe.insert(a);
    }
  }
  EXPECT_NEAR((feasible - 400) / 3600.0, 0.3 / 1.3, 0.035);
  EXPECT_EQ(safe.size(), 10U);
}

}  // namespace

}  // namespace regretta::tests
