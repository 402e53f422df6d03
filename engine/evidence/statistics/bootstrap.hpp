#pragma once
/// Inference for the mean of independent, possibly skewed values: an interval and a test that always agree.
///
/// Differences of regret or violation can be very skewed. Student's t then errs at one end many times more often than
/// its nominal rate, the more so the smaller that rate. Bootstrap-t (Efron and Tibshirani, An Introduction to the
/// Bootstrap, 1993, section 12.5; Hall, Annals of Statistics 16, 1988: second-order accurate) adapts to the skew, but
/// errs too often if both tails are heavy, as for the difference of two similar learners, where Student's t is
/// conservative. The two are therefore combined: the interval covers both intervals, and the p-value is the larger one,
/// so that an end errs only if both do. At error rates below 5%, second-order accuracy is not enough for very skewed
/// values. Bootstrap-t is then run at a smaller error rate, chosen such that 64 log-normal values (skewness 6.2) keep
/// the nominal one; see resampled_rate. A sign-flip test would be exact only if the differences were symmetric about
/// zero under the null hypothesis, which equal means do not imply.

#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

/// The error rate at which bootstrap-t is run for a nominal `rate`, 0 < rate < 1; never larger than `rate`.
double resampled_rate(double rate);
double wanted_rate(double resampled);  ///< inverse of resampled_rate

class BootstrapMean {
 public:
  /// `values` must be finite. Draws are addressed by (replicate, position), so results are reproducible on every
  /// machine.
  BootstrapMean(std::vector<double> values, int replicates);

  /// The mean of `a` minus that of `b` for independent samples. Each is resampled by itself, and the difference is
  /// studentised as by Welch (Biometrika 34, 1947), with his degrees of freedom.
  static BootstrapMean difference(std::vector<double> a, std::vector<double> b, int replicates);

  double mean() const { return mean_; }        ///< NaN for no values
  double se() const { return se_; }            ///< NaN for fewer than two values
  double degrees() const { return degrees_; }  ///< degrees of freedom of Student's t

  /// The interval for the true mean; 0 < level < 1. An end is infinite if there are fewer than two values, fewer than
  /// 2 / resampled_rate(1 - level) - 1 replicates, or if the share of resamples without spread exceeds
  /// resampled_rate(1 - level) / 2. If all values are equal, the interval is that value.
  Interval interval(double level) const;

  /// Two-sided p-value for the hypothesis that the true mean is `mean`; at least wanted_rate(2 / (replicates + 1)). If
  /// all n values are equal, but not to `mean`: 2 / 2^n, as for the sign test; for a difference, 2 / C(n, n of a), as
  /// for a permutation test.
  double p_value(double mean) const;
  /// One-sided p-values for the hypotheses that the true mean is at most, or at least, `mean`.
  double p_value_at_most(double mean) const;
  double p_value_at_least(double mean) const;

 private:
  struct Sample;
  BootstrapMean() = default;
  void resample(const Sample& sample, const Sample* subtracted, int replicates);

  double mean_ = 0;
  double se_ = 0;
  double degrees_ = 0;          ///< degrees of freedom
  double rarest_ = 1;           ///< one-sided p-value if the values have no spread
  std::vector<double> ratios_;  ///< (mean of a resample - mean) / standard error of the resample, ascending
};

/// The smallest number of replicates of which 10 lie beyond an end that errs with probability `tail`; between 1,999 and
/// 3,999,999.
int replicates_for(double tail);

}  // namespace regretta
