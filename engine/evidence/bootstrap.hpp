#pragma once
/// The mean of independent values, with an interval and a test.
///
/// Differences of regret or violation can be very skewed: there Student's t errs at one end many times more often than
/// it says, and more so the smaller the level. Bootstrap-t (Efron and Tibshirani, An Introduction to the Bootstrap,
/// 1993, section 12.5; Hall, Annals of Statistics 16, 1988: second-order accurate) follows the skew, but errs too often
/// where tails are heavy on both sides, as between two learners that are alike; there Student's t is cautious. So an
/// end errs only where both do: the interval spans those of both, and the p-value is the larger one. The test and the
/// interval are two sides of one thing and never disagree. A sign-flip test would be exact only if the differences were
/// symmetric about zero under the null, which equal means do not imply.

#include <cstdint>
#include <vector>

#include "regretta/engine/evidence/interval.hpp"

namespace regretta {

/// The least number of replicates at which at least 20 of them lie beyond a tail of probability `tail` in (0, 1), and
/// ranks are exact; 400,000 at most.
int replicates_for(double tail);

class BootstrapMean {
 public:
  /// Values: finite. Resamples are addressed by (seed, replicate, position): the same everywhere, in any order.
  BootstrapMean(std::vector<double> values, int replicates, std::uint64_t seed = 1);

  double mean() const { return mean_; }  ///< NaN for no values
  double se() const { return se_; }      ///< NaN for fewer than two values

  /// For the true mean; 0 < level < 1. An end is infinite where the values cannot tell: fewer than two, more than
  /// (1 - level) / 2 of the resamples without spread, or fewer than 2 / (1 - level) replicates. All values equal: that
  /// value alone.
  Interval interval(double level) const;

  /// Two-sided, that the true mean is `mean`; at least 2 / (replicates + 1). All n values equal, to another number: 2 /
  /// 2^n, as by the sign test.
  double p_value(double mean) const;

 private:
  double mean_;
  double se_;
  std::int64_t count_;
  std::vector<double> ratios_;  ///< (mean of a resample - mean) / standard error of the resample, ascending
};

}  // namespace regretta
