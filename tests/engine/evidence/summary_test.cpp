// Summaries of the trials of a cell and of its curves; Student's t. Quantiles, means of the worst trials and
// probabilities: closed forms, and coverage of their intervals, which hold for any distribution.
//   REGRETTA_REPETITIONS=10000 build/release/tests/test_engine --gtest_filter='Tails*'

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include "simulated_studies.hpp"

#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

TEST(Summary, ClosedForms) {
  const Statistic statistic = summarise({4, 1, 3, 2});
  EXPECT_EQ(statistic.count, 4);
  EXPECT_EQ(statistic.mean, 2.5);
  EXPECT_DOUBLE_EQ(statistic.se, std::sqrt(5.0 / 3 / 4));  // squares 5, sample variance 5/3
  EXPECT_EQ(statistic.q50, 2.5);
  EXPECT_DOUBLE_EQ(statistic.q05, 1.15);  // 1 + 0.05 * 3
  EXPECT_DOUBLE_EQ(statistic.q95, 3.85);
}

TEST(Summary, QuantilesAreOfTypeSeven) {
  // R: quantile(c(0, 1, 4, 9, 16), c(.05, .5, .95), type = 7)
  const Statistic statistic = summarise({16, 9, 4, 1, 0});
  EXPECT_DOUBLE_EQ(statistic.q05, 0.2);
  EXPECT_EQ(statistic.q50, 4);
  EXPECT_DOUBLE_EQ(statistic.q95, 14.6);
}

TEST(Summary, FewValues) {
  EXPECT_EQ(summarise({}).count, 0);
  EXPECT_TRUE(std::isnan(summarise({}).mean));
  EXPECT_TRUE(std::isnan(summarise({not_a_number, not_a_number}).q50));
  const Statistic single = summarise({not_a_number, 7});
  EXPECT_EQ(single.count, 1);
  EXPECT_EQ(single.mean, 7);
  EXPECT_TRUE(std::isnan(single.se));
  EXPECT_EQ(single.q05, 7);
  EXPECT_EQ(single.q95, 7);
}

TEST(Summary, EqualValuesHaveNoSpread) {
  const Statistic statistic = summarise(std::vector<double>(37, 0.1));
  EXPECT_EQ(statistic.mean, 0.1);
  EXPECT_EQ(statistic.se, 0);
  EXPECT_EQ(statistic.q95, 0.1);
}

TEST(Summary, InfeasibleAndFailedTrials) {
  CellFold fold({.checkpoints = 2}), fold_of_three({.checkpoints = 2});
  std::vector<TrialResult> trials;
  for (int k = 0; k < 5; ++k) {
    TrialResult trial;
    trial.trial = k;
    std::ranges::fill(trial.quantities, k);
    for (int point = 0; point < 2; ++point) trial.curve.push_back({1.0 * k, 2, 3, 4});
    if (k == 1) trial[Quantity::opt] = trial[Quantity::regret] = trial[Quantity::expected_regret] = not_a_number;
    if (k == 1) trial.curve[1][0] = not_a_number;
    if (k == 3) trial.failure = Failure{17, "left the simplex"};
    trials.push_back(trial);
    fold.add(trial);
  }
  EXPECT_TRUE(fold.end_pass());
  const CellSummary& summary = fold.summary();
  EXPECT_EQ(summary.trials, 5);
  EXPECT_EQ(summary.infeasible, 1);
  EXPECT_EQ(summary.failed, 1);
  EXPECT_EQ(summary[Quantity::regret].count, 3);
  EXPECT_EQ(summary[Quantity::regret].mean, 2);  // trials 0, 2 and 4
  EXPECT_EQ(summary[Quantity::violation].count, 4);
  EXPECT_EQ(summary[Quantity::violation].mean, 1.75);
  EXPECT_EQ(summary.curve[0][0].count, 4);
  EXPECT_EQ(summary.curve[1][0].count, 3);
  EXPECT_EQ(summary.curve[1][2].mean, 3);

  int passes = 0;
  do {
    for (const TrialResult& trial : trials) fold_of_three.add(trial, 3);
    ++passes;
  } while (!fold_of_three.end_pass());
  EXPECT_EQ(passes, (static_cast<int>(num_quantities) + 2 * 4 + 2) / 3) << "three numbers at once";
  EXPECT_EQ(fold_of_three.summary().failed, 1) << "a failed trial is counted once, not in every pass";
  for_each_statistic(summary, [](const Statistic& statistic) { EXPECT_GT(statistic.count, 0); });
  std::vector<double> values_of_one_pass, values_of_passes;
  for_each_statistic(summary, [&](const Statistic& statistic) {
    values_of_one_pass.insert(values_of_one_pass.end(), {statistic.mean, statistic.q05, statistic.q95});
  });
  for_each_statistic(fold_of_three.summary(), [&](const Statistic& statistic) {
    values_of_passes.insert(values_of_passes.end(), {statistic.mean, statistic.q05, statistic.q95});
  });
  EXPECT_EQ(values_of_one_pass, values_of_passes);
}

