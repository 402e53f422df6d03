// Comparison of old and new values: closed forms, enumeration and edge cases. Error rates and power of the tests that
// engine/evidence/regression uses; see evidence_coverage_test.cpp.
//   REGRETTA_REPETITIONS=10000 build/release/tests/test_engine --gtest_filter='ChangeCoverage.*'

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "simulated_studies.hpp"

#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

TEST(Change, PairsAreTrialsThatBothHave) {
  const Change change = paired_change({1, 2, not_a_number, 4, 5, 9}, {2, 2, 3, not_a_number, 7}, {.alpha = 0.1});
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

using Draw = double (*)(int study, int purpose, int k);

double exponential(int study, int purpose, int k) { return -std::log(uniform(study, purpose, k)); }

std::vector<double> sample(Draw value, int n, int study, int purpose) {
  std::vector<double> values;
  for (int k = 0; k < n; ++k) values.push_back(value(study, purpose, k));
  return values;
}

constexpr std::array tested_levels = {0.05, 0.01, 0.001};

std::string percents(const std::array<int, tested_levels.size()>& alarms, int studies) {
  return fmt::format("{:.2f} | {:.2f} | {:.2f}", 100.0 * alarms[0] / studies, 100.0 * alarms[1] / studies,
                     100.0 * alarms[2] / studies);
}

void count(double p_value, std::array<int, tested_levels.size()>& alarms) {
  for (std::size_t j = 0; j < tested_levels.size(); ++j) alarms[j] += p_value <= tested_levels[j];
}

/// 1, but 100 in this share of trials.
LockIn two_modes(double share) {
  LockIn cell{.name = fmt::format("1, but 100 in {:.0f}%", 100 * share), .values = {}, .reach = {0, 100}};
  for (int k = 0; k < 1000; ++k) cell.values.push_back(k < 1000 * share ? 100 : 1);
  cell.mean = 1 + 99 * share;
  return cell;
}

// Claim: between a learner that locks in and one of the same mean that does not, "changed" is said no more often than
// nominal if the mode is not too rare to be seen.
TEST(ChangeCoverage, WhereALearnerLocksIn) {
  const int studies = repetitions(12);
  std::vector<std::pair<LockIn, double>> cells;  // and the share of the mode, where it is known
  for (LockIn& cell : lock_in_cells()) cells.emplace_back(std::move(cell), 0);
  for (const double share : {0.02, 0.1}) cells.emplace_back(two_modes(share), share);
  if (fully) fmt::print("| values | n | changed 5 | 1 | 0.1 |\n");
  for (const auto& [cell, share] : cells)
    for (const int n : {24, 64, 256}) {
      if (!fully && (n != 64 || share == 0)) continue;
      std::array<int, tested_levels.size()> changed{};
      for (int study = 0; study < studies; ++study) {
        std::vector<double> before, now;
        for (int k = 0; k < n; ++k) {
          const auto size = static_cast<double>(cell.values.size());
          before.push_back(cell.values[static_cast<std::size_t>(uniform(study, 0, k) * size)]);
          now.push_back(cell.mean * (1 + 0.05 * normal(study, 1, k)));
        }
        count(independent_change(before, now).difference.p, changed);
      }
      if (fully) fmt::print("| {} | {} | {} |\n", cell.name, n, percents(changed, studies));
      for (std::size_t j = 0; j < tested_levels.size(); ++j)
        if (share * n >= -std::log(tested_levels[j])) {
          EXPECT_LE(changed[j] / static_cast<double>(studies),
                    tested_levels[j] + simulation_error(tested_levels[j], studies))
              << cell.name << ", level " << tested_levels[j];
        }
    }
}

// Claim: a shift of the size reported as detectable is found in about 80% of studies; slightly less often for few pairs
// and a small level, because Hall's interval is then wider than Student's.
TEST(ChangeCoverage, WhatIsSaidToBeDetectable) {
  const int studies = repetitions(40);
  for (const auto& [name, value, n] : {std::tuple("normal", Draw(&normal), 64), std::tuple("normal", Draw(&normal), 24),
                                       std::tuple("exponential", Draw(&exponential), 64)})
    for (const double level : {0.05, 0.005}) {
      if (!fully && level < 0.05) continue;
      int found_paired = 0, found_independent = 0;
      const auto detectable = [trials = n](double rate, double degrees) {  // for two variances of 1
        return (student_two_sided(1 - rate, degrees) + student_two_sided(0.6, degrees)) * std::sqrt(2.0 / trials);
      };
      const double paired_shift = detectable(level, n - 1), shift = detectable(level, 2 * n - 2);
      for (int study = 0; study < studies; ++study) {
        const auto noise = sample(value, n, study, 0), before = sample(value, n, study, 1);
        const auto own = sample(value, n, study, 2);
        std::vector<double> now, old_pair, new_pair;  // in pairs, the common part cancels
        for (std::size_t k = 0; k < own.size(); ++k) {
          now.push_back(own[k] + shift);
          old_pair.push_back(10 * noise[k] + before[k]);
          new_pair.push_back(10 * noise[k] + own[k] + paired_shift);
        }
        found_independent += independent_change(before, now, {.alpha = level}).difference.p <= level;
        found_paired += paired_change(old_pair, new_pair, {.alpha = level}).difference.p <= level;
      }
      if (fully)
        fmt::print("| {} | {} | {} | paired {:.3f}, independent {:.3f} |\n", name, n, level,
                   found_paired / static_cast<double>(studies), found_independent / static_cast<double>(studies));
      EXPECT_NEAR(found_paired / static_cast<double>(studies), 0.8, 0.07 + simulation_error(0.8, studies)) << name << n;
      EXPECT_NEAR(found_independent / static_cast<double>(studies), 0.8, 0.05 + simulation_error(0.8, studies))
          << name << n;
    }
}

}  // namespace
}  // namespace regretta
