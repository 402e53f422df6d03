#include "regretta/engine/evidence/statistics/exponential_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// The minimum of the convex ln M(s) - ln s within (0, 1 / greatest).
double saddle_point(const std::vector<double>& c, double greatest) {
  double low = 0, high = 1 / greatest;
  double s = high / 2;
  for (int step = 0; step < 100; ++step) {
    double first = -1 / s, second = 1 / (s * s);  // derivatives
    for (const double x : c) {
      const double ratio = x / (1 - s * x);
      first += ratio;
      second += ratio * ratio;
    }
    (first < 0 ? low : high) = s;
    const double move = first / second;
    if (std::abs(move) * std::sqrt(second) < 1e-3) break;  // the line need not pass through the exact point
    const double next = s - move;
    s = next > low && next < high ? next : (low + high) / 2;
  }
  return s;
}

/// A product of many factors, as fraction * 2^exponent.
class Product {
 public:
  void times(double factor) {
    fraction_ *= factor;
    if (std::abs(fraction_) < 1e100 && std::abs(fraction_) > 1e-100) return;
    int shift = 0;
    fraction_ = std::frexp(fraction_, &shift);
    exponent_ += shift;
  }
  double reciprocal() const { return std::ldexp(1 / fraction_, -exponent_); }

 private:
  double fraction_ = 1;
  int exponent_ = 0;
};

/// Eight points of the line side by side: one alone would wait for every product of its complex factors.
using Points = Pack<8>;
struct ComplexPoints {
  Points real, imaginary;
};

/// direction / prod (1 - offset r), the imaginary part; 0 where it is negligible.
Points integrand(const std::vector<double>& ratios, const ComplexPoints& offset, const ComplexPoints& direction) {
  ComplexPoints product{Points(1.0), Points(0.0)};
  Mask<Points> negligible = Points(0.0) > Points(1.0);
  for (std::size_t n = 0; n < ratios.size(); ++n) {
    const Points r(ratios[n]);
    const Points along = Points(1.0) - offset.real * r, across = -offset.imaginary * r;
    const Points before = product.real;
    product.real = before * along - product.imaginary * across;
    product.imaginary = product.imaginary * along + before * across;
    if (n % 8 != 7) continue;  // eight factors of e^50, the largest, do not overflow
    negligible = negligible | (abs(product.real) + abs(product.imaginary) > Points(1e30));
    product.real = select(negligible, Points(1.0), product.real);
    product.imaginary = select(negligible, Points(0.0), product.imaginary);
  }
  const Points square = product.real * product.real + product.imaginary * product.imaginary;
  const Points value = (direction.imaginary * product.real - direction.real * product.imaginary) / square;
  return select(negligible, Points(0.0), value);
}

/// The integral of the integrand along one half of the line: the trapezoidal rule after a substitution by sinh.
double integral(const std::vector<double>& ratios, double width, double lean) {
  constexpr double step = 0.125;
  double sum = width / 2;  // the integrand is even, so the point at 0 counts half
  int negligible = 0;      // points in a row
  for (int first = 1; first < 400; first += lanes<Points>) {
    Points place(0.0);
    for (int k = 0; k < lanes<Points>; ++k) set_lane(place, k, step * (first + k));
    const Points grown = exp(place), shrunk = Points(1.0) / grown;
    const Points sinh = Points(width) * (grown - shrunk) / Points(2.0);
    const Points cosh = Points(width) * (grown + shrunk) / Points(2.0);
    const Points values = integrand(ratios, {Points(lean) * (cosh - Points(width)), sinh}, {Points(lean) * sinh, cosh});
    for (int k = 0; k < lanes<Points>; ++k) {
      const double value = lane(values, k);
      sum += value;
      negligible = std::abs(value) < 1e-15 * width ? negligible + 1 : 0;
      if (negligible == 4) return sum * step;
    }
  }
  return sum * step;
}

}  // namespace

double exponential_sum_above_zero(const std::vector<double>& c) {
  const auto [least, greatest] = std::ranges::minmax(c);
  if (least >= 0) return 1;
  if (greatest <= 0) return 0;
  const double s = saddle_point(c, greatest);
  std::vector<double> ratios = {-1 / s};
  Product product;
  double squares = ratios[0] * ratios[0], cubes = squares * ratios[0];
  for (const double x : c) {
    const double factor = 1 - s * x, r = x / factor;
    product.times(factor);
    ratios.push_back(r);
    squares += r * r;
    cubes += r * r * r;
  }
  const double width = 1 / std::sqrt(squares);
  const double lean = 2.0 / 3 * cubes * width * width * width;  // within 2/3 of 0
  return std::clamp(integral(ratios, width, lean) / std::numbers::pi * product.reciprocal() / s, 0.0, 1.0);
}

}  // namespace regretta