TEST(Student, TablesAndClosedForms) {
  EXPECT_NEAR(student_beyond(0.025, 1), 12.706204736174694, 1e-9);  // tan(0.95 pi / 2)
  EXPECT_NEAR(student_beyond(0.025, 2), 0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)), 1e-10);
  EXPECT_NEAR(student_beyond(0.025, 10), 2.2281388519649385, 1e-10);
  EXPECT_NEAR(student_beyond(0.025, 63), 1.9983405425207412, 1e-9);
  EXPECT_NEAR(student_beyond(0.025, 1e6), 1.959966, 3e-6);
  EXPECT_NEAR(student_beyond(0.0005, 7), 5.407882520861725, 1e-8);
  EXPECT_NEAR(student_cdf(1.0, 1), 0.75, 1e-14);
  EXPECT_NEAR(student_cdf(-1.0, 1), 0.25, 1e-14);
  EXPECT_EQ(student_cdf(0.0, 5), 0.5);
  EXPECT_NEAR(student_cdf(-20, 999), 2.0836922465214989e-75, 1e-87);  // this and the next two: mpmath, 48 digits
  EXPECT_NEAR(student_cdf(0.1, 1e6), 0.53982782725397842, 1e-15);
  EXPECT_NEAR(student_beyond(0.2, 1e6), 0.84162159301398397, 1e-14);
}

TEST(Student, Edges) {
  EXPECT_EQ(student_cdf(-infinity, 5), 0);
  EXPECT_EQ(student_cdf(infinity, 5), 1);
  EXPECT_NEAR(student_beyond(0.025, infinity), 1.9599639845400542, 1e-14);  // the normal quantile
  EXPECT_NEAR(student_beyond(0.025, 1e20), 1.9599639845400542, 1e-14);
  EXPECT_EQ(student_beyond(0, 5), infinity);
  // Welch's degrees of freedom if variances underflow.
  EXPECT_TRUE(std::isnan(student_cdf(1, Statistic::nan)));
  EXPECT_TRUE(std::isnan(student_beyond(0.025, Statistic::nan)));
  EXPECT_TRUE(std::isnan(student_cdf(Statistic::nan, 5)));
}

std::vector<double> first_numbers(int n) {
  std::vector<double> values;
  for (int k = 1; k <= n; ++k) values.push_back(k);
  return values;
}

TEST(Tails, QuantilesLieBetweenOrderStatistics) {
  // Binomial(10, 1/2): P(X <= 1) = 1.07%, P(X <= 2) = 5.5%
  const TailEstimate median = quantile_estimate(first_numbers(10), 0.5, {0, 100}, 0.95);
  EXPECT_EQ(median.estimate, 5.5);
  EXPECT_EQ(median.interval.low, 2);
  EXPECT_EQ(median.interval.high, 9);
  const TailEstimate high_quantile = quantile_estimate(first_numbers(64), 0.95, {0, 100}, 0.95);
  EXPECT_EQ(high_quantile.interval.high, 100) << "0.95^64 = 3.8%: all values may be below it";
  EXPECT_EQ(quantile_estimate(first_numbers(72), 0.95, {0, 100}, 0.95).interval.high, 72) << "0.95^72 = 2.49%";
  const TailEstimate low_quantile = quantile_estimate(first_numbers(64), 0.05, {0, 100}, 0.95);
  EXPECT_EQ(low_quantile.interval.low, 0);
  EXPECT_EQ(low_quantile.interval.high, 65 - high_quantile.interval.low) << "it mirrors that of the 95% quantile";
}

