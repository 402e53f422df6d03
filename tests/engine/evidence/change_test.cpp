// Comparison of old and new values: closed forms and edge cases. evidence_coverage_test.cpp tests error rates of
// differences.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

TEST(Change, TrialsInBothArePaired) {
  const Change change = paired_change({1, 2, not_a_number, 4, 5, 9}, {2, 2, 3, not_a_number, 7}, {.alpha = 0.1});
  EXPECT_TRUE(change.paired);
  EXPECT_EQ(change.new_trials, 3);
  EXPECT_DOUBLE_EQ(change.old_mean, 8.0 / 3);
  EXPECT_DOUBLE_EQ(change.new_mean, 11.0 / 3);
  EXPECT_DOUBLE_EQ(change.difference.mean, 1);
  EXPECT_FALSE(change.same_values);
  const double se = std::sqrt(1.0 / 3);  // standard error of the differences 1, 0, 2
  EXPECT_NEAR(change.least_detectable, (student_beyond(0.05, 2) + student_beyond(0.2, 2)) * se, 1e-12);
  EXPECT_TRUE(change.difference.interval.has(1));
  EXPECT_TRUE(paired_change({1, 2}, {1, 2}).same_values);
  EXPECT_FALSE(paired_change({}, {}).same_values);
}

TEST(Change, IndependentValues) {
  const Change change = independent_change({1, 2, not_a_number, 3}, {2, 4, 6, 8});
  EXPECT_FALSE(change.paired);
  EXPECT_EQ(change.old_trials, 3);
  EXPECT_EQ(change.new_trials, 4);
  EXPECT_DOUBLE_EQ(change.difference.mean, 3);
  EXPECT_TRUE(independent_change({3, 3, 3}, {3, 3}).same_values);
  EXPECT_FALSE(independent_change({3, 4}, {3, 4}).same_values) << "independent values are equal only by chance";
  EXPECT_EQ(independent_change({}, {3, 4}).difference.p, 1);
}

// Without skewness the interval is Welch's; exchanging old and new only mirrors it.
TEST(Change, IndependentDifferencesEqualWelchs) {
  std::vector<double> a, b;
  for (int k = 0; k < 100; ++k) a.push_back(k % 10), b.push_back(3 * (k % 20) + 0.5);
  const double u = std::pow(summarise(a).se, 2), v = std::pow(summarise(b).se, 2);
  const double half = student_beyond(0.025, (u + v) * (u + v) / (u * u / 99 + v * v / 99)) * std::sqrt(u + v);
  const Evidence difference = independent_change(b, a).difference, mirrored = independent_change(a, b).difference;
  EXPECT_DOUBLE_EQ(difference.mean, summarise(a).mean - summarise(b).mean);
  EXPECT_NEAR(difference.interval.low, difference.mean - half, 1e-9);
  EXPECT_NEAR(difference.interval.high, difference.mean + half, 1e-9);
  EXPECT_NEAR(mirrored.interval.low, -difference.interval.high, 1e-9);
  EXPECT_DOUBLE_EQ(mirrored.p, difference.p);
}

}  // namespace
}  // namespace regretta
