// Error rates of the procedures. Exact where the probability can be summed; otherwise by simulation with a known truth
// and a fixed seed. REGRETTA_REPETITIONS sets the number of studies, and also prints the tables of the READMEs in
// engine/evidence:
//   REGRETTA_REPETITIONS=10000 build/release/tests/test_engine --gtest_filter='*Coverage.*'

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/stopping/stopping.hpp"
#include "simulated_studies.hpp"

namespace regretta {
namespace {

struct Population {
  const char* name;
  double mean;
  std::function<double(int study, int k)> value;
};

const std::vector<Population> populations = {
    {"exponential", 1, [](int study, int k) { return -std::log(uniform(study, 0, k)); }},
    {"log-normal", std::exp(0.5), [](int study, int k) { return log_normal(study, 0, k); }},
    {"normal", 0, [](int study, int k) { return normal(study, 0, k); }},
    {"log-normal less another", 0, [](int study, int k) { return log_normal(study, 0, k) - log_normal(study, 1, k); }},
};

// Four learners against one baseline, all alike and skewed; then one of them better by half a standard deviation of the
// paired difference. Claims: alarms in at most 5% of studies; power at least 80% (normal theory: 1 - Phi(2.5 - 4) =
// 93%, less with such heavy tails: 85% measured over 4,000 studies, with alarms in 2.6%).
TEST(Coverage, FamilyOfComparisons) {
  constexpr int trials = 64;
  constexpr double alpha = 0.05;
  const int studies = repetitions(40);
  int alarms = 0;
  int found = 0;
  for (int study = 0; study < studies; ++study) {
    std::array<std::vector<double>, 5> learners;
    for (int k = 0; k < trials; ++k)
      for (int j = 0; j < 5; ++j)
        learners[static_cast<std::size_t>(j)].push_back(3 * log_normal(study, 0, k) + log_normal(study, 1 + j, k));
    const auto is_shown = [&](std::size_t j) {
      return paired_difference(learners[j], learners[0], {-infinity, infinity}, {.alpha = alpha, .lines = 4}).is_shown;
    };
    alarms += is_shown(1) || is_shown(2) || is_shown(3) || is_shown(4);
    for (double& x : learners[1]) x -= 0.5 * std::sqrt(2 * (std::exp(2) - std::exp(1)));
    found += is_shown(1);
  }
  const double alarm_rate = alarms / static_cast<double>(studies);
  const double power = found / static_cast<double>(studies);
  if (whole) fmt::print("\nfamily of 4: alarms {:.4f}, power {:.4f}\n", alarm_rate, power);
  EXPECT_LE(alarm_rate, alpha + simulation_error(alpha, studies));
  EXPECT_GE(power, 0.8 - simulation_error(0.8, studies));
}

/// Takes one value per trial until the rule stops or has had its last look. `size`: as in Sample.
Look stopped(const StopRule& rule, std::int64_t most, double size, const std::function<double(int)>& value) {
  const std::vector<std::int64_t> looks = rule.looks(most);
  std::vector<double> values;
  Look look;
  for (std::size_t k = 0; k < looks.size() && look.reason == StopReason::not_yet; ++k) {
    while (std::ssize(values) < looks[k]) values.push_back(value(static_cast<int>(values.size())));
    look = look_at(rule, {.values = values, .reach = {-infinity, infinity}, .size = size},
                   {.alpha = rule.alpha, .lines = static_cast<double>(looks.size())});
  }
  return look;
}

// A cell whose interval is examined five times from 64 to 160 trials, until it is as narrow as required, at about 120.
// Claim: the interval at which it stops misses the mean in at most 5% of studies.
TEST(Coverage, StoppedWhenTheIntervalIsNarrow) {
  const int studies = repetitions(60);
  if (whole) fmt::print("\n| values | stopped | missed |\n|---|---|---|\n");
  for (const std::size_t p : {0U, 1U, 2U}) {
    const double sd = std::array{1.0, std::sqrt(std::exp(2) - std::exp(1)), 1.0}[p];
    const StopRule rule{.until = "within 5%"};
    const double size = std::array{3.4, 5.4, 2.7}[p] * sd / std::sqrt(120.0) / rule.share();
    int narrow = 0;
    int missed = 0;
    for (int study = 0; study < studies; ++study) {
      const Look look = stopped(rule, 160, size, [&](int k) { return populations[p].value(study, k); });
      narrow += look.reason == StopReason::narrow;
      missed += look.reason == StopReason::narrow && !look.interval.has(populations[p].mean);
    }
    if (whole)
      fmt::print("| {} | {:.1f}% | {:.2f}% |\n", populations[p].name, 100.0 * narrow / studies,
                 100.0 * missed / studies);
    EXPECT_GT(narrow, studies / 4) << populations[p].name;
    EXPECT_LE(missed, studies * (0.05 + simulation_error(0.05, studies))) << populations[p].name;
  }
}

// Two learners alike, then one better by 0.6 standard deviations of the difference, examined five times from 64 to 160
// trials. Claims: decided wrongly in at most 5% of studies; rightly in 95%, and in 80% of
// log-normal values (normal theory at 160 trials: 0.6 sqrt(160) = 7.6 against 2.9 at each look, reduced by heavy
// tails).
TEST(Coverage, DecidedWhilePeeking) {
  const int studies = repetitions(60);
  const StopRule rule{.until = "ranked"};
  if (whole) fmt::print("\n| values | alarms | found |\n|---|---|---|\n");
  for (const std::size_t p : {0U, 1U, 3U}) {
    const double sd =
        std::array{1.0, std::sqrt(std::exp(2) - std::exp(1)), 0.0, std::sqrt(2 * (std::exp(2) - std::exp(1)))}[p];
    int alarms = 0;
    int found = 0;
    for (int study = 0; study < studies; ++study) {
      const auto alike = [&](int k) { return populations[p].value(study, k) - populations[p].mean; };
      alarms += stopped(rule, 160, 0, alike).reason != StopReason::not_yet;
      found += stopped(rule, 160, 0, [&](int k) { return alike(k) - 0.6 * sd; }).reason == StopReason::below;
    }
    if (whole)
      fmt::print("| {} | {:.2f}% | {:.1f}% |\n", populations[p].name, 100.0 * alarms / studies,
                 100.0 * found / studies);
    EXPECT_LE(alarms, studies * (0.05 + simulation_error(0.05, studies))) << populations[p].name;
    const double power = p == 1 ? 0.8 : 0.95;
    EXPECT_GE(found, studies * (power - simulation_error(power, studies))) << populations[p].name;
  }
}

double chance(int k, int n, double p) { return binomial_tail(k, n, p) - (k < n ? binomial_tail(k + 1, n, p) : 0); }

TEST(Coverage, ClopperPearsonAndTheExactTestNeverErrTooOften) {
  constexpr double slack = 1e-9;
  for (const int n : {1, 10, 64, 200})
    for (const double level : {0.9, 0.95, 0.999}) {
      std::vector<Interval> intervals;
      for (int k = 0; k <= n; ++k) intervals.push_back(clopper_pearson(k, n, level));
      for (int j = 1; j < 100; ++j) {
        const double p = j / 100.0 + 1e-4;
        double below = 0, above = 0, alarm = 0;
        for (int k = 0; k <= n; ++k) {
          const double weight = chance(k, n, p);
          below += p < intervals[static_cast<std::size_t>(k)].low ? weight : 0;
          above += p > intervals[static_cast<std::size_t>(k)].high ? weight : 0;
          alarm += binomial_tail(k, n, p) <= 1 - level ? weight : 0;
        }
        EXPECT_LE(below, (1 - level) / 2 + slack) << n << " " << p;
        EXPECT_LE(above, (1 - level) / 2 + slack) << n << " " << p;
        EXPECT_LE(alarm, 1 - level + slack) << n << " " << p;
      }
    }
}

}  // namespace
}  // namespace regretta
