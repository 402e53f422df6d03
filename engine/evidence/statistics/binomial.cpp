#include "regretta/engine/evidence/statistics/binomial.hpp"

#include "regretta/engine/evidence/statistics/boost_math.hpp"

namespace regretta {

using Binomial = boost::math::binomial_distribution<double, InDouble>;

double binomial_tail(std::int64_t k, std::int64_t n, double p) {
  if (k <= 0) return 1;
  return cdf(complement(Binomial(static_cast<double>(n), p), static_cast<double>(k - 1)));
}

Interval clopper_pearson(std::int64_t k, std::int64_t n, double level) {
  const double tail = (1 - level) / 2;
  const auto trials = static_cast<double>(n), hits = static_cast<double>(k);
  return {.low = Binomial::find_lower_bound_on_p(trials, hits, tail),
          .high = Binomial::find_upper_bound_on_p(trials, hits, tail)};
}

}  // namespace regretta
