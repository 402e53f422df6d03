#include "regretta/engine/evidence/statistics/exponential_sum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// Derivatives of ln M(s) - ln s.
struct Slope {
  double first = 0, second = 0;
};
Slope slope_at(const std::vector<double>& c, double s) {
  Slope slope{-1 / s, 1 / (s * s)};
  for (const double x : c) {
    const double ratio = x / (1 - s * x);
    slope.first += ratio;
    slope.second += ratio * ratio;
  }
  return slope;
}

/// The minimum of the convex ln M(s) - ln s within (0, 1 / greatest).
double saddle_point(const std::vector<double>& c, double greatest) {
  double low = 0, high = 1 / greatest;
  double s = high / 2;
  for (int step = 0; step < 100; ++step) {
    const Slope slope = slope_at(c, s);
    (slope.first < 0 ? low : high) = s;
    const double move = slope.first / slope.second;
    if (std::abs(move) * std::sqrt(slope.second) < 1e-3) break;  // the line need not pass through the exact point
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

/// direction / prod (1 - offset r), the imaginary part; 0 once it is negligible.
double integrand(const std::vector<double>& ratios, std::complex<double> offset, std::complex<double> direction) {
  double real = 1, imaginary = 0;
  const double x = offset.real(), y = offset.imag();
  for (const double r : ratios) {
    const double along = 1 - x * r, across = -y * r;
    const double before = real;
    real = before * along - imaginary * across;
    imaginary = imaginary * along + before * across;
    if (std::abs(real) + std::abs(imaginary) > 1e30) return 0;
  }
  return (direction.imag() * real - direction.real() * imaginary) / (real * real + imaginary * imaginary);
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
  constexpr double step = 0.125;
  double sum = width / 2;  // the integrand is even, so the point at 0 counts half
  int negligible = 0;      // points in a row
  for (int k = 1; k < 400 && negligible < 4; ++k) {
    const double grown = exp(step * k), shrunk = 1 / grown;
    const double sinh = width * (grown - shrunk) / 2, cosh = width * (grown + shrunk) / 2;
    const double value = integrand(ratios, {lean * (cosh - width), sinh}, {lean * sinh, cosh});
    sum += value;
    negligible = std::abs(value) < 1e-15 * width ? negligible + 1 : 0;
  }
  return std::clamp(sum * step / std::numbers::pi * product.reciprocal() / s, 0.0, 1.0);
}

}  // namespace regretta
