#pragma once
/// Counts of trials: k of n did something that happens with an unknown probability.

#include <cstdint>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

/// P(X >= k) for X ~ Binomial(n, p); 0 <= k <= n, 0 <= p <= 1. Exact.
double binomial_tail(std::int64_t k, std::int64_t n, double p);

/// The exact two-sided interval of Clopper and Pearson (Biometrika 26, 1934) for the probability, after k of n;
/// 0 <= k <= n, 0 < level < 1. Each end errs with probability (1 - level) / 2 at most, whatever the truth. [0, 1] for
/// n = 0.
Interval clopper_pearson(std::int64_t k, std::int64_t n, double level);

}  // namespace regretta
