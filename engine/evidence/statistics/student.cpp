#include "regretta/engine/evidence/statistics/student.hpp"

#include <cmath>

#include "regretta/engine/evidence/statistics/beta.hpp"
#include "regretta/engine/evidence/statistics/log_gamma.hpp"

namespace regretta {
namespace {

/// P(|X| >= t)
double outside(double t, double degrees) { return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)); }

}  // namespace

double student_cdf(double t, double degrees) {
  const double tail = 0.5 * outside(t, degrees);
  return t > 0 ? 1 - tail : tail;
}

double student_two_sided(double level, double degrees) {
  double low = 0;
  double high = 1;
  for (; outside(high, degrees) > 1 - level; high *= 2) low = high;
  for (int k = 0; k < 4; ++k) {
    const double middle = 0.5 * (low + high);
    (outside(middle, degrees) > 1 - level ? low : high) = middle;
  }
  // Newton's method: the tail is convex, so from below it rises to the quantile and never passes it.
  const double at_zero =
      std::exp(log_gamma(0.5 * (degrees + 1)) - log_gamma(0.5 * degrees)) / std::sqrt(M_PI * degrees);
  double t = low;
  for (int k = 0; k < 50; ++k) {
    const double density = at_zero * std::pow(1 + t * t / degrees, -0.5 * (degrees + 1));
    const double step = (outside(t, degrees) - (1 - level)) / (2 * density);
    t += step;
    if (std::abs(step) <= 1e-14 * t) break;
  }
  return t;
}

}  // namespace regretta
