// Which learner of a setting may be called the best: closed cases, and how often a named one is wrong.
//   REGRETTA_REPETITIONS=10000 build/release/tests/test_engine --gtest_filter='SeparatedBest*'

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "regretta/engine/evidence/comparison/separated_best.hpp"
#include "simulated_studies.hpp"

namespace regretta {
namespace {

using Values = std::vector<std::vector<double>>;

/// With a reach that is no wider than the values are.
std::optional<std::size_t> least(const Values& values, double alpha, Grade grade = Grade::seen) {
  Interval reach{infinity, -infinity};
  for (const auto& own : values)
    for (const double x : own) reach = {std::fmin(reach.low, x), std::fmax(reach.high, x)};
  const auto shown = shown_least(values, std::vector<Interval>(values.size(), reach), {.alpha = alpha});
  return shown && shown->grade >= grade ? std::optional(shown->at) : std::nullopt;
}

TEST(SeparatedBest, OnlyWhatIsLessThanEveryOther) {
  const std::vector<double> low = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  std::vector<double> high = low, between = low;
  for (double& x : high) x += 50;
  for (std::size_t k = 0; k < between.size(); ++k) between[k] += k % 2 == 0 ? -3 : 3.5;
  constexpr Grade outright = Grade::outright;
  EXPECT_EQ(least({high, low}, 0.01, outright), 1U) << "a constant difference, 50 of at most 61: 2 (1 - 50 / 111)^12";
  EXPECT_EQ(least({high, low}, 6e-4, outright), std::nullopt) << "which shows no more than that";
  EXPECT_EQ(least({high, low}, 6e-4), 1U) << "2 / 2^12";
  EXPECT_EQ(least({low, low}, 0.5), std::nullopt);
  EXPECT_EQ(least({high, low, between}, 0.01), std::nullopt);
  EXPECT_EQ(least({low}, 0.5), std::nullopt);
  EXPECT_EQ(least({}, 0.5), std::nullopt);
}

TEST(SeparatedBest, ALearnerWithoutValuesIsBeatenByNone) {
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> low(20, 1.0), high(20, 2.0), none(20, undefined);
  EXPECT_EQ(least({high, low}, 1e-3), 1U);
  EXPECT_EQ(least({high, low, none}, 1e-3), std::nullopt);
  EXPECT_EQ(least({none, none}, 1e-3), std::nullopt);
  std::vector<double> with_a_failure = high;
  with_a_failure[3] = undefined;
  EXPECT_EQ(least({with_a_failure, low}, 1e-3), 1U) << "19 pairs";
  for (double& x : with_a_failure) x = 1 + 1e-12;
  EXPECT_EQ(least({with_a_failure, low}, 0.5), std::nullopt) << "a difference by rounding";
}

// Five learners, skewed, with common noise, each tested at alpha / 4. First the two best are alike (the others worse by
// a quarter of a standard deviation of the paired difference, so that either may be picked), then all are alike, then
// one is better than all by 4. Claims: a wrong name in at most 5% of studies; the right one outright in at least 70%
// (each of four tests at 1.25% allows for ln(2 / 0.0125) / 64 = 8% of trials at the worst end of the reach, here up to
// 30 standard deviations away).
TEST(SeparatedBestCoverage, WrongNames) {
  constexpr int trials = 64;
  constexpr double alpha = 0.05;
  const double sd = std::sqrt(2 * (std::exp(2) - std::exp(1)));
  const int studies = repetitions(60);
  int two = 0, all = 0, found = 0;
  for (int study = 0; study < studies; ++study) {
    Values alike(5);
    for (int k = 0; k < trials; ++k)
      for (int j = 0; j < 5; ++j)
        alike[static_cast<std::size_t>(j)].push_back(3 * log_normal(study, 0, k) + log_normal(study, 1 + j, k));
    all += least(alike, alpha / 4).has_value();
    Values values = alike;
    for (std::size_t j = 2; j < 5; ++j)
      for (double& x : values[j]) x += 0.25 * sd;
    two += least(values, alpha / 4).has_value();
    values = alike;
    for (double& x : values[3]) x -= 4 * sd;
    found += least(values, alpha / 4, Grade::outright) == 3U;
  }
  if (whole)
    fmt::print("best of 5: wrong {:.4f} (all alike), {:.4f} (two alike), right {:.4f}\n",
               all / static_cast<double>(studies), two / static_cast<double>(studies),
               found / static_cast<double>(studies));
  EXPECT_LE(all, studies * (alpha + simulation_error(alpha, studies)));
  EXPECT_LE(two, studies * (alpha + simulation_error(alpha, studies)));
  EXPECT_GE(found, studies * (0.7 - simulation_error(0.7, studies)));
}

}  // namespace
}  // namespace regretta
