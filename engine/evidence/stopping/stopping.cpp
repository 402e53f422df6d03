#include "regretta/engine/evidence/stopping/stopping.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"

namespace regretta {
namespace {

double half(const Interval& interval) { return (interval.high - interval.low) / 2; }

StopReason reason_of(const StopRule& rule, const Sample& sample, const Evidence& evidence) {
  using enum StopReason;
  const Interval& interval = evidence.interval;
  if (!rule.is_of_settings()) return half(interval) <= rule.share() * sample.size ? narrow : not_yet;
  if (evidence.is_shown) return evidence.mean < 0 ? below : above;
  const double tie_within = StopRule::tie * sample.size;
  return interval.low >= -tie_within && interval.high <= tie_within ? tie : not_yet;
}

/// How many times as many trials it takes until `width`, of which `student` is Student's, is `target`: that part
/// shrinks with the square root of the number of trials, the rest with the number.
double times_until(double target, double width, double student) {
  if (!(target > 0) || !std::isfinite(width)) return infinity;
  const double rest = std::max(0.0, width - student) / target, root = student / target;
  const double times = (root + std::sqrt(root * root + 4 * rest)) / 2;
  return times * times;
}

double needed_trials(const StopRule& rule, const Sample& sample, const Look& look, double student) {
  const double low = look.mean - look.interval.low, high = look.interval.high - look.mean, size = std::abs(look.mean);
  const double times = rule.is_of_settings()
                           ? std::min(times_until(size, look.mean < 0 ? high : low, student),
                                      times_until(StopRule::tie * sample.size - size, std::max(low, high), student))
                           : times_until(rule.share() * sample.size, half(look.interval), student);
  return sample.are_trials ? times * static_cast<double>(sample.values.size()) : infinity;
}

}  // namespace

Look look_at(const StopRule& rule, const Sample& sample, const Family& family) {
  Look look;
  const Evidence evidence = evidence_of(
      rule.is_of_settings() ? moments_of_differences(sample.values) : moments_of(sample.values), sample.reach, family);
  look.mean = evidence.mean;
  if (evidence.values == 0) look.reason = StopReason::no_values;
  if (evidence.values < 2) return look;
  look.interval = evidence.interval;
  look.reason = reason_of(rule, sample, evidence);
  const double student = student_beyond(family.each() / 2, static_cast<double>(evidence.values - 1)) * evidence.se;
  look.needed = look.reason == StopReason::not_yet ? needed_trials(rule, sample, look, student) : 0;
  return look;
}

}  // namespace regretta
