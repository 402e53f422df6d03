#pragma once
/// Paired comparison of two learners under the same noise, trial by trial.

#include <cstdint>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"

namespace regretta {

/// The difference a - b of a quantity of which less is better, over the trials with a value on both sides.
struct PairedDifference : Evidence {
  std::int64_t wins = 0;       ///< pairs with a < b
  std::int64_t ties = 0;       ///< pairs with a = b
  double better = 0;           ///< estimate of P(a < b), ties counting half; NaN for no pairs
  double variance_factor = 0;  ///< (var a + var b) / var(a - b): how many times more trials independent noise would
                               ///< have needed; infinite if all differences are equal, NaN for fewer than 2 pairs
};

/// The reach of a - b, from that of each.
inline Interval reach_of_difference(const Interval& a, const Interval& b) { return {a.low - b.high, a.high - b.low}; }

/// About how many trials it takes until a difference such as this, if it is true, is shown: until its interval of error
/// rate `alpha` excludes 0; never fewer than there are. Infinite if it is 0.
double trials_to_show(const Evidence& difference, double alpha);

/// a - b, where neither is NaN; 0 where they differ by rounding alone. a, b: one value per trial, in the same order;
/// throws std::invalid_argument if their lengths differ.
std::vector<double> differences_of(const std::vector<double>& a, const std::vector<double>& b);

/// Of such differences. The skewness of the two may cancel, so that its estimate only adds noise: each end of an
/// interval is the farther of Hall's and Student's (seen_mean.hpp).
MeanMoments moments_of_differences(const std::vector<double>& differences);

/// Throws as differences_of. `reach`: of a - b in any trial.
PairedDifference paired_difference(const std::vector<double>& a, const std::vector<double>& b,
                                   const Interval& reach = {-infinity, infinity}, const Family& family = {});

}  // namespace regretta
