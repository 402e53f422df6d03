// p-values of permutation tests too small to be counted, against sums over all subsets and against counts.

#include "regretta/engine/evidence/statistics/permutation_tail.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/statistics/bootstrap_tail.hpp"
#include "regretta/engine/evidence/statistics/change.hpp"
#include "regretta/engine/evidence/statistics/permutation.hpp"
#include "regretta/engine/evidence/statistics/welch_parts.hpp"
#include "simulated_studies.hpp"

namespace regretta {
namespace {

using Pair = std::pair<std::vector<double>, std::vector<double>>;

/// The share of all subsets whose statistic is at least the observed one.
double exact_p(const Pair& pair) {
  const PooledValues pooled(pair.first, pair.second);
  const WelchOfPart statistic(pooled);
  const double observed = WelchOfPart::observed(pooled);
  std::int64_t beyond = 0, all = 0;
  for (unsigned subset = 0; subset < 1U << pooled.values.size(); ++subset) {
    if (std::popcount(subset) != static_cast<int>(pooled.part)) continue;
    PartSums sums;
    for (std::size_t k = 0; k < pooled.values.size(); ++k)
      if ((subset >> k & 1U) != 0) sums.add(pooled.values[k]);
    ++all;
    beyond += statistic(sums) >= observed;
  }
  return static_cast<double>(beyond) / static_cast<double>(all);
}

// Claim: the relative standard error is about 5%; 25% is five of them. The smallest p-value is 1 of 6,188.
TEST(PermutationTail, EqualsTheSumOverAllSubsets) {
  const std::vector<Pair> pairs = {{{1, 2, 3, 4, 5, 6.5, 7}, {8, 9, 10, 11, 12, 13.5, 14}},  // the most extreme subset
                                   {{1, 2, 3, 4, 5, 6, 9.5}, {8, 9, 10, 11, 12, 7, 14}},     // nearly so
                                   {{1, 5, 3, 8, 2, 6, 4}, {2, 9, 3, 4, 6, 7, 8}},           // an ordinary one
                                   {{0, 0, 0, 0, 1, 0, 0}, {1, 1, 1, 0, 1, 1, 1}},           // with ties
                                   {{1, 1.1, 1.2, 1.3, 0.9}, {2, 2.5, 3, 9, 40, 3.5, 2.2, 2.1, 2.7, 2.6, 2.4, 3.1}},
                                   {{50, 60, 41}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},  // few against many
                                   {{1, 2}, {30, 31, 33, 32.5, 34, 36, 31.5, 35, 29}}};
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double expected = exact_p(pairs[k]);
    EXPECT_NEAR(permutation_tail(pairs[k].first, pairs[k].second) / expected, 1, 0.25) << k << ", " << expected;
  }
  const Pair apart = {{1, 1, 1, 1}, {2, 2, 2, 2, 2}};
  EXPECT_DOUBLE_EQ(permutation_tail(apart.first, apart.second), 1.0 / 126) << "no spread";
}

std::vector<double> drawn(bool heavy, int n, int study, double shift) {
  std::vector<double> values;
  for (int k = 0; k < n; ++k) values.push_back(shift + (heavy ? log_normal(study, 0, k) : normal(study, 0, k)));
  return values;
}

// With n values each, a count c of 100,000 permutations agrees within five standard errors, of 1 / sqrt(c) and 5%.
TEST(PermutationTail, EqualsCounts) {
  constexpr int permutations = 100'000;
  for (const bool heavy : {false, true})
    for (const auto& [n, m] : {std::pair(24, 24), std::pair(40, 12)}) {
      const std::vector<double> a = drawn(heavy, n, 1, 0), b = drawn(heavy, m, 2, heavy ? 1.2 : 0.9);
      const double count = permutation_p_value(a, b, permutations) * (permutations + 1) - 1;
      ASSERT_GT(count, 20) << n << heavy;
      EXPECT_NEAR(permutation_tail(a, b) * permutations / count, 1, 5 * std::hypot(1 / std::sqrt(count), 0.05))
          << n << heavy << ", " << count;
    }
}

// What 4 million permutations could not show; and the largest p-values are still counted.
TEST(PermutationTail, ResolvesAnyPValue) {
  const std::vector<double> a = drawn(false, 64, 1, 0), b = drawn(false, 64, 2, 3);
  const auto p_value = [&](double least_p) { return independent_change(a, b, {.least_p = least_p}).p_value; };
  EXPECT_EQ(p_value(1e-9), least_resolved(1e-9));
  EXPECT_LT(p_value(1e-9), 1e-9);
  EXPECT_GT(p_value(1e-3), 1e-4) << "not more than asked for";
  EXPECT_EQ(resolved_permutation_p_value(a, a, 1999, 1e-9), permutation_p_value(a, a, 1999));
  EXPECT_LT(permutation_tail(a, b), 1e-20);
}

TEST(PermutationTail, MarginsAreResolvedToo) {
  const std::vector<double> a = drawn(false, 64, 1, 100), b = drawn(false, 64, 2, 100);
  std::vector<double> beyond;
  for (const double x : b) beyond.push_back(1.2 * x);
  const ChangeTest test{.least_p = 1e-9, .margin = 0.1};
  for (const auto& change : {paired_change, independent_change}) {
    EXPECT_LT(change(a, b, test).p_within, 1e-9);
    EXPECT_GT(change(a, b, test).p_beyond, 0.5);
    EXPECT_LT(change(a, beyond, test).p_beyond, 1e-9);
    EXPECT_GT(change(a, beyond, test).p_within, 0.5);
  }
}

TEST(PermutationTail, LeavesLargeSamplesToCounting) {
  EXPECT_TRUE(has_permutation_tail(1000, 1000));
  EXPECT_FALSE(has_permutation_tail(100'000, 100'000));
}

}  // namespace
}  // namespace regretta
