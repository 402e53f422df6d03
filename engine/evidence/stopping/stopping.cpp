#include "regretta/engine/evidence/stopping/stopping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "regretta/engine/evidence/statistics/bootstrap.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

double half(const Interval& interval) { return (interval.high - interval.low) / 2; }

StopReason reason_of(const StopRule& rule, double mean, const Interval& interval) {
  if (!rule.decide.empty()) {
    if (interval.high < 0) return StopReason::below;
    return interval.low > 0 ? StopReason::above : StopReason::not_yet;
  }
  const double wanted = rule.half_width * (rule.relative ? std::abs(mean) : 1);
  return half(interval) <= wanted ? StopReason::narrow : StopReason::not_yet;
}

/// Assumes that widths shrink with the square root of the number of trials.
double needed_trials(const StopRule& rule, double mean, const Interval& interval, std::size_t trials) {
  const double target = rule.decide.empty() ? rule.half_width * (rule.relative ? std::abs(mean) : 1) : std::abs(mean);
  if (target == 0) return infinity;
  const double times = half(interval) / target;
  return static_cast<double>(trials) * times * times;
}

/// Chosen such that 3 replicates lie beyond each end of the interval, to keep its noise small; fewer for many values,
/// whose mean is nearly normal.
int replicates(double rate, std::size_t values) {
  const double least = 2 / resampled_rate(rate);
  constexpr double affordable = 2e9;  // draws, which take some seconds
  return static_cast<int>(std::min(std::clamp(affordable / static_cast<double>(values), 1.1 * least, 3 * least), 2e9));
}

}  // namespace

Look look_at(const StopRule& rule, const std::vector<double>& values, std::size_t looks, bool to_report) {
  std::vector<double> finite;
  std::ranges::copy_if(values, std::back_inserter(finite), [](double x) { return std::isfinite(x); });
  const double rate = rule.alpha / static_cast<double>(looks);
  const Statistic statistic = summarise(finite);
  Look look;
  look.values = std::ssize(finite);
  look.mean = statistic.mean;
  look.interval = {-infinity, infinity};
  look.needed = infinity;
  if (finite.empty()) look.reason = StopReason::no_values;
  if (finite.size() < 2) return look;

  const double student = student_two_sided(1 - rate, static_cast<double>(look.values - 1)) * statistic.se;
  look.interval = {look.mean - student, look.mean + student};
  look.needed = needed_trials(rule, look.mean, look.interval, values.size());
  // The full interval contains Student's; if that is already too wide, it is not worth computing.
  if (reason_of(rule, look.mean, look.interval) == StopReason::not_yet && !to_report) return look;
  look.interval = BootstrapMean(std::move(finite), replicates(rate, values.size())).interval(1 - rate);
  look.reason = reason_of(rule, look.mean, look.interval);
  return look;
}

}  // namespace regretta
