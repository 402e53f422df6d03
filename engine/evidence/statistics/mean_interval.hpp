#pragma once
/// The interval for a mean, whatever trials too rare to be seen may do. Used by evidence.hpp.

#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/evidence/statistics/seen_mean.hpp"

namespace regretta {

/// Of more values than this, moments will do: see below.
inline constexpr std::int64_t most_exact_values = 4096;

/// That of BoundedMean; NaN is left out. Both ends are NaN for fewer than two values, or if an end of `reach`, the
/// range of the values, is infinite.
Interval mean_interval(std::vector<double> values, const Interval& reach, double level = 0.95);

/// The same with infinite ends instead of NaN. Of most_exact_values or fewer, an end is infinite only where that of the
/// reach is.
Interval mean_interval_or_infinite(std::vector<double> values, const Interval& reach, double level);

/// Of more than most_exact_values values, from their moments: that of BoundedMean, with the weighted sum of the values
/// taken for normal.
Interval mean_interval(const MeanMoments& moments, const Interval& reach, double level = 0.95);
Interval mean_interval_or_infinite(const MeanMoments& moments, const Interval& reach, double level);

/// Two-sided, for the hypothesis that the mean of the values is 0; 1 for fewer than two values, or if the end of
/// `reach` that matters is infinite. For more than most_exact_values, 1 if either end is infinite.
double mean_p_value(const std::vector<double>& values, const Interval& reach);
double mean_p_value(const MeanMoments& moments, const Interval& reach);

}  // namespace regretta
