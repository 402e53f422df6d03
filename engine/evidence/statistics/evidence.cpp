#include "regretta/engine/evidence/statistics/evidence.hpp"

#include <cmath>

namespace regretta {
namespace {

/// An end of the reach that rounding has moved away from 0 would exclude it, whatever was seen.
Interval without_rounding(const Interval& reach) {
  const auto end = [size = reach.high - reach.low](double x) { return std::abs(x) <= 1e-9 * size ? 0 : x; };
  return std::isfinite(reach.low) && std::isfinite(reach.high) ? Interval{end(reach.low), end(reach.high)} : reach;
}

/// The interval with or without 0, where rounding would decide otherwise than in the test.
Interval agreeing(Interval interval, bool excludes_zero, double mean) {
  if (!excludes_zero) return {std::min(interval.low, 0.0), std::max(interval.high, 0.0)};
  if (interval.has(0)) (mean < 0 ? interval.high : interval.low) = 1e-9 * mean;
  return interval;
}

}  // namespace

Evidence evidence_of(const MeanMoments& moments, const Interval& given, const Family& family) {
  const Interval reach = without_rounding(given);
  Evidence evidence{.values = moments.values, .mean = moments.mean, .se = std::sqrt(moments.variance)};
  evidence.is_exact = evidence.values > 0 && reach.low == reach.high;
  evidence.is_few = !evidence.is_exact && are_few(evidence.values, family.each());
  const SeenMean seen(moments, reach);
  if (evidence.is_exact)
    evidence.own_p = evidence.mean == 0 ? 1 : 0;
  else if (evidence.values > 1)
    evidence.own_p = seen.p_value(0);
  evidence.p = std::min(1.0, std::max(1.0, family.lines) * evidence.own_p);
  evidence.is_shown = evidence.p <= family.alpha;
  evidence.interval = evidence.is_exact     ? Interval{evidence.mean, evidence.mean}
                      : evidence.values > 1 ? agreeing(seen.interval(family.each()), evidence.is_shown, evidence.mean)
                                            : agreeing(reach, false, evidence.mean);
  return evidence;
}

Evidence evidence_of(std::span<const double> values, const Interval& reach, const Family& family) {
  return evidence_of(moments_of(values), reach, family);
}

}  // namespace regretta
