// Interval and test from what was seen: closed forms, independent values, and that they cannot disagree. Error rates:
// seen_coverage_test.cpp.

#include "regretta/engine/evidence/statistics/evidence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {
namespace {

const std::vector<double> scipy_sample = {0.1, 0.5, 0.2, 3.0, 0.9, 0.4, 1.7, 0.3, 0.8, 0.6, 0.2, 1.1};
const std::vector<double> other_sample = {0.4, 1.9, 0.8, 0.3, 2.2, 5.1, 0.7};

// SciPy: kstat for the third moment, stats.t, and brentq on g instead of the closed form of its inverse.
TEST(SeenMean, IsWhatScipyComputes) {
  const SeenMean one(moments_of(scipy_sample));
  EXPECT_NEAR(one.interval(0.05).low, 0.438130074714953, 1e-9);
  EXPECT_NEAR(one.interval(0.05).high, 2.93119577888514, 1e-9);
  EXPECT_NEAR(one.interval(0.001).low, 0.168064075086599, 1e-9);
  EXPECT_NEAR(one.interval(0.001).high, 3.5616120707574, 1e-9);
  EXPECT_NEAR(one.p_value(0), 6.82828298263741e-05, 1e-15);
  EXPECT_NEAR(one.p_value(0.5), 0.102642703046543, 1e-13);

  const SeenMean two(difference_of(moments_of(scipy_sample), moments_of(other_sample)));
  EXPECT_NEAR(two.interval(0.05).low, -7.2601047630642, 1e-9) << "Hall's";
  EXPECT_NEAR(two.interval(0.05).high, 0.776874765392634, 1e-9) << "Welch's";
  EXPECT_NEAR(two.interval(0.001).low, -9.50340451035319, 1e-9);
  EXPECT_NEAR(two.interval(0.001).high, 2.70506453611082, 1e-9);
  EXPECT_NEAR(two.p_value(0), 0.2707022525237, 1e-9);
  EXPECT_NEAR(difference_of(moments_of(scipy_sample), moments_of(other_sample)).degrees, 7.69141859934954,
              1e-12);  // Welch's
}

TEST(SeenMean, IsStudentWithoutSkewness) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 7};
  const MeanMoments moments = moments_of(values);
  const Statistic statistic = summarise(values);
  EXPECT_EQ(moments.third, 0);
  EXPECT_EQ(moments.mean, statistic.mean);
  EXPECT_DOUBLE_EQ(std::sqrt(moments.variance), statistic.se);
  const double half = student_two_sided(0.95, 6) * statistic.se;
  const Interval interval = SeenMean(moments).interval(0.05);
  EXPECT_NEAR(interval.low, 4 - half, 1e-13);
  EXPECT_NEAR(interval.high, 4 + half, 1e-13);
  EXPECT_NEAR(SeenMean(moments).p_value(4 + half), 0.05, 1e-13);
  EXPECT_EQ(SeenMean(moments).p_value(4), 1);
}

TEST(SeenMean, MirroredAndScaledValues) {
  std::vector<double> mirrored, scaled;
  for (const double x : scipy_sample) mirrored.push_back(-x), scaled.push_back(1024 * x);
  const Interval interval = SeenMean(moments_of(scipy_sample)).interval(0.1);
  const Interval mirror = SeenMean(moments_of(mirrored)).interval(0.1);
  EXPECT_DOUBLE_EQ(mirror.low, -interval.high);
  EXPECT_DOUBLE_EQ(mirror.high, -interval.low);
  EXPECT_DOUBLE_EQ(SeenMean(moments_of(scaled)).interval(0.1).high, 1024 * interval.high);
  const double mean = summarise(scipy_sample).mean;
  EXPECT_GT(interval.high - mean, mean - interval.low) << "skewed to the right, as the values are";
}

TEST(SeenMean, IsCutAtTheReach) {
  const SeenMean mean(moments_of(scipy_sample), {0.5, 1.2});
  EXPECT_EQ(mean.interval(0.05).low, 0.5);
  EXPECT_EQ(mean.interval(0.05).high, 1.2);
  EXPECT_EQ(mean.p_value(0.4), 0);
  EXPECT_EQ(mean.p_value(1.3), 0);
  EXPECT_EQ(mean.p_value_at_most(1.3), 1);
  EXPECT_EQ(mean.p_value_at_least(1.3), 0);
  EXPECT_GT(mean.p_value(0.6), 0.05);
}

