#pragma once
/// Interval and test for a mean from the values that were seen: Hall's transformation of Student's t (Journal of the
/// Royal Statistical Society B 54, 1992), in closed form.
///
/// Values of regret and violation are skewed, and Student's t then errs at one end several times as often as it should.
/// With T = (mean - mu) / se and the skewness a of the mean, g(T) = T + a T^2 / 3 + a^2 T^3 / 27 + a / 6 is Student's
/// up to terms of order 1 / n. It is monotone in T, so that interval and p-value are one function and cannot disagree.
/// Where the skewness of two samples cancels, its estimate only adds noise: of a difference, each end is the farther of
/// Hall's and Student's (with Welch's degrees of freedom), and errs only if both do.
/// Nothing is known here of modes that no value shows. ERROR_RATES.md has the error rates.

#include <cstdint>
#include <span>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// What the values say of the expectation that their mean estimates.
struct MeanMoments {
  std::int64_t values = 0;         ///< of the smaller sample, if there are two
  double mean = not_a_number;      ///< NaN for no values
  double variance = not_a_number;  ///< of the mean; NaN for fewer than two values
  double third = 0;                ///< third central moment of the mean; 0 for fewer than three values
  double degrees = 0;              ///< degrees of freedom of Student's t
  bool of_two = false;             ///< a difference of two samples
  double chance_equal = 1;  ///< one-sided p-value of values without spread: 2^-n, as of the sign test; of two samples 1
                            ///< in the number of ways to divide them, as of a permutation test
};

/// MeanMoments::chance_equal of one sample.
double chance_equal(std::int64_t values);

/// NaN is left out; all others must be finite. The mean is that of summarise.
MeanMoments moments_of(std::span<const double> values);

/// Of the mean of `a` minus that of `b` for independent samples, with Welch's degrees of freedom (Biometrika 34, 1947).
MeanMoments difference_of(const MeanMoments& a, const MeanMoments& b);

class SeenMean {
 public:
  /// `reach`: what the expectation can be.
  explicit SeenMean(const MeanMoments& moments, const Interval& reach = {-infinity, infinity});

  double se() const { return se_; }  ///< NaN for fewer than two values

  /// The interval of error rate `alpha`, 0 < alpha <= 0.5, within the reach; the reach for fewer than two values. If
  /// all values are equal it is that value, or the reach where so few values would be equal by chance too often.
  Interval interval(double alpha) const;

  /// For the hypothesis that the expectation is `mean`, is at most `mean`, and is at least `mean`; 0 if the reach
  /// excludes it.
  double p_value(double mean) const;
  double p_value_at_most(double mean) const;
  double p_value_at_least(double mean) const;

 private:
  struct Transformed {
    double least, most;  ///< of one sample both g(T); of a difference, the lesser and the greater of g(T) and T
  };
  Transformed transformed(double mean) const;

  MeanMoments moments_;
  Interval reach_;
  double se_;
  double skewness_ = 0;  ///< of the mean
};

}  // namespace regretta
