// Summarising trials per cell and curve; Student's t.

#include "regretta/engine/evidence/statistics/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "regretta/engine/evidence/statistics/distributions.hpp"
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
  const Statistic one = summarise({not_a_number, 7});
  EXPECT_EQ(one.count, 1);
  EXPECT_EQ(one.mean, 7);
  EXPECT_TRUE(std::isnan(one.se));
  EXPECT_EQ(one.q05, 7);
  EXPECT_EQ(one.q95, 7);
}

TEST(Summary, EqualValuesHaveNoSpread) {
  const Statistic statistic = summarise(std::vector<double>(37, 0.1));
  EXPECT_EQ(statistic.mean, 0.1);
  EXPECT_EQ(statistic.se, 0);
  EXPECT_EQ(statistic.q95, 0.1);
}

TEST(Summary, InfeasibleAndFailedTrials) {
  CellFold fold({.checkpoints = 2}), narrow({.checkpoints = 2});
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
    for (const TrialResult& trial : trials) narrow.add(trial, 3);
    ++passes;
  } while (!narrow.end_pass());
  EXPECT_EQ(passes, (static_cast<int>(num_quantities) + 2 * 4 + 2) / 3) << "three numbers at once";
  EXPECT_EQ(narrow.summary().failed, 1) << "counted once";
  for_each_statistic(summary, [](const Statistic& one) { EXPECT_GT(one.count, 0); });
  std::vector<double> all, at_once;
  for_each_statistic(summary, [&](const Statistic& one) { all.insert(all.end(), {one.mean, one.q05, one.q95}); });
  for_each_statistic(narrow.summary(), [&](const Statistic& one) {
    at_once.insert(at_once.end(), {one.mean, one.q05, one.q95});
  });
  EXPECT_EQ(all, at_once);
}

TEST(Student, TablesAndClosedForms) {
  EXPECT_NEAR(student_two_sided(0.95, 1), 12.706204736174694, 1e-9);  // tan(0.95 pi / 2)
  EXPECT_NEAR(student_two_sided(0.95, 2), 0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)), 1e-10);
  EXPECT_NEAR(student_two_sided(0.95, 10), 2.2281388519649385, 1e-10);
  EXPECT_NEAR(student_two_sided(0.95, 63), 1.9983405425207412, 1e-9);
  EXPECT_NEAR(student_two_sided(0.95, 1e6), 1.959966, 3e-6);
  EXPECT_NEAR(student_two_sided(0.999, 7), 5.407882520861725, 1e-8);
  EXPECT_NEAR(student_cdf(1.0, 1), 0.75, 1e-14);
  EXPECT_NEAR(student_cdf(-1.0, 1), 0.25, 1e-14);
  EXPECT_EQ(student_cdf(0.0, 5), 0.5);
  EXPECT_NEAR(student_cdf(-20, 999), 2.0836922465214989e-75, 1e-87);  // these three: mpmath, 48 digits
  EXPECT_NEAR(student_cdf(0.1, 1e6), 0.53982782725397842, 1e-15);
  EXPECT_NEAR(student_two_sided(0.6, 1e6), 0.84162159301398397, 1e-14);
}

TEST(Student, Edges) {
  EXPECT_EQ(student_cdf(-infinity, 5), 0);
  EXPECT_EQ(student_cdf(infinity, 5), 1);
  EXPECT_NEAR(student_two_sided(0.95, infinity), 1.9599639845400542, 1e-14);  // normal
  EXPECT_NEAR(student_two_sided(0.95, 1e20), 1.9599639845400542, 1e-14);
  EXPECT_EQ(student_two_sided(1, 5), infinity);
  // Welch's degrees of freedom where variances underflow
  EXPECT_TRUE(std::isnan(student_cdf(1, Statistic::nan)));
  EXPECT_TRUE(std::isnan(student_two_sided(0.95, Statistic::nan)));
  EXPECT_TRUE(std::isnan(student_cdf(Statistic::nan, 5)));
}

}  // namespace
}  // namespace regretta
