#include "regretta/engine/evidence/student.hpp"

#include "regretta/engine/evidence/beta.hpp"

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
  while (outside(high, degrees) > 1 - level) high *= 2;
  for (int k = 0; k < 200 && high - low > 1e-15 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (outside(middle, degrees) > 1 - level ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace regretta
