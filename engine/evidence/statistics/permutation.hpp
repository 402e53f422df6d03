#pragma once
#include <cstdint>
#include <vector>

namespace regretta {

/// Two-sided p-value that two independent samples have the same mean, by permuting Welch's statistic (Janssen,
/// Statistics and Probability Letters 36, 1997; Chung and Romano, Annals of Statistics 41, 2013). Exact, whatever the
/// distribution and at any level, where both samples come from the same one, as from identical builds with fresh seeds;
/// where only the means are the same, right in the limit, thanks to the studentising. Finite values; at least 1 /
/// (permutations + 1). Samples of one value, or of none, cannot be told apart: 1. Permutations are addressed by (seed,
/// permutation, position).
double permutation_p_value(const std::vector<double>& a, const std::vector<double>& b, int permutations,
                           std::uint64_t seed = 1);

}  // namespace regretta
