#include "regretta/engine/evidence/stopping/stopping.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/bootstrap.hpp"
#include "regretta/engine/evidence/statistics/mean_interval.hpp"
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

/// Assumes that Student's half-width shrinks with the square root of the number of trials, and the rest with the
/// number.
double needed_trials(const StopRule& rule, double mean, const Interval& interval, double student, double trials) {
  const double target = rule.decide.empty() ? rule.half_width * (rule.relative ? std::abs(mean) : 1) : std::abs(mean);
  if (target == 0 || !std::isfinite(half(interval))) return infinity;
  const double towards_zero = mean < 0 ? interval.high - mean : mean - interval.low;
  const double width = rule.decide.empty() ? half(interval) : towards_zero;
  const double rest = std::max(0.0, width - student) / target, root = student / target;
  const double times = (root + std::sqrt(root * root + 4 * rest)) / 2;
  return trials * times * times;
}

/// Chosen such that 3 replicates lie beyond each end of the interval, to keep its noise small; fewer for many values,
/// whose mean is nearly normal.
int replicates(double rate, std::size_t values) {
  const double least = 2 / resampled_rate(rate);
  constexpr double affordable = 2e9;  // draws, which take some seconds
  return static_cast<int>(std::min(std::clamp(affordable / static_cast<double>(values), 1.1 * least, 3 * least), 2e9));
}

}  // namespace

Look look_at(const StopRule& rule, const std::vector<double>& values, const Interval& reach, std::size_t looks,
             bool to_report) {
  std::vector<double> finite;
  std::ranges::copy_if(values, std::back_inserter(finite), [](double x) { return std::isfinite(x); });
  const double rate = rule.alpha / static_cast<double>(looks);
  const Statistic statistic = summarise(finite);
  Look look;
  look.values = std::ssize(finite);
  look.mean = statistic.mean;
  look.interval = look.seen = {-infinity, infinity};
  look.needed = infinity;
  if (finite.empty()) look.reason = StopReason::no_values;
  if (finite.size() < 2) return look;

  const double student = student_two_sided(1 - rate, static_cast<double>(look.values - 1)) * statistic.se;
  const auto seen = [&] { return BootstrapMean(finite, replicates(rate, values.size())).interval(1 - rate); };
  if (to_report) look.seen = seen();
  if (rule.rare_trials) {
    look.interval = mean_interval(finite, reach, 1 - rate);
    if (std::isnan(look.interval.low)) look.interval = reach;
  } else {
    look.interval = {look.mean - student, look.mean + student};
  }
  look.needed = needed_trials(rule, look.mean, look.interval, student, static_cast<double>(values.size()));
  look.reason = reason_of(rule, look.mean, look.interval);
  if (rule.rare_trials) return look;
  // The full interval contains Student's; if that is already too wide, it is not worth computing.
  if (look.reason == StopReason::not_yet && !to_report) return look;
  look.interval = to_report ? look.seen : seen();
  look.reason = reason_of(rule, look.mean, look.interval);
  return look;
}

}  // namespace regretta
