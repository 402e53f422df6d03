// Comparison of old and new values: closed forms, enumeration and edge cases. Error rates: change_coverage_test.cpp.

#include "regretta/engine/evidence/statistics/change.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// Visits every way to split the pooled values into two groups of the given sizes.
template <class Visit>
void for_each_parting(const std::vector<double>& a, const std::vector<double>& b, const Visit& visit) {
  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  for (unsigned chosen = 0; chosen < 1U << all.size(); ++chosen) {
    if (static_cast<std::size_t>(std::popcount(chosen)) != a.size()) continue;
    std::vector<double> one, other;
    for (std::size_t k = 0; k < all.size(); ++k) (chosen >> k & 1U ? one : other).push_back(all[k]);
    visit(one, other);
  }
}

TEST(RankSum, IsTheShareOfAllPartings) {
  for (const auto& [a, b] : {std::pair(std::vector<double>{1.5, 2, 0.2, 4, 9}, std::vector<double>{3, 7, 8, 1}),
                             std::pair(std::vector<double>{1, 2, 2, 2}, std::vector<double>{2, 3, 3, 1, 2, 3})}) {
    const auto midranks = [](const std::vector<double>& of, const std::vector<double>& among) {
      double sum = 0;
      for (const double x : of) {
        for (const double y : among) sum += y < x ? 1 : y == x ? 0.5 : 0;
      }
      return sum;
    };
    double greater = 0, less = 0, all = 0;
    const double observed = midranks(b, a);
    for_each_parting(a, b, [&](const auto& one, const auto& other) {
      const double now = midranks(other, one);
      greater += now >= observed;
      less += now <= observed;
      ++all;
    });
    const RankSum ranks = rank_sum_test(a, b);
    EXPECT_NEAR(ranks.p_greater, greater / all, 1e-12);
    EXPECT_NEAR(ranks.p_less, less / all, 1e-12);
  }
  EXPECT_NEAR(rank_sum_test({1, 2, 3}, {4, 5, 6}).p_greater, 0.05, 1e-15);  // R: wilcox.test(1:3, 4:6, "less")
  EXPECT_EQ(rank_sum_test({1, 2, 3}, {4, 5, 6}).p_less, 1);
  EXPECT_EQ(rank_sum_test({}, {1}).p_less, 1);
  EXPECT_EQ(rank_sum_test({1, 1}, {1, 1}).p_greater, 1);
}

TEST(RankSum, NormalTailsJoinTheExactOnes) {
  std::vector<double> a, b;
  for (int k = 0; k < 50; ++k) {
    a.push_back(std::sin(k));
    b.push_back(std::sin(3 * k) + 0.25);
  }
  const RankSum exact = rank_sum_test(a, b);
  a.push_back(summarise(a).q50);
  const RankSum approximate = rank_sum_test(a, b);
  EXPECT_GT(exact.p_greater, 0.001);
  EXPECT_LT(exact.p_greater, 0.1);
  EXPECT_NEAR(approximate.p_greater, exact.p_greater, 0.1 * exact.p_greater);
  EXPECT_EQ(rank_sum_test(std::vector<double>(60, 1), std::vector<double>(60, 1)).p_greater, 1);
}

TEST(Change, PairsAreTrialsThatBothHave) {
  const Change change =
      paired_change({1, 2, not_a_number, 4, 5, 9}, {2, 2, 3, not_a_number, 7}, {.family = {.alpha = 0.1}});
  EXPECT_TRUE(change.paired);
  EXPECT_EQ(change.new_trials, 3);
  EXPECT_DOUBLE_EQ(change.old_mean, 8.0 / 3);
  EXPECT_DOUBLE_EQ(change.new_mean, 11.0 / 3);
  EXPECT_DOUBLE_EQ(change.difference.mean, 1);
  EXPECT_FALSE(change.same_values);
  const double se = std::sqrt(1.0 / 3);  // of 1, 0, 2
  EXPECT_NEAR(change.least_detectable, (student_two_sided(0.9, 2) + student_two_sided(0.6, 2)) * se, 1e-12);
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
  EXPECT_FALSE(independent_change({3, 4}, {3, 4}).same_values) << "the same only by chance";
  EXPECT_EQ(independent_change({}, {3, 4}).difference.p, 1);
}

TEST(Change, MarginsTurnAroundWithTheSign) {
  std::vector<double> old_values, new_values;
  for (int k = 0; k < 50; ++k) {
    old_values.push_back(10 + std::sin(k));
    new_values.push_back(11 + std::sin(k) + 0.1 * std::sin(3 * k));  // 10% more
  }
  std::vector<double> old_negative, new_negative;
  for (const double x : old_values) old_negative.push_back(-x);
  for (const double x : new_values) new_negative.push_back(-x);
  for (const bool paired : {true, false})
    for (const bool negative : {true, false}) {
      const auto& before = negative ? old_negative : old_values;
      const auto& now = negative ? new_negative : new_values;
      const auto change = [&](double margin) {
        const ChangeTest test{.margin = margin};
        return paired ? paired_change(before, now, test) : independent_change(before, now, test);
      };
      EXPECT_LT(change(0.2).p_within, 0.01);
      EXPECT_GT(change(0.2).p_beyond, 0.5);
      EXPECT_LT(change(0.02).p_beyond, 0.01);
      EXPECT_GT(change(0.02).p_within, 0.5);
      EXPECT_LT(change(0).p_beyond, 0.01) << "no margin: any difference";
      EXPECT_GT(change(0).p_within, 0.5);
    }
  EXPECT_EQ(paired_change(old_values, old_values, {.margin = 0.0}).p_within, 0);
  EXPECT_EQ(paired_change(old_values, new_values).p_within, 1) << "nobody asked";
}

// Paired values, too, are within the margin by Hall's or Student's form, whichever claims less.
TEST(Change, AtTheMarginSkewnessLowersNoPValue) {
  std::vector<double> skewed;
  for (int k = 0; k < 40; ++k) skewed.push_back(-std::log((k + 0.5) / 40));
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> before(skewed.size(), 10.0), now;
    for (const double x : skewed) now.push_back(14.6 + sign * (x - summarise(skewed).mean));  // margin 15
    const double p = student_cdf((summarise(now).mean - 15) / summarise(now).se, 39);
    const double within = paired_change(before, now, {.margin = 0.5}).p_within;
    EXPECT_GE(within, p - 1e-12) << sign;
    if (sign < 0) {
      EXPECT_NEAR(within, p, 1e-12) << "Hall's form would claim more";
    }
  }
}

// Welch's t without skewness, and the same whichever of the two is called old.
TEST(Change, IndependentDifferencesAreWelchs) {
  std::vector<double> a, b;
  for (int k = 0; k < 100; ++k) a.push_back(k % 10), b.push_back(3 * (k % 20) + 0.5);
  const double u = std::pow(summarise(a).se, 2), v = std::pow(summarise(b).se, 2);
  const double half = student_two_sided(0.95, (u + v) * (u + v) / (u * u / 99 + v * v / 99)) * std::sqrt(u + v);
  const Evidence difference = independent_change(b, a).difference, turned = independent_change(a, b).difference;
  EXPECT_DOUBLE_EQ(difference.mean, summarise(a).mean - summarise(b).mean);
  EXPECT_NEAR(difference.interval.low, difference.mean - half, 1e-9);
  EXPECT_NEAR(difference.interval.high, difference.mean + half, 1e-9);
  EXPECT_NEAR(turned.interval.low, -difference.interval.high, 1e-9);
  EXPECT_DOUBLE_EQ(turned.p, difference.p);
}

}  // namespace
}  // namespace regretta
