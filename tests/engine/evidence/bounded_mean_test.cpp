// The mean of values in a known range: closed cases of Gaffke's bound.

#include "regretta/engine/evidence/statistics/bounded_mean.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "regretta/engine/evidence/statistics/binomial.hpp"
#include "regretta/engine/evidence/statistics/exponential_sum.hpp"
#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

TEST(ExponentialSum, OneValueAboveZero) {
  // sum (x - 1 / n...) with n values 0 and one 1, weighted: P(D_0 >= x) = (1 - x)^n
  for (const int n : {1, 2, 5, 64, 400, 4096})
    for (const double p : {0.3, 0.01, 1e-6}) {
      const double x = 1 - std::pow(p, 1.0 / n);
      std::vector<double> c(static_cast<std::size_t>(n), -x);
      c.push_back(1 - x);
      EXPECT_NEAR(exponential_sum_above_zero(c) / p, 1, 1e-9) << n;
    }
}

TEST(ExponentialSum, TwoValuesAndSigns) {
  EXPECT_NEAR(exponential_sum_above_zero({3, -1}), 0.75, 1e-12);  // c1 / (c1 - c2)
  EXPECT_NEAR(exponential_sum_above_zero({1e-9, -1}), 1e-9, 1e-16);
  EXPECT_EQ(exponential_sum_above_zero({3, 0}), 1);
  EXPECT_EQ(exponential_sum_above_zero({-3, 0}), 0);
  // hypoexponential: P(2 E1 + E2 > 3 E3) = 1 - (3 / 5) (3 / 4)
  EXPECT_NEAR(exponential_sum_above_zero({2, 1, -3}), 1 - 0.6 * 0.75, 1e-12);
}

TEST(ExponentialSum, ManyUnequalValuesAgreeWithSimulation) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::exponential_distribution<double> exponential;
  std::vector<double> c = {4};
  for (int k = 0; k < 20; ++k) c.push_back(normal(random) - 0.4);
  constexpr int draws = 20'000;
  int above = 0;
  for (int draw = 0; draw < draws; ++draw) {
    double sum = 0;
    for (const double x : c) sum += x * exponential(random);
    above += sum >= 0;
  }
  const double p = exponential_sum_above_zero(c);
  EXPECT_NEAR(above / double{draws}, p, 4 * std::sqrt(p * (1 - p) / draws));
}

TEST(BoundedMean, OfTwoValuesIsTheIntervalOfClopperAndPearson) {
  for (const int n : {1, 10, 64})
    for (const int k : {0, 1, 5, n}) {
      if (k > n) continue;
      std::vector<double> values(static_cast<std::size_t>(n), 2.0);
      std::fill_n(values.begin(), k, 12.0);
      const Interval share = clopper_pearson(k, n, 0.95);
      const Interval interval = BoundedMean(values, {2, 12}).interval(0.95);
      EXPECT_NEAR(interval.low, 2 + 10 * share.low, 1e-7) << n << " " << k;
      EXPECT_NEAR(interval.high, 2 + 10 * share.high, 1e-7) << n << " " << k;
    }
}

TEST(BoundedMean, TheIntervalHoldsWhatTheTestDoesNotReject) {
  const std::vector<double> values = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
  const BoundedMean mean(values, {0, 40});
  const Interval interval = mean.interval(0.9);
  EXPECT_NEAR(mean.p_value(interval.low), 0.1, 1e-6);
  EXPECT_NEAR(mean.p_value(interval.high), 0.1, 1e-6);
  EXPECT_NEAR(mean.p_value_at_most(interval.low), 0.05, 1e-6);
  EXPECT_NEAR(mean.p_value_at_least(interval.high), 0.05, 1e-6);
  EXPECT_LT(interval.low, mean.mean());
  EXPECT_GT(interval.high, mean.mean() + 3) << "ln(20) / 12 of the way to 40, or nearly";

  std::vector<double> turned = values;
  for (double& x : turned) x = -x;
  const Interval other = BoundedMean(turned, {-40, 0}).interval(0.9);
  EXPECT_NEAR(other.low, -interval.high, 1e-7);
  EXPECT_NEAR(other.high, -interval.low, 1e-7);
}

