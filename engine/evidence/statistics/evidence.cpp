#include "regretta/engine/evidence/statistics/evidence.hpp"

#include <cmath>
#include <utility>

#include "regretta/engine/evidence/statistics/mean_interval.hpp"

namespace regretta {
namespace {

void leave_out_nan(std::vector<double>& values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
}

/// An end of the reach that rounding has moved away from 0 would exclude it, whatever was seen.
Interval without_rounding(const Interval& reach) {
  const auto end = [size = reach.high - reach.low](double x) { return std::abs(x) <= 1e-9 * size ? 0 : x; };
  return std::isfinite(reach.low) && std::isfinite(reach.high) ? Interval{end(reach.low), end(reach.high)} : reach;
}

void conclude(double p, double sure_p, const Family& family, Claim& claim) {
  const double times = std::max(1.0, family.lines);
  claim.own_p = p;
  claim.own_sure_p = std::max(p, sure_p);
  claim.p = std::min(1.0, times * claim.own_p);
  claim.sure_p = std::min(1.0, times * claim.own_sure_p);
  claim.grade = claim.sure_p <= family.alpha ? Grade::outright : claim.p <= family.alpha ? Grade::seen : Grade::none;
}

bool are_kept(const std::vector<double>& values, const MeanMoments& moments) {
  return !values.empty() || moments.values <= most_exact_values;
}

enum class SureP {
  never,
  where_seen,  ///< where p is small enough
  always
};

Claim claim_of(const MeanMoments& moments, const std::vector<double>& values, const Interval& given,
               const Family& family, SureP sure) {
  const Interval reach = without_rounding(given);
  Claim claim{.values = moments.values, .mean = moments.mean, .se = std::sqrt(moments.variance)};
  claim.is_exact = claim.values > 0 && reach.low == reach.high;
  claim.is_few = !claim.is_exact && are_few(claim.values, family.each());
  if (claim.is_exact) {
    const double p = claim.mean == 0 ? 1 : 0;
    conclude(p, p, family, claim);
  } else if (claim.values > 1) {
    const double p = SeenMean(moments, reach).p_value(0);
    const bool computes = sure == SureP::always || (sure == SureP::where_seen && p <= family.each());
    conclude(p,
             !computes                   ? 1
             : are_kept(values, moments) ? mean_p_value(values, reach)
                                         : mean_p_value(moments, reach),
             family, claim);
  }
  return claim;
}

/// The interval with or without 0, where rounding would decide otherwise than in the test.
Interval agreeing(Interval interval, bool excludes_zero, double mean) {
  if (!excludes_zero) return {std::min(interval.low, 0.0), std::max(interval.high, 0.0)};
  if (interval.has(0)) (mean < 0 ? interval.high : interval.low) = 1e-9 * mean;
  return interval;
}

Evidence seen_of(const MeanMoments& moments, const std::vector<double>& values, const Interval& given,
                 const Family& family, SureP sure) {
  const Interval reach = without_rounding(given);
  Evidence evidence{claim_of(moments, values, reach, family, sure)};
  evidence.seen = evidence.sure =
      evidence.is_exact ? Interval{evidence.mean, evidence.mean} : agreeing(reach, false, evidence.mean);
  if (!evidence.is_exact && evidence.values > 1)
    evidence.seen =
        agreeing(SeenMean(moments, reach).interval(family.each()), evidence.grade != Grade::none, evidence.mean);
  return evidence;
}

}  // namespace

Claim claim_of(std::vector<double> values, const Interval& reach, const Family& family) {
  leave_out_nan(values);
  return claim_of(moments_of(values), values, reach, family, SureP::where_seen);
}

Evidence seen_of(std::vector<double> values, const Interval& reach, const Family& family) {
  leave_out_nan(values);
  return seen_of(moments_of(values), values, reach, family, SureP::never);
}

Evidence evidence_of(std::vector<double> values, const Interval& reach, const Family& family) {
  leave_out_nan(values);
  const MeanMoments moments = moments_of(values);
  return evidence_of(moments, std::move(values), reach, family);
}

Evidence evidence_of(const MeanMoments& seen, std::vector<double> values, const Interval& reach, const Family& family) {
  leave_out_nan(values);
  Evidence evidence = seen_of(seen, values, reach, family, SureP::always);
  if (evidence.is_exact || evidence.values < 2) return evidence;
  evidence.sure = are_kept(values, seen) ? mean_interval_or_infinite(std::move(values), reach, 1 - family.each())
                                         : mean_interval_or_infinite(seen, reach, 1 - family.each());
  evidence.sure = {std::min(evidence.sure.low, evidence.seen.low), std::max(evidence.sure.high, evidence.seen.high)};
  evidence.sure = agreeing(evidence.sure, evidence.grade == Grade::outright, evidence.mean);
  return evidence;
}

}  // namespace regretta
