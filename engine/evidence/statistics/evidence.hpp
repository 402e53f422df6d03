#pragma once
/// What a sample says of an expectation: its mean, interval and p-value, and whether anything is shown. Every table,
/// figure and verdict reads them here, so that they cannot contradict each other.
///
/// All of it rests on the values that were seen (seen_mean.hpp). Of n trials, those rarer than 1 in n / 3 may all have
/// gone unseen (with probability e^-3 = 5%), whatever the error rate.

#include <algorithm>
#include <cstdint>
#include <span>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/evidence/statistics/seen_mean.hpp"

namespace regretta {

/// The claims that a command makes together. Each is made at alpha / lines (Bonferroni), so that any is wrong with
/// probability `alpha` at most.
struct Family {
  double alpha = 0.05;  ///< at most 0.5
  double lines = 1;
  double each() const { return alpha / std::max(1.0, lines); }
};

struct Evidence {
  std::int64_t values = 0;  ///< of the smaller sample, if there are two
  double mean = not_a_number;
  double se = not_a_number;  ///< standard error; NaN for fewer than two values
  bool is_exact = false;     ///< the values cannot vary: the reach is a point
  bool is_few = false;       ///< fewer than 64 values, or too few for so small an error rate: it may be exceeded
  double own_p = 1;          ///< two-sided, that the expectation is 0, were this the only claim
  double p = 1;              ///< the same, adjusted for the family
  bool is_shown = false;     ///< that the expectation is not 0: exactly if p <= alpha
  Interval interval{not_a_number, not_a_number};  ///< excludes 0 exactly if `is_shown`
};

/// `reach`: what a value can be, widened where rounding took one out of it. With fewer than two values nothing is
/// shown, and the interval is the reach (and 0).
Evidence evidence_of(const MeanMoments& moments, const Interval& reach, const Family& family = {});
/// `values`: finite, or NaN, which is left out.
Evidence evidence_of(std::span<const double> values, const Interval& reach, const Family& family = {});

/// Trials rarer than 1 in this many may all have gone unseen.
constexpr double rarest_seen(std::int64_t trials) { return static_cast<double>(trials) / 3; }

/// Whether the error rate of Evidence may exceed `alpha` noticeably, for values as skewed as exponential ones
/// (ERROR_RATES.md).
constexpr bool are_few(std::int64_t values, double alpha) {
  return values < 64 || static_cast<double>(values) * alpha < 0.064;
}

}  // namespace regretta