TEST(Tails, MeanOfTheWorstTrialsAndProbabilities) {
  const TailEstimate worst = cvar_estimate(first_numbers(100), 0.95, {0, 100}, 0.95);
  EXPECT_DOUBLE_EQ(worst.estimate, 98) << "the mean of 96 to 100";
  EXPECT_EQ(worst.interval.high, 100) << "up to 13.6% of the trials may lie at the end of the reach";
  EXPECT_LT(worst.interval.low, 98);
  EXPECT_GT(worst.interval.low, 80);
  const TailEstimate fractional = cvar_estimate({0, 10}, 0.25, {0, 10}, 0.95);
  EXPECT_DOUBLE_EQ(fractional.estimate, 20.0 / 3) << "10 has weight 2/3 and 0 has weight 1/3";
  const TailEstimate constant = cvar_estimate({5, 5, 5}, 0.5, {5, 5}, 0.9);
  EXPECT_EQ(constant.interval.low, 5);
  EXPECT_EQ(constant.interval.high, 5);
  const TailEstimate probability = chance_above(first_numbers(10), 8, 0.95);
  EXPECT_DOUBLE_EQ(probability.estimate, 0.2);
  EXPECT_NEAR(probability.interval.low, 0.0252, 1e-4);
  EXPECT_NEAR(probability.interval.high, 0.5561, 1e-4);
}

/// Quantiles, and means of the values above a quantile, of a population of equally likely values in ascending order.
double true_quantile(const std::vector<double>& sorted, double p) {
  return sorted[static_cast<std::size_t>(std::ceil(p * static_cast<double>(sorted.size()))) - 1];
}
double true_cvar(const std::vector<double>& sorted, double p) {
  const auto first_worst = static_cast<std::ptrdiff_t>(p * static_cast<double>(sorted.size()));
  double sum = 0;
  for (auto x = sorted.begin() + first_worst; x != sorted.end(); ++x) sum += *x;
  return sum / static_cast<double>(sorted.end() - sorted.begin() - first_worst);
}

// Claim: each end of an interval misses in at most 2.5% of studies, even for learners that lock in.
TEST(TailsCoverage, IntervalsCoverTailsOfRealCells) {
  const int studies = repetitions(60);
  constexpr double level = 0.95, nominal = (1 - level) / 2;
  if (full_run) fmt::print("| values | n | median | 95% | mean of worst 5% |\n|---|---|---|---|---|\n");
  for (const LockIn& cell : lock_in_cells())
    for (const int n : full_run ? std::vector<int>{24, 64, 256} : std::vector<int>{64}) {
      Misses median, high, worst;
      for (int study = 0; study < studies; ++study) {
        std::vector<double> values;
        for (int k = 0; k < n; ++k)
          values.push_back(cell.values[static_cast<std::size_t>(uniform(study, 0, k) * 8000)]);
        std::ranges::sort(values);
        median.add(true_quantile(cell.values, 0.5), quantile_estimate(values, 0.5, cell.reach, level).interval,
                   studies);
        high.add(true_quantile(cell.values, 0.95), quantile_estimate(values, 0.95, cell.reach, level).interval,
                 studies);
        worst.add(true_cvar(cell.values, 0.95), cvar_estimate(values, 0.95, cell.reach, level).interval, studies);
      }
      if (full_run)
        fmt::print("| {} | {} | {} | {} | {} |\n", cell.name, n, median.percent(), high.percent(), worst.percent());
      const double most = nominal + simulation_error(nominal, studies);
      for (const Misses& misses : {median, high, worst}) {
        EXPECT_LE(misses.below, most) << cell.name;
        EXPECT_LE(misses.above, most) << cell.name;
      }
    }
}

