#pragma once
/// Inference about an expectation from a sample: mean, interval, p-value and verdict, for one sample or for pairs of
/// values, for a single claim or a family of claims. All tables, figures and verdicts use this inference, so that they
/// cannot contradict each other.
///
/// Interval and test are Hall's transformation of Student's t (Journal of the Royal Statistical Society B 54, 1992), in
/// closed form. Values of regret and violation are skewed, and Student's t then errs at one end several times as often
/// as it should. With T = (mean - mu) / se and the skewness a of the mean, g(T) = T + a T^2 / 3 + a^2 T^3 / 27 + a / 6
/// has Student's distribution up to terms of order 1 / n. It is monotone in T, so that interval and p-value come from
/// one function and cannot disagree. If the skewness of two samples cancels, its estimate only adds noise. So each end
/// of the interval for a difference is the farther of Hall's and Student's (with Welch's degrees of freedom), and errs
/// only if both do.
///
/// All inference is based on the observed values. Events rarer than 1 in n / 3 may be missing from n trials (with
/// probability e^-3 = 5%), whatever the nominal error rate. ERROR_RATES.md has measured error rates.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// Moments of a sample mean, from which the expectation is inferred.
struct MeanMoments {
  std::int64_t values = 0;         ///< number of values; of the smaller sample if there are two
  double mean = not_a_number;      ///< NaN for no values
  double variance = not_a_number;  ///< variance of the mean; NaN for fewer than two values
  double third = 0;                ///< third central moment of the mean; 0 for fewer than three values
  double degrees = 0;              ///< degrees of freedom of Student's t
  bool is_difference = false;      ///< whether the mean is the mean of a difference of two samples
  double chance_equal = 1;         ///< one-sided p-value if the values have no spread: 2^-n, as in a sign test; for two
                                   ///< independent samples, as in a permutation test
};

/// MeanMoments::chance_equal of one sample.
double chance_equal(std::int64_t values);

/// Moments of the mean of `values`, which must be finite or NaN; NaN is left out. The mean equals that of summarise.
MeanMoments moments_of(std::span<const double> values);

/// Moments of the mean of `a` minus that of `b` for independent samples, with Welch's degrees of freedom (Biometrika
/// 34, 1947).
MeanMoments difference_of(const MeanMoments& a, const MeanMoments& b);

/// Interval and p-value for the expectation of a sample.
class MeanInference {
 public:
  /// `reach`: the possible values of the expectation.
  explicit MeanInference(const MeanMoments& moments, const Interval& reach = {-infinity, infinity});

  double se() const { return se_; }  ///< NaN for fewer than two values

  /// The interval of error rate `alpha`, 0 < alpha <= 0.5, within the reach; for fewer than two values, the reach. If
  /// all values are equal, the interval is that value; if so few values may well be equal by chance, it is the reach.
  Interval interval(double alpha) const;

  /// Two-sided p-value for the hypothesis that the expectation is `mean`; 0 if the reach excludes it.
  double p_value(double mean) const;

 private:
  struct Transformed {
    double least, most;  ///< both g(T) for one sample; the lesser and the greater of g(T) and T for a difference
  };
  Transformed transformed(double mean) const;

  MeanMoments moments_;
  Interval reach_;
  double se_;
  double skewness_ = 0;  ///< skewness of the mean
};

/// A family of claims. Each is tested at alpha / lines (Bonferroni), so that the probability that any claim is wrong is
/// at most `alpha`.
struct Family {
  double alpha = 0.05;  ///< error rate of the family; at most 0.5
  double lines = 1;     ///< number of claims
  double per_line() const { return alpha / std::max(1.0, lines); }
};

/// What a sample shows about its expectation, as one claim of a family.
struct Evidence {
  std::int64_t values = 0;  ///< number of values; of the smaller sample if there are two
  double mean = not_a_number;
  double se = not_a_number;                       ///< standard error; NaN for fewer than two values
  bool is_exact = false;                          ///< whether the values cannot vary, because the reach is a point
  bool is_few = false;                            ///< whether the error rate may be exceeded (are_few)
  double unadjusted_p = 1;                        ///< two-sided p-value of the hypothesis that the expectation is 0
  double p = 1;                                   ///< the same, adjusted for the family
  bool is_shown = false;                          ///< whether p <= alpha: the expectation is shown not to be 0
  Interval interval{not_a_number, not_a_number};  ///< excludes 0 if and only if `is_shown`
};

/// Evidence about an expectation. `reach`: the possible values, widened if rounding has put the mean outside. With
/// fewer than two values nothing is shown, and the interval is the reach, extended to contain 0.
Evidence evidence_of(const MeanMoments& moments, const Interval& reach, const Family& family = {});
/// Evidence about the expectation of `values`, which must be finite or NaN; NaN is left out.
Evidence evidence_of(std::span<const double> values, const Interval& reach, const Family& family = {});

/// The N such that events rarer than 1 in N may well be missing from this many trials.
constexpr double rarest_seen(std::int64_t trials) { return static_cast<double>(trials) / 3; }

/// Whether there are so few values that the error rate may exceed `alpha` noticeably if the values are as skewed as
/// those of an exponential distribution. Both limits are from ERROR_RATES.md.
constexpr bool are_few(std::int64_t values, double alpha) {
  return values < 64 || static_cast<double>(values) * alpha < 0.064;
}

/// Holm's step-down procedure (Scandinavian Journal of Statistics 6, 1979): the adjusted p-values, in the order of
/// `p_values`. If every hypothesis whose adjusted p-value is at most alpha is rejected, the probability of any false
/// rejection is at most alpha, however the tests depend on each other.
std::vector<double> holm_adjusted(const std::vector<double>& p_values);

/// The adjusted p-values of `items`, whose p-values are p_value_of(item).
template <class Items, class PValueOf>
std::vector<double> holm_adjusted(const Items& items, const PValueOf& p_value_of) {
  std::vector<double> p_values;
  for (const auto& item : items) p_values.push_back(std::invoke(p_value_of, item));
  return holm_adjusted(p_values);
}

/// The difference a - b of a quantity of which less is better, over the trials in which both have a value.
struct PairedDifference : Evidence {
  std::int64_t wins = 0;       ///< pairs with a < b
  std::int64_t ties = 0;       ///< pairs with a = b
  double better = 0;           ///< estimate of P(a < b), ties counting half; NaN for no pairs
  double variance_factor = 0;  ///< (var a + var b) / var(a - b): how many times as many trials would be needed with
                               ///< independent noise; infinite for equal differences, NaN for fewer than two pairs
};

/// The reach of a - b, from the reaches of a and b.
inline Interval reach_of_difference(const Interval& a, const Interval& b) { return {a.low - b.high, a.high - b.low}; }

/// Estimated number of trials until the interval of error rate `alpha` excludes 0, if the difference stays as it is. At
/// least the present number; infinite if the difference is 0.
double trials_to_show(const Evidence& difference, double alpha);

/// The differences a - b where neither is NaN; 0 where the two differ only by rounding. a, b: one value per trial, in
/// the same order. Throws std::invalid_argument if their lengths differ.
std::vector<double> differences_of(const std::vector<double>& a, const std::vector<double>& b);

/// Moments of paired differences, marked as such (MeanMoments::is_difference).
MeanMoments moments_of_differences(const std::vector<double>& differences);

/// Compares paired values. Throws as differences_of. `reach`: the possible values of a - b in a trial.
PairedDifference paired_difference(const std::vector<double>& a, const std::vector<double>& b,
                                   const Interval& reach = {-infinity, infinity}, const Family& family = {});

}  // namespace regretta
