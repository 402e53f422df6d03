// Comparison of old and new values: closed forms, enumeration and edge cases. Error rates: change_coverage_test.cpp.

#include "regretta/engine/evidence/statistics/change.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "regretta/engine/evidence/statistics/bootstrap.hpp"
#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/evidence/statistics/permutation.hpp"
#include "regretta/engine/evidence/statistics/rank_sum.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

double welch(const std::vector<double>& a, const std::vector<double>& b) {
  const Statistic left = summarise(a), right = summarise(b);
  return std::abs(left.mean - right.mean) / std::hypot(left.se, right.se);
}

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

TEST(Permutation, EstimatesTheShareOfAllPartings) {
  const std::vector<double> a = {0.1, 2.5, 0.3, 0.9, 7.0, 0.2}, b = {3.1, 4.5, 2.3, 9.9, 1.2};
  double beyond = 0, all = 0;
  for_each_parting(a, b, [&](const auto& one, const auto& other) {
    beyond += welch(one, other) >= welch(a, b) * (1 - 1e-9);
    ++all;
  });
  ASSERT_EQ(all, 462);
  const double exact = beyond / all;
  const double error = 4 * std::sqrt(exact * (1 - exact) / 100'000);
  EXPECT_NEAR(permutation_p_value(a, b, 99'999), exact, error);
  EXPECT_NEAR(permutation_p_value(b, a, 99'999), exact, error);
  const double early = permutation_p_value(a, b, 99'999, 1000);
  EXPECT_NEAR(early, exact, 4 * exact / std::sqrt(1000));
  EXPECT_NEAR(std::remainder(1000 / early, 1), 0, 1e-9) << "1000 of as many as it took";
}

TEST(Permutation, Edges) {
  EXPECT_EQ(permutation_p_value({1}, {5, 6}, 99), 1) << "one value has no spread";
  EXPECT_EQ(permutation_p_value({5, 5, 5}, {5, 5}, 99), 1);
  EXPECT_NEAR(permutation_p_value({1, 1, 1}, {2, 2, 2}, 9999), 0.1, 0.01) << "2 of 20 partings set them apart";
  std::vector<double> low(40, 0.0), high(40, 1.0);
  EXPECT_EQ(permutation_p_value(low, high, 999), 1.0 / 1000);
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

TEST(BootstrapDifference, IsWelchWhereNothingIsSkewed) {
  std::vector<double> a, b;
  for (int k = 0; k < 100; ++k) a.push_back(std::sin(k)), b.push_back(3 * std::sin(2 * k) + 0.5);
  const BootstrapMean difference = BootstrapMean::difference(a, b, 3999);
  const double u = std::pow(summarise(a).se, 2), v = std::pow(summarise(b).se, 2);
  EXPECT_DOUBLE_EQ(difference.se(), std::sqrt(u + v));
  EXPECT_DOUBLE_EQ(difference.degrees(), (u + v) * (u + v) / (u * u / 99 + v * v / 99));
  EXPECT_DOUBLE_EQ(difference.mean(), summarise(a).mean - summarise(b).mean);
  const double student = student_two_sided(0.95, difference.degrees()) * difference.se();
  const Interval interval = difference.interval(0.95);
  EXPECT_LE(interval.low, difference.mean() - student);
  EXPECT_GE(interval.high, difference.mean() + student);
  EXPECT_NEAR(interval.high - interval.low, 2 * student, 0.1 * student);
  const double p = difference.p_value_at_most(-0.9), q = difference.p_value_at_least(-0.9);
  EXPECT_EQ(difference.p_value(-0.9), std::min(1.0, 2 * std::min(p, q)));
  EXPECT_GT(p + q, 1) << "each is the larger one of two";
  EXPECT_NEAR(BootstrapMean::difference({1, 1, 1}, {2, 2}, 99).p_value(0), 0.2, 1e-12) << "2 of 10 partings";
  EXPECT_EQ(BootstrapMean::difference({1}, {2, 3}, 99).p_value(0), 1);
}

TEST(Change, PairsAreTrialsThatBothHave) {
  const Change change =
      paired_change({1, 2, not_a_number, 4, 5, 9}, {2, 2, 3, not_a_number, 7}, {.level = 0.9, .least_p = 0.1});
  EXPECT_TRUE(change.paired);
  EXPECT_EQ(change.new_trials, 3);
  EXPECT_DOUBLE_EQ(change.old_mean, 8.0 / 3);
  EXPECT_DOUBLE_EQ(change.new_mean, 11.0 / 3);
  EXPECT_DOUBLE_EQ(change.difference, 1);
  EXPECT_FALSE(change.same_values);
  const double se = std::sqrt(1.0 / 3);  // of 1, 0, 2
  EXPECT_NEAR(change.least_detectable, (student_two_sided(0.9, 2) + student_two_sided(0.6, 2)) * se, 1e-12);
  EXPECT_TRUE(change.interval.has(1));
  EXPECT_TRUE(paired_change({1, 2}, {1, 2}).same_values);
  EXPECT_FALSE(paired_change({}, {}).same_values);
}

TEST(Change, IndependentValues) {
  const Change change = independent_change({1, 2, not_a_number, 3}, {2, 4, 6, 8});
  EXPECT_FALSE(change.paired);
  EXPECT_EQ(change.old_trials, 3);
  EXPECT_EQ(change.new_trials, 4);
  EXPECT_DOUBLE_EQ(change.difference, 3);
  EXPECT_TRUE(independent_change({3, 3, 3}, {3, 3}).same_values);
  EXPECT_FALSE(independent_change({3, 4}, {3, 4}).same_values) << "the same only by chance";
  EXPECT_EQ(independent_change({}, {3, 4}).p_value, 1);
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
  EXPECT_EQ(paired_change(old_values, old_values, {.margin = 0.0}).outright_within, 0);
  EXPECT_EQ(paired_change(old_values, new_values).p_within, 1) << "nobody asked";
}

// Two of 256 trials lock in, and none of the others: a share that chance may double.
TEST(Change, AFewTrialsOfARareModeAreNoMeasureOfItsShare) {
  std::vector<double> before, now, once_more;
  for (int k = 0; k < 256; ++k) {
    before.push_back(k < 2 ? 100 : 1);
    now.push_back(3 + 0.01 * (k % 5));
    once_more.push_back(1 + 0.01 * (k % 5));
  }
  EXPECT_LT(permutation_p_value(now, before, 1999), 0.01);
  EXPECT_GT(independent_change(before, now).p_value, 0.05);
  EXPECT_LT(independent_change(once_more, now).p_value, 0.001);
  // Of two values, the permutation test is exact.
  const std::vector<double> none(64, 0.0);
  std::vector<double> some = none;
  for (std::size_t k = 0; k < 8; ++k) some[k] = 1;
  EXPECT_EQ(independent_change(none, some).p_value, resolved_permutation_p_value(some, none, 1999, 0.05));
}

TEST(Change, OutrightIsWhatUnseenTrialsCannotUndo) {
  std::vector<double> before, now;
  for (int k = 0; k < 60; ++k) {
    before.push_back(10 + std::sin(k));
    now.push_back(11 + std::sin(k) + 0.1 * std::sin(3 * k));
  }
  for (const bool paired : {true, false})
    for (const double sign : {1.0, -1.0}) {
      std::vector<double> old_values = before, new_values = now;
      for (double& x : old_values) x *= sign;
      for (double& x : new_values) x *= sign;
      const auto change = [&](double reach, double margin) {
        ChangeTest test{.margin = margin, .old_reach = {10.5 - reach, 10.5 + reach}};
        if (sign < 0) test.old_reach = {-test.old_reach.high, -test.old_reach.low};
        test.new_reach = test.old_reach;
        return paired ? paired_change(old_values, new_values, test) : independent_change(old_values, new_values, test);
      };
      const Change narrow = change(2.5, 0.2), wide = change(500, 0.2), unknown = change(infinity, 0.2);
      EXPECT_GE(narrow.outright_p, narrow.p_value);
      EXPECT_LT(narrow.outright_p, 0.05);
      EXPECT_GT(wide.outright_p, 0.05) << "one trial of 500 less is enough";
      EXPECT_EQ(wide.p_value, narrow.p_value);
      EXPECT_EQ(unknown.outright_p, 1);
      EXPECT_LT(narrow.outright_within, 0.05);
      EXPECT_GT(wide.outright_within, 0.05);
      EXPECT_EQ(narrow.outright_beyond, 1) << "nor is it seen";
      EXPECT_LT(change(2.5, 0.01).outright_beyond, 0.05);
      EXPECT_GT(change(500, 0.01).outright_beyond, 0.05);
      EXPECT_EQ(change(2.5, 0.01).outright_within, 1);
    }
  const std::vector<double> few = {1, 2, 3, 4, 5}, many(50, 9.0);  // each of the few beside the mean of ten
  const Change uneven = independent_change(many, few, {.old_reach = {0, 10}, .new_reach = {0, 10}});
  EXPECT_NEAR(uneven.outright_p, mean_p_value({-8, -7, -6, -5, -4}, {-10, 10}), 1e-12);
}

}  // namespace
}  // namespace regretta