TEST(BoundedMean, RangesThatAreNotKnownOrExceeded) {
  const std::vector<double> values = {1, 2, 3};
  EXPECT_EQ(BoundedMean(values, {0, infinity}).interval(0.9).high, infinity);
  EXPECT_EQ(BoundedMean(values, {0, infinity}).p_value_at_least(100), 1);
  EXPECT_GT(BoundedMean(values, {0, infinity}).interval(0.9).low, 0);
  EXPECT_LE(BoundedMean(values, {1.5, 2.5}).interval(0.9).low, 1.5) << "the range is widened to 1 and 3";
  const Interval point = BoundedMean({2, 2, 2}, {2, 2}).interval(0.9);
  EXPECT_EQ(point.low, 2);
  EXPECT_EQ(point.high, 2);
  const Interval none = BoundedMean({}, {-1, 4}).interval(0.9);
  EXPECT_EQ(none.low, -1);
  EXPECT_EQ(none.high, 4);
}

// Of values at one end, the chance that the search begins with is 1e-308 or less: a subnormal number, whose logarithm
// is that of 0. The interval was NaN.
TEST(BoundedMean, ManyValuesOfWhichFewDiffer) {
  for (const int n : {1500, 4096})
    for (const int ones : {1, 2, n / 3, n / 2}) {
      std::vector<double> values(static_cast<std::size_t>(n), 0.0);
      std::fill_n(values.begin(), ones, 1.0);
      const Interval interval = BoundedMean(values, {0, 1}).interval(0.95);
      const Interval share = clopper_pearson(ones, n, 0.95);
      EXPECT_NEAR(interval.low, share.low, 1e-7) << ones << " of " << n;
      EXPECT_NEAR(interval.high, share.high, 1e-7) << ones << " of " << n;
    }
}

// The interval does not jump where moments take the place of the values; it widened by a quarter.
TEST(MeanInterval, FewManyAndNoValues) {
  std::mt19937_64 random(3);
  std::exponential_distribution<double> exponential;
  std::vector<double> values;
  for (std::int64_t k = 0; k < most_exact_values; ++k) values.push_back(exponential(random));
  const MeanMoments moments = moments_of(values);
  for (const double most : {20.0, 100.0, 10'000.0})
    for (const double level : {0.95, 0.999}) {
      const Interval exact = mean_interval(values, {0, most}, level),
                     summary = mean_interval(moments, {0, most}, level);
      EXPECT_NEAR((moments.mean - summary.low) / (moments.mean - exact.low), 1.03, 0.07) << most << " " << level;
      EXPECT_NEAR((summary.high - moments.mean) / (exact.high - moments.mean), 1.01, 0.07) << most << " " << level;
      const std::vector<double> apart = [&] {
        std::vector<double> all = values;
        for (double& x : all) x -= exact.low;
        return all;
      }();
      const Interval reach = {-exact.low, most - exact.low};
      EXPECT_NEAR(std::log(mean_p_value(moments_of(apart), reach)) / std::log(mean_p_value(apart, reach)), 1, 0.1);
    }
  std::vector<double> equal(most_exact_values, 3.0);
  EXPECT_NEAR(mean_interval(moments_of(equal), {0, 100}).high, mean_interval(equal, {0, 100}).high, 1e-4);
  EXPECT_NEAR(mean_interval(moments_of(equal), {0, 100}).low, mean_interval(equal, {0, 100}).low, 1e-4);
  EXPECT_TRUE(std::isnan(mean_interval(std::vector<double>{1}, {0, 2}).low));
  EXPECT_TRUE(std::isnan(mean_interval(values, {0, infinity}).high));
}

}  // namespace
}  // namespace regretta
