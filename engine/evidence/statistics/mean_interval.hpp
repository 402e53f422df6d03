#pragma once
/// The interval for a mean that every table and figure shows.

#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {

/// More values than this need no bound that is exact: see below.
inline constexpr std::int64_t most_exact_values = 4096;

/// That of BoundedMean; NaN is left out. Both ends are NaN for fewer than two values, or if an end of `reach`, the
/// range of the values, is infinite.
Interval mean_interval(std::vector<double> values, const Interval& reach, double level = 0.95);

/// The same with infinite ends instead of NaN.
Interval mean_interval_or_infinite(std::vector<double> values, const Interval& reach, double level);

/// From the summary of more than most_exact_values values: each end of Student's interval, moved towards that of the
/// reach by the largest share of trials that may have gone unseen, ln(1 / tail) / n. Wider than that of BoundedMean.
Interval mean_interval(const Statistic& statistic, const Interval& reach, double level = 0.95);

/// Two-sided, for the hypothesis that the mean of the values is 0; 1 for fewer than two values, or if the end of
/// `reach` that matters is infinite. For more than most_exact_values, the error rate at which mean_interval reaches 0,
/// and 1 if either end is infinite.
double mean_p_value(const std::vector<double>& values, const Interval& reach);

}  // namespace regretta
