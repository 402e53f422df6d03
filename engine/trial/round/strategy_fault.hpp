#pragma once
/// Which sums and entries a strategy may have, and the words for those that it may not.

#include <string>

namespace regretta {

/// A strategy must sum to 1 within this tolerance and have no negative entry.
inline constexpr double simplex_tolerance = 1e-9;

/// What is wrong with a strategy of this sum and least entry, such as "strategy left the simplex (sum is 1 + 3.0e-8,
/// allowed 1e-9)". allowed: the tolerance of the sum; 0 for a single arm, whose weight is 1.
std::string strategy_fault(double sum, double least, double allowed = simplex_tolerance);

}  // namespace regretta
