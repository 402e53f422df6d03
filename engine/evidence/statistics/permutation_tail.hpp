#pragma once
/// p-values of a permutation test too small to be counted, as bootstrap_tail.hpp for the bootstrap.
///
/// Under the hypothesis, the smaller sample is any n of the N pooled values with the same probability. Subsets are
/// drawn with probabilities proportional to exp(lambda sum of y) instead (conditional Bernoulli sampling; Chen and Liu,
/// Statistica Sinica 7, 1997), so that their sums are about as extreme as the observed one. With centred values,
/// Welch's statistic reaches t exactly where S^2 >= A + B Q, S and Q being the sums of the subset's values and of their
/// squares; B = 0 if the samples are of one size. Hence y = x - B x^2 / (2 c) for a grid of c, and -x for the other
/// side, with shares as in bootstrap_tail.hpp. The weight of the observed subset counts, too (Harrison, Biometrika 99,
/// 2012).

#include <cstddef>
#include <vector>

namespace regretta {

/// Whether samples of these sizes are small enough for permutation_tail: memory and time grow with their product.
bool has_permutation_tail(std::size_t a, std::size_t b);

/// The p-value of permutation_p_value with infinitely many permutations, with a relative standard error of about 5%;
/// slightly too large on average. Both samples need at least two values.
double permutation_tail(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace regretta
