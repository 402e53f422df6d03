// Error rates where a few trials in a hundred decide: two-point mixtures, and learners that lock in. Nothing was fitted
// to these. REGRETTA_REPETITIONS sets the number of studies, and prints the tables of the READMEs in engine/evidence:
//   REGRETTA_REPETITIONS=10000 build/release/tests/test_engine --gtest_filter='RareModes*'

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "lock_in.hpp"
#include "regretta/engine/evidence/statistics/bounded_mean.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "simulated_studies.hpp"

namespace regretta {
namespace {

constexpr std::array error_rates = {0.05, 0.01, 0.001};

struct Shape {
  std::string name;
  double mean;
  Interval reach;
  std::function<double(int study, int k)> value;
};

/// Redrawn until it is within the reach; the mean is then only nearly that of the whole law, by less than 1e-4 of it.
double within(const Interval& reach, int k, const std::function<double(int)>& draw) {
  for (;; k += 100'000)
    if (const double x = draw(k); reach.has(x)) return x;
}

std::vector<Shape> shapes() {
  std::vector<Shape> all = {
      {"normal, mean 200, sd 20, in 0 to 1,000",
       200,
       {0, 1000},
       [](int s, int k) { return 200 + 20 * normal(s, 0, k); }},
      {"exponential, in 0 to 20",
       1,
       {0, 20},
       [](int s, int k) {
         return within({0, 20}, k, [s](int j) { return -std::log(uniform(s, 0, j)); });
       }},
      {"uniform on 0 to 1", 0.5, {0, 1}, [](int s, int k) { return uniform(s, 0, k); }},
      {"log-normal, in 0 to 1,000", std::exp(0.5), {0, 1000}, [](int s, int k) { return log_normal(s, 0, k); }}};
  for (const double p : {0.005, 0.01, 0.02, 0.05, 0.1})
    for (const double ratio : {10.0, 100.0, 1000.0})
      all.push_back({fmt::format("1, but {:g} in {:g}%", ratio, 100 * p),
                     1 + p * (ratio - 1),
                     {0, ratio},
                     [p, ratio](int s, int k) { return uniform(s, 0, k) < p ? ratio : 1; }});
  for (const LockIn& cell : lock_in_cells())
    all.push_back({cell.name, cell.mean, cell.reach, [values = cell.values](int s, int k) {
                     return values[static_cast<std::size_t>(uniform(s, 0, k) * static_cast<double>(values.size()))];
                   }});
  return all;
}

/// Shares of studies in which an end of the interval at each error rate misses the mean.
struct Ends {
  std::array<double, error_rates.size()> below{}, above{};
  void add(double p_at_most, double p_at_least, int studies) {
    for (std::size_t j = 0; j < error_rates.size(); ++j) {
      below[j] += (p_at_most <= error_rates[j] / 2) / static_cast<double>(studies);
      above[j] += (p_at_least <= error_rates[j] / 2) / static_cast<double>(studies);
    }
  }
  std::string percent() const {
    std::string text;
    for (std::size_t j = 0; j < error_rates.size(); ++j)
      text += fmt::format("{:.2f} + {:.2f} | ", 100 * below[j], 100 * above[j]);
    return text;
  }
};

// Claim: each end of the interval misses the mean at no more than half of the nominal rate, for any shape.
TEST(RareModesCoverage, IntervalsForAMean) {
  const int studies = repetitions(40);
  if (whole)
    fmt::print("| values | n | 5% | 1% | 0.1% | Student: 5% | 1% | 0.1% |\n|---|---|---|---|---|---|---|---|\n");
  for (const Shape& shape : shapes())
    for (const int n : whole ? std::vector<int>{16, 24, 64, 256} : std::vector<int>{24, 64}) {
      Ends ours, student;
      for (int study = 0; study < studies; ++study) {
        std::vector<double> values;
        for (int k = 0; k < n; ++k) values.push_back(shape.value(study, k));
        const BoundedMean mean(values, shape.reach);
        ours.add(mean.p_value_at_most(shape.mean), mean.p_value_at_least(shape.mean), studies);
        const Statistic statistic = summarise(std::move(values));
        const double t = (statistic.mean - shape.mean) / statistic.se;
        const double below = statistic.se > 0 ? student_cdf(t, n - 1) : statistic.mean > shape.mean;
        student.add(1 - below, below, studies);
      }
      if (whole) fmt::print("| {} | {} | {}{}\n", shape.name, n, ours.percent(), student.percent());
      for (std::size_t j = 0; j < error_rates.size(); ++j) {
        const double nominal = error_rates[j] / 2, slack = simulation_error(nominal, studies) + 2.0 / studies;
        EXPECT_LE(ours.below[j], nominal + slack) << shape.name << ", n = " << n << ", " << error_rates[j];
        EXPECT_LE(ours.above[j], nominal + slack) << shape.name << ", n = " << n << ", " << error_rates[j];
      }
    }
}

/// a - b: about -least in most trials, and `jump` more in a share p.
struct Rival {
  double p, jump, mean;
  double difference(int study, int k) const {
    return (uniform(study, 0, k) < p ? jump : 0) - p * jump + mean + 0.3 * normal(study, 1, k);
  }
};

struct Verdicts {
  double outright = 0, unless_rare = 0;
};

/// Shares of studies in which a is called better, by two-sided tests at `alpha`.
Verdicts called_better(const Rival& rival, int n, double alpha, int studies) {
  Verdicts called;
  for (int study = 0; study < studies; ++study) {
    std::vector<double> a;
    for (int k = 0; k < n; ++k) a.push_back(rival.difference(study, k));
    const Claim claim = claim_of(a, {-60, 60}, {.alpha = alpha});
    if (!(claim.mean < 0)) continue;
    called.outright += (claim.grade == Grade::outright) / static_cast<double>(studies);
    called.unless_rare += (claim.grade != Grade::none) / static_cast<double>(studies);
  }
  return called;
}

// Two learners of equal mean, one of which locks in. Claim: neither is called better outright. And at the edge of the
// other grade, where the mean without the worst 1 in N trials is 0: it is not said more often than nominal.
TEST(RareModesCoverage, VerdictsBetweenTwoLearners) {
  if (whole) fmt::print("| locks in | n | alpha | equal: outright | unless rare | at the edge: unless rare |\n");
  for (const double alpha : whole ? std::vector{0.05, 0.01, 0.001} : std::vector{0.05, 0.001}) {
    const int studies = repetitions(alpha < 0.01 ? 100 : 40);  // Student's t errs in 3 of 100 at 0.1%
    for (const int n : whole ? std::vector<int>{24, 64, 256} : std::vector<int>{64})
      for (const double p : {0.01, 0.03, 0.1}) {
        const Verdicts equal = called_better({p, 40, 0}, n, alpha, studies);
        const double q = -std::log(alpha) / n;  // so rare a mode is unseen with probability alpha
        const Verdicts edge = called_better({p, 40, p > q ? q * 40 : p * 40}, n, alpha, studies);
        if (whole)
          fmt::print("| {:g}% | {} | {:g}% | {:.2f} | {:.2f} | {:.2f} |\n", 100 * p, n, 100 * alpha,
                     100 * equal.outright, 100 * equal.unless_rare, 100 * edge.unless_rare);
        const double most = alpha / 2 + simulation_error(alpha / 2, studies);
        EXPECT_LE(equal.outright, most) << p << " " << n;
        EXPECT_LE(edge.unless_rare, most) << p << " " << n;
      }
  }
}

// The summary of a report: whether regret and violation rise with corruption, for each of five families of cells. Here
// corruption changes no mean: it makes a learner lock in, and better otherwise; or worse, unless it locks in; or does
// nothing but noise. Claim: any rise or fall that is said outright is wrong in at most 5% of reports (1%, 0.1%).
TEST(RareModesCoverage, WhatReportsSayOfCorruption) {
  const int studies = repetitions(40);
  if (whole) fmt::print("| trials | alpha | any wrong outright | any wrong, unless rare too |\n");
  for (const double alpha : whole ? std::vector{0.05, 0.01, 0.001} : std::vector{0.05})
    for (const int n : whole ? std::vector<int>{8, 24, 64, 256} : std::vector<int>{64}) {
      double outright = 0, any = 0;
      for (int study = 0; study < studies; ++study) {
        bool wrong = false, wrong_unless_rare = false;
        for (int k = 0; k < 10; ++k) {
          const Rival rival{k % 5 < 3 ? 0.02 : 0, k % 5 == 0 ? -40.0 : 40.0, 0};
          std::vector<double> rise;
          for (int trial = 0; trial < n; ++trial) rise.push_back(rival.difference(10 * study + k, trial));
          const Grade grade = claim_of(rise, {-60, 60}, {.alpha = alpha, .lines = 10}).grade;
          wrong = wrong || grade == Grade::outright;
          wrong_unless_rare = wrong_unless_rare || grade != Grade::none;
        }
        outright += wrong / static_cast<double>(studies);
        any += wrong_unless_rare / static_cast<double>(studies);
      }
      if (whole) fmt::print("| {} | {:g}% | {:.2f} | {:.2f} |\n", n, 100 * alpha, 100 * outright, 100 * any);
      EXPECT_LE(outright, alpha + simulation_error(alpha, studies)) << n << " " << alpha;
    }
}

// Well-behaved learners. Claim: "unless rare" is today's test and needs no more trials than it; "outright" is said in
// half of studies or more with the number of trials that is announced.
TEST(RareModesCoverage, TrialsThatSettleADifference) {
  const int studies = repetitions(40);
  if (whole) fmt::print("| difference / sd | reach / sd | announced | outright there | with half as many |\n");
  for (const double difference : {0.25, 0.5, 1.0})
    for (const double reach : {10.0, 60.0}) {
      const auto share_at = [&](int n) {
        double share = 0;
        for (int study = 0; study < studies; ++study) {
          std::vector<double> values;
          for (int k = 0; k < n; ++k) values.push_back(normal(study, 0, k) - difference);
          share += (BoundedMean(values, {-reach, reach}).p_value(0) <= 0.05) / static_cast<double>(studies);
        }
        return share;
      };
      const Claim measured{.values = 64, .mean = -difference, .se = 0.125};
      const int n = static_cast<int>(trials_to_settle(measured, {-reach, reach}, 0.05));
      const double there = share_at(n), before = share_at(n / 2);
      if (whole)
        fmt::print("| {:g} | {:g} | {} | {:.0f}% | {:.0f}% |\n", difference, reach, n, 100 * there, 100 * before);
      EXPECT_GE(there, 0.5 - simulation_error(0.5, studies)) << difference << " " << reach;
      EXPECT_LE(before, 0.5 + simulation_error(0.5, studies)) << difference << " " << reach;
    }
}

}  // namespace
}  // namespace regretta
