#pragma once
/// A permutation test for the difference of two means. Used by change.hpp.

#include <cstdint>
#include <limits>
#include <vector>

namespace regretta {

/// Two-sided p-value for the hypothesis that two independent samples have the same mean, by permutation of Welch's
/// statistic (Janssen, Statistics and Probability Letters 36, 1997; Chung and Romano, Annals of Statistics 41, 2013).
/// Exact at any level and for any distribution if both samples come from the same one, as with identical builds and
/// fresh seeds. If only the means are equal, it is asymptotically correct, because the statistic is studentised. Values
/// must be finite. At least 1 / (permutations + 1); 1 if a sample has fewer than two values. Draws are addressed by
/// (permutation, position). Ends at the permutation that is the `enough`-th to reach the observed statistic,
/// which keeps the level (Besag and Clifford, Biometrika 78, 1991): most of a table's p-values are large and need few.
double permutation_p_value(const std::vector<double>& a, const std::vector<double>& b, int permutations,
                           std::int64_t enough = std::numeric_limits<std::int64_t>::max());

/// The same with at most `permutations`, 100 of them beyond, if they resolve it, or if `least_p` is not smaller than
/// what they resolve. Else by permutation_tail if the samples are not too large for it, then at least
/// least_resolved(least_p); else with as many permutations as least_p needs.
double resolved_permutation_p_value(const std::vector<double>& a, const std::vector<double>& b, int permutations,
                                    double least_p);

}  // namespace regretta
