#pragma once
/// Paired comparison of two learners under the same noise, trial by trial.

#include <cstdint>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// The difference a - b of a quantity of which less is better.
struct PairedDifference {
  std::int64_t pairs = 0;  ///< trials with a value on both sides (not NaN)
  std::int64_t wins = 0;   ///< pairs with a < b
  std::int64_t ties = 0;   ///< pairs with a = b
  double mean = 0;         ///< of a - b; NaN for no pairs
  double se = 0;           ///< standard error of the mean; NaN for fewer than 2 pairs
  Interval seen{};         ///< for the expectation of a - b, from what was seen; see bootstrap.hpp
  double p_value = 1;      ///< two-sided, for the hypothesis that this expectation is 0; from what was seen
  Interval interval{};     ///< allows for trials too rare to be seen; see mean_interval.hpp
  double outright_p = 1;   ///< as p_value, and allows for such trials; never less; 1 if an end of the reach is infinite
  double better = 0;       ///< estimate of P(a < b), ties counting half; NaN for no pairs
  double variance_factor = 0;  ///< (var a + var b) / var(a - b): how many times more trials independent noise would
                               ///< have needed; infinite if all differences are equal, NaN for fewer than 2 pairs
};

/// p-values much below `least_p` are not resolved (bootstrap_tail.hpp).
struct PairedOptions {
  double level = 0.95;                  ///< of the interval
  double least_p = 1e-3;                ///< in (0, 1)
  Interval reach{-infinity, infinity};  ///< of a - b in any trial
};

/// The reach of a - b, from that of each.
inline Interval reach_of_difference(const Interval& a, const Interval& b) { return {a.low - b.high, a.high - b.low}; }

/// About how many trials it would take to show this difference, if it is the true one, whatever rare trials may do: for
/// its interval of error rate `alpha` to exclude 0. Infinite if the difference is 0 or the reach is infinite.
double trials_to_settle(const PairedDifference& difference, const Interval& reach, double alpha);

/// a, b: one value per trial, in the same order; throws std::invalid_argument if their lengths differ.
PairedDifference paired_difference(const std::vector<double>& a, const std::vector<double>& b,
                                   const PairedOptions& options = {});

}  // namespace regretta