TrialSeries series_of(std::vector<double> values) {
  TrialSeries series{.trials = {}, .values = std::move(values)};
  for (std::size_t k = 0; k < series.values.size(); ++k) series.trials.push_back(static_cast<std::int64_t>(k));
  return series;
}

TEST(RareMode, IsFoundWithItsTrials) {
  std::vector<double> values;
  for (int k = 0; k < 64; ++k) values.push_back(20 + 5 * std::sin(7.0 * k));
  EXPECT_FALSE(rare_mode(values));
  values[17] = 1190;
  values[40] = 1195;
  const auto mode = rare_mode(values);
  ASSERT_TRUE(mode);
  EXPECT_EQ(mode->values, 2);
  EXPECT_EQ(trials_of(*mode, series_of(values)), (std::vector<std::int64_t>{40, 17}));
  EXPECT_EQ(mode->nearest, 1190);
  EXPECT_LE(mode->others, 25);
  EXPECT_NEAR(mode->share.low, 0.0038, 1e-4);
  EXPECT_NEAR(mode->share.high, 0.1084, 1e-4);
  EXPECT_NEAR(mode->mean_of_others, 20, 1);
  EXPECT_NEAR(mode->mean, mode->mean_of_others + 2 * (1192.5 - mode->mean_of_others) / 64, 1e-6);
  for (double& x : values) x = -x;
  EXPECT_EQ(rare_mode(values)->nearest, -1190) << "rare modes below the others are found, too";
  EXPECT_FALSE(rare_mode(std::vector<double>(64, 3.0)));
  std::vector<double> equal(64, 3.0);
  equal[5] = 4;
  EXPECT_TRUE(rare_mode(equal)) << "a sample with only two values";
  EXPECT_FALSE(rare_mode({1, 2, 3, 1000})) << "four values are too few";
}

TEST(RareMode, TimeIsNotQuadraticInTheTrials) {
  const auto seconds = [](int n) {
    std::vector<double> values;
    for (int k = 0; k < n; ++k) values.push_back(20 + 5 * std::sin(7.0 * k));
    const std::clock_t begin = std::clock();
    EXPECT_FALSE(rare_mode(values));
    return static_cast<double>(std::clock() - begin);
  };
  EXPECT_LE(seconds(800'000), 30 * seconds(100'000)) << "64 times as long if every candidate is summed anew";
}

// Claim: a rare mode is reported for few samples without one, and for most samples of bccf that contain its rare mode.
TEST(RareModeCoverage, FalseReportsAreRareAndRealModesAreFound) {
  const int studies = repetitions(300);
  const auto share = [&](const std::function<double(int, int)>& value) {
    int reported = 0;
    for (int study = 0; study < studies; ++study) {
      std::vector<double> values;
      for (int k = 0; k < 64; ++k) values.push_back(value(study, k));
      reported += rare_mode(values).has_value();
    }
    return reported / static_cast<double>(studies);
  };
  const double none = share([](int s, int k) { return normal(s, 0, k); });
  const double skewed = share([](int s, int k) { return -std::log(uniform(s, 0, k)); });
  const double heavy = share([](int s, int k) { return log_normal(s, 0, k); });
  const LockIn bccf = lock_in_cells()[2];  // its violation, 8,000 values
  const double locked =
      share([&](int s, int k) { return bccf.values[static_cast<std::size_t>(uniform(s, 0, k) * 8000)]; });
  if (full_run)
    fmt::print("rare mode: normal {:.2f}%, exponential {:.2f}%, log-normal {:.2f}%, bccf {:.1f}%\n", 100 * none,
               100 * skewed, 100 * heavy, 100 * locked);
  EXPECT_EQ(none, 0);
  EXPECT_LE(skewed, 0.03 + simulation_error(0.03, studies));
  EXPECT_GE(locked, 0.6 - simulation_error(0.6, studies)) << "1 - (1 - 0.018)^64 = 69% of samples have one";
}

}  // namespace
}  // namespace regretta
