#include "regretta/engine/evidence/statistics/distributions.hpp"

#include <array>
#include <cstddef>

// Gives Boost.Math the same bits on every processor: without this definition it would sum Lanczos' series with SSE2 on
// x86-64, which rounds differently.
#define BOOST_MATH_SPECIAL_FUNCTIONS_LANCZOS_SSE2
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace regretta {
namespace {

/// Computes in double on every machine, and returns NaN or infinity instead of throwing.
using InDouble =
    boost::math::policies::policy<boost::math::policies::promote_double<false>,
                                  boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

using Binomial = boost::math::binomial_distribution<double, InDouble>;
using Student = boost::math::students_t_distribution<double, InDouble>;

}  // namespace

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

double student_cdf(double t, double degrees) { return cdf(Student(degrees), t); }

// The last quantiles are cached, because most lines of a table need the same quantile.
double student_beyond(double tail, double degrees) {
  struct Cached {
    double tail = -1, degrees = 0, quantile = 0;
  };
  thread_local std::array<Cached, 4> cache;
  thread_local std::size_t oldest = 0;
  for (const Cached& entry : cache)
    if (entry.tail == tail && entry.degrees == degrees) return entry.quantile;
  const double computed = quantile(complement(Student(degrees), tail));
  cache[oldest++ % cache.size()] = {tail, degrees, computed};
  return computed;
}

double normal_beyond(double tail) {
  return quantile(complement(boost::math::normal_distribution<double, InDouble>(), tail));
}

}  // namespace regretta
