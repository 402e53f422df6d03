#pragma once
/// Tails of weighted sums of exponential variables, which are those of means with Dirichlet weights. Used by
/// bounded_mean.hpp.

#include <vector>

namespace regretta {

/// P(sum_i c_i E_i >= 0) for independent exponential E_i of rate 1, to about 12 digits. Not all of the finite `c` may
/// be 0 unless 1 is wanted for them.
///
/// The moment generating function of the sum is M(s) = prod 1 / (1 - c_i s), and the probability is the integral of
/// M(s) / s along a line to the right of 0, divided by 2 pi i. The line goes through the saddle point, where the
/// trapezoidal rule, after a substitution by sinh, needs some 20 points: no pole is closer than the unit of length.
/// Products instead of logarithms keep the bits the same on every machine.
double exponential_sum_above_zero(const std::vector<double>& c);

}  // namespace regretta
