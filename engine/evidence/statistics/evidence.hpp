#pragma once
/// What a sample says of an expectation: its mean, two intervals, two p-values, and what is shown. Every table, figure
/// and verdict reads them here, so that they cannot contradict each other.
///
/// *Seen* rests on the values (seen_mean.hpp). *Sure* holds whatever trials too rare to be seen may do, as bad as
/// the reach permits (mean_interval.hpp), and includes what is seen. Of n trials, those rarer than 1 in n / 3 may all
/// have gone unseen (with probability e^-3 = 5%), whatever the error rate.

#include <algorithm>
#include <cstdint>
#include <vector>

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

/// How firmly it is shown that an expectation is not 0.
enum class Grade {
  none,     ///< not at all
  seen,     ///< by these trials; some too rare to be among them could overturn it
  outright  ///< whatever such trials do
};

/// The test alone, which is much faster than the intervals.
struct Claim {
  std::int64_t values = 0;  ///< of the smaller sample, if there are two
  double mean = not_a_number;
  double se = not_a_number;   ///< standard error; NaN for fewer than two values
  bool is_exact = false;      ///< the values cannot vary: the reach is a point
  bool is_few = false;        ///< fewer than 64 values, or too few for so small an error rate: it may be exceeded
  double own_p = 1;           ///< two-sided, that the expectation is 0, were this the only claim
  double own_sure_p = 1;      ///< the same whatever rare trials do; never less than own_p
  double p = 1, sure_p = 1;   ///< the same two, adjusted for the family
  Grade grade = Grade::none;  ///< seen exactly if p <= alpha, outright exactly if sure_p <= alpha
};

struct Evidence : Claim {
  Interval seen{not_a_number, not_a_number};  ///< excludes 0 exactly if the grade is seen or outright
  Interval sure{not_a_number, not_a_number};  ///< contains `seen`, and excludes 0 exactly if the grade is outright
};

/// `values`: finite, or NaN, which is left out. `reach`: what a value can be, widened where rounding took one out of
/// it. With fewer than two values nothing is shown, and the intervals are the reach (and 0).
Claim claim_of(std::vector<double> values, const Interval& reach, const Family& family = {});
Evidence evidence_of(std::vector<double> values, const Interval& reach, const Family& family = {});

/// Only what is seen, which is much faster: the sure interval is the reach, and nothing is outright that can vary.
Evidence seen_of(std::vector<double> values, const Interval& reach, const Family& family = {});

/// The same where what is seen rests on other moments than those of `values`, which have the same expectation. Of more
/// than most_exact_values (mean_interval.hpp) in a finite reach, `values` may be left out.
Evidence evidence_of(const MeanMoments& seen, std::vector<double> values, const Interval& reach, const Family& family);

/// Trials rarer than 1 in this many may all have gone unseen.
constexpr double rarest_seen(std::int64_t trials) { return static_cast<double>(trials) / 3; }

/// Whether the error rates of Claim and Evidence may exceed `alpha` noticeably, for values as skewed as exponential
/// ones (ERROR_RATES.md).
constexpr bool are_few(std::int64_t values, double alpha) {
  return values < 64 || static_cast<double>(values) * alpha < 0.064;
}

}  // namespace regretta
