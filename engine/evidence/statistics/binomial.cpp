#include "regretta/engine/evidence/statistics/binomial.hpp"

#include "regretta/engine/evidence/statistics/beta.hpp"

namespace regretta {

double binomial_tail(std::int64_t k, std::int64_t n, double p) {
  if (k <= 0) return 1;
  return incomplete_beta(static_cast<double>(k), static_cast<double>(n - k + 1), p);
}

Interval clopper_pearson(std::int64_t k, std::int64_t n, double level) {
  const double tail = (1 - level) / 2;
  const auto hits = static_cast<double>(k);
  const auto misses = static_cast<double>(n - k);
  return {.low = k == 0 ? 0 : beta_quantile(tail, hits, misses + 1),
          .high = k == n ? 1 : beta_quantile(1 - tail, hits + 1, misses)};
}

}  // namespace regretta
