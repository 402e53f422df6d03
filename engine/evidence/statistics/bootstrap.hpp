#pragma once
/// The mean of independent values, with an interval and a test.
///
/// Differences of regret or violation can be very skewed: there Student's t errs at one end many times more often than
/// it says, and more so the smaller the level. Bootstrap-t (Efron and Tibshirani, An Introduction to the Bootstrap,
/// 1993, section 12.5; Hall, Annals of Statistics 16, 1988: second-order accurate) follows the skew, but errs too often
/// where tails are heavy on both sides, as between two learners that are alike; there Student's t is cautious. So an
/// end errs only where both do: the interval spans those of both, and the p-value is the larger one. Below 5% second
/// order is not enough for very skewed values, so bootstrap-t is asked for less than the level that is wanted: as much
/// less as keeps a log-normal (skewness 6.2) at 64 values within it, see resampled_rate. The test and the interval are
/// two sides of one thing and never disagree. A sign-flip test would be exact only if the differences were
/// symmetric about zero under the null, which equal means do not imply.

#include <cstdint>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

/// The error rate that resampling is asked for where `rate` is wanted, 0 < rate < 1; never more than it.
double resampled_rate(double rate);
double wanted_rate(double resampled);  ///< its inverse

class BootstrapMean {
 public:
  /// Values: finite. Resamples are addressed by (seed, replicate, position): the same everywhere, in any order.
  BootstrapMean(std::vector<double> values, int replicates, std::uint64_t seed = 1);

  /// The mean of `a` less that of `b`, where the two are independent: either is resampled by itself, and studentised as
  /// by Welch (Biometrika 34, 1947), with his degrees of freedom.
  static BootstrapMean difference(std::vector<double> a, std::vector<double> b, int replicates, std::uint64_t seed = 1);

  double mean() const { return mean_; }        ///< NaN for no values
  double se() const { return se_; }            ///< NaN for fewer than two values
  double degrees() const { return degrees_; }  ///< of freedom, Student's

  /// For the true mean; 0 < level < 1. An end is infinite where the values cannot tell: fewer than two, more than
  /// half of resampled_rate(1 - level) of the resamples without spread, or fewer than 2 / resampled_rate(1 - level)
  /// replicates. All values equal: that value alone.
  Interval interval(double level) const;

  /// Two-sided, that the true mean is `mean`; at least wanted_rate(2 / (replicates + 1)). All n values equal, to
  /// another number: 2 / 2^n, as by the sign test; of a difference, 2 / C(n, n of a), as by a permutation test.
  double p_value(double mean) const;
  /// One-sided, that the true mean is `mean` or less, or `mean` or more: small where it is clearly above, or below.
  double p_value_at_most(double mean) const;
  double p_value_at_least(double mean) const;

 private:
  struct Sample;
  BootstrapMean() = default;

  double mean_ = 0;
  double se_ = 0;
  double degrees_ = 0;          ///< of freedom
  double rarest_ = 1;           ///< one-sided p-value where nothing has any spread
  std::vector<double> ratios_;  ///< (mean of a resample - mean) / standard error of the resample, ascending
};

/// The least number of replicates at which 10 are beyond an end that errs with probability `tail`; from 1,999 to
/// 3,999,999.
int replicates_for(double tail);

/// The p-value that `p_value_of` makes of a number of replicates: first of those that an interval whose ends each err
/// with probability `tail` takes, and only where that is too small to tell of as many as `least_p` takes.
template <class Function>
double staged_p_value(double tail, double least_p, const Function& p_value_of) {
  const int few = replicates_for(tail);
  const int many = replicates_for(least_p / 2);
  const double first = p_value_of(few);
  return many > few && first < wanted_rate(20.0 / few) ? p_value_of(many) : first;
}

}  // namespace regretta
