#pragma once
/// Exact inference for a binomial probability, from k of n trials. Used by the theorem ledger.

#include <cstdint>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

/// P(X >= k) for X ~ Binomial(n, p); 0 <= k <= n, 0 <= p <= 1. Exact.
double binomial_tail(std::int64_t k, std::int64_t n, double p);

/// The exact two-sided interval of Clopper and Pearson (Biometrika 26, 1934) for the probability, given k of n;
/// 0 <= k <= n, 0 < level < 1. Each end errs with probability at most (1 - level) / 2, whatever the true probability.
/// [0, 1] for n = 0.
Interval clopper_pearson(std::int64_t k, std::int64_t n, double level);

}  // namespace regretta
