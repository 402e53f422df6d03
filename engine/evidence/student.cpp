#include "regretta/engine/evidence/student.hpp"

#include <cmath>

namespace regretta {
namespace {

/// The regularised incomplete beta function I_x(a, b) by its continued fraction (Lentz), for x below its mean.
double incomplete_beta_tail(double a, double b, double x) {
  const double front =
      std::exp(a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b)) / a;
  const auto away_from_zero = [](double y) { return std::abs(y) < 1e-300 ? 1e-300 : y; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double value = d;
  for (int n = 1; n < 500; ++n) {
    const double even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    value *= d * c;
    const double odd = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    const double step = d * c;
    value *= step;
    if (std::abs(step - 1) < 1e-16) break;
  }
  return front * value;
}

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x < (a + 1) / (a + b + 2) ? incomplete_beta_tail(a, b, x) : 1 - incomplete_beta_tail(b, a, 1 - x);
}

}  // namespace

double student_cdf(double t, double degrees) {
  const double tail = 0.5 * incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
  return t > 0 ? 1 - tail : tail;
}

double student_two_sided(double level, double degrees) {
  const auto outside = [degrees](double t) { return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)); };
  double low = 0;
  double high = 1;
  while (outside(high) > 1 - level) high *= 2;
  for (int k = 0; k < 200 && high - low > 1e-15 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (outside(middle) > 1 - level ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace regretta