TEST(SeenMean, TooFewValuesOrNoSpread) {
  const std::vector<double> none;
  EXPECT_TRUE(std::isnan(moments_of(none).mean));
  EXPECT_EQ(SeenMean(moments_of(none)).p_value(0), 1);
  const std::vector<double> nothing = {not_a_number, not_a_number}, single = {5, not_a_number};
  EXPECT_EQ(moments_of(nothing).values, 0);
  EXPECT_EQ(moments_of(single).mean, 5);
  EXPECT_EQ(SeenMean(moments_of(single)).p_value(0), 1);
  EXPECT_EQ(SeenMean(moments_of(single), {0, 9}).interval(0.05).high, 9);
  // Equal values: 2^-n each side, as of the sign test.
  const std::vector<double> five(5, 0.1), six(6, 0.1);
  EXPECT_EQ(SeenMean(moments_of(five)).p_value(0), 0x1p-4);
  EXPECT_EQ(SeenMean(moments_of(five), {0, 9}).interval(0.05).high, 9) << "1 in 16 would be equal by chance";
  EXPECT_EQ(SeenMean(moments_of(six), {0, 9}).interval(0.05).low, 0.1);
  EXPECT_EQ(SeenMean(moments_of(six), {0, 9}).interval(0.05).high, 0.1);
  EXPECT_EQ(SeenMean(moments_of(six)).p_value(0.1), 1);
  const std::vector<double> ones(3, 1.0), twos(2, 2.0);
  EXPECT_NEAR(SeenMean(difference_of(moments_of(ones), moments_of(twos))).p_value(0), 0.2, 1e-15) << "2 of 10 partings";
}

TEST(Evidence, WhatCannotVaryIsExact) {
  const Evidence constant = evidence_of(std::vector<double>{3, 3}, {3, 3});
  EXPECT_TRUE(constant.is_exact);
  EXPECT_FALSE(constant.is_few);
  EXPECT_EQ(constant.interval.low, 3);
  EXPECT_EQ(constant.interval.high, 3);
  EXPECT_TRUE(constant.is_shown);
  EXPECT_FALSE(evidence_of(std::vector<double>{0, 0, 0}, {0, 0}).is_shown);
  const Evidence equal = evidence_of(std::vector<double>(64, 3.0), {-9, 9});
  EXPECT_FALSE(equal.is_exact) << "only so far";
  EXPECT_EQ(equal.interval.low, 3);
  EXPECT_EQ(equal.interval.high, 3);
}

TEST(Evidence, SaysWhereItRestsOnFewTrials) {
  std::vector<double> values;
  for (int k = 0; k < 64; ++k) values.push_back(1 + 0.1 * std::sin(k));
  EXPECT_DOUBLE_EQ(rarest_seen(64), 64.0 / 3);
  EXPECT_TRUE(evidence_of(std::vector<double>{1, 2, 3}, {0, 9}).is_few);
  EXPECT_FALSE(evidence_of(values, {-10, 10}).is_few);
  EXPECT_TRUE(evidence_of(values, {-10, 10}, {.lines = 100}).is_few) << "a far tail";
}

/// Values with ties, modes, one or no spread, in a reach that may be a point, infinite, or without 0.
struct AnySample {
  std::vector<double> values;
  Interval reach;
};

AnySample any_sample(std::mt19937& words) {
  const auto uniform = [&] { return static_cast<double>(words()) / 4294967296.0; };
  AnySample any{.values = {}, .reach = {-10 * uniform(), 10 * uniform()}};
  const double scale = std::exp(8 * uniform() - 6), shift = words() % 3 == 0 ? 0 : scale * (uniform() - 0.5);
  const auto kind = words() % 6;
  const auto size = words() % 90;
  for (unsigned k = 0; k < size; ++k) {
    const double u = uniform();
    const double x = kind == 0   ? u - 0.5
                     : kind == 1 ? -std::log(u + 1e-9) - 1
                     : kind == 2 ? double(u < 0.05)
                     : kind == 3 ? 1
                     : kind == 4 ? std::round(3 * u) - 1
                                 : 0;
    any.values.push_back(words() % 20 == 0 ? not_a_number : shift + scale * x);
  }
  const auto of_reach = words() % 5;
  if (of_reach == 0) any.reach.low = -infinity;
  if (of_reach == 1) any.reach.high = infinity;
  if (of_reach == 2 && kind == 3) any.reach = {shift + scale, shift + scale};
  for (double& x : any.values)
    if (!std::isnan(x)) x = std::clamp(x, any.reach.low, any.reach.high);
  return any;
}

TEST(Evidence, IntervalAndPValueNeverDisagree) {
  std::mt19937 words(1);
  std::array<int, 2> verdicts{};
  for (int k = 0; k < 10'000; ++k) {
    const auto [values, reach] = any_sample(words);
    const Family family{.alpha = std::array{0.05, 0.01, 0.3}[words() % 3], .lines = words() % 2 == 0 ? 1.0 : 40.0};
    const Evidence evidence = evidence_of(values, reach, family);
    ++verdicts[evidence.is_shown];
    EXPECT_EQ(evidence.p <= family.alpha, evidence.is_shown) << k;
    EXPECT_EQ(evidence.interval.has(0), !evidence.is_shown) << k;
    if (evidence.values > 0) {
      EXPECT_TRUE(evidence.interval.has(evidence.mean)) << k;
    }
    // A summary has the same moments, up to rounding.
    const Evidence summarised = evidence_of(moments_of(summarise(values)), reach, family);
    EXPECT_NEAR(summarised.own_p, evidence.own_p, 1e-6 * evidence.own_p) << k;
  }
  for (const int count : verdicts) EXPECT_GT(count, 200) << "both occur";
}

}  // namespace
}  // namespace regretta
