#pragma once
/// Inference for the mean of values whose range is known, which counts on modes too rare to be seen.
///
/// Of n trials, an event of probability ln(1 / a) / n is missed with probability a, and no resampling of what was seen
/// can allow for it: bootstrap and Student's t then miss far too often. Gaffke's bound (Three test statistics for a
/// nonparametric one-sided hypothesis on the mean of a nonnegative variable, Mathematical Methods of Statistics 14,
/// 2005; Learned-Miller and Thomas, A new confidence interval for the mean of a bounded random variable, 2020) adds
/// one value at the worst end of the range to the sample, weighs all of them by a Dirichlet(1, ..., 1) vector, and
/// takes the 1 - a quantile of the weighted mean. It is the bound of Clopper and Pearson for values at the two ends of
/// the range, worst * (1 - a^(1 / n)) if all values are 0, and as narrow as the normal one for many trials. That it
/// errs with probability a at most, whatever the distribution, is Gaffke's conjecture: no counterexample is known;
/// ERROR_RATES.md has our measurements.

#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

class BoundedMean {
 public:
  /// `values` must be finite, and are expected within `range`, which is widened where rounding took one out of it. An
  /// end of `range` may be infinite: then so is that end of every interval, and its one-sided p-value is 1.
  BoundedMean(std::vector<double> values, const Interval& range);

  double mean() const { return mean_; }  ///< NaN for no values

  /// The interval for the true mean; 0 < level < 1. The range itself for no values.
  Interval interval(double level) const;

  /// For the hypothesis that the true mean is `mean`, is at most `mean`, and is at least `mean`.
  double p_value(double mean) const;
  double p_value_at_most(double mean) const;
  double p_value_at_least(double mean) const;

 private:
  std::vector<double> values_;  ///< ascending
  Interval range_;
  double mean_ = 0;
};

}  // namespace regretta
