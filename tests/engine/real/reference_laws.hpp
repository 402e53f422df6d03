#pragma once
/// Distribution functions from textbook series, and the distance of a sample from one, for tests of draws.

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace regretta::tests {

/// The regularised lower incomplete gamma function: its power series below a + 1, its continued fraction above.
inline double gamma_cdf(double a, double x) {
  if (x <= 0) return 0;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > 1e-17 * sum; ++n) sum += term *= x / n;
    return front * sum;
  }
  double c = 1e300, d = 1 / (x + 1 - a), f = d;
  for (int n = 1; n < 1000; ++n) {
    const double even = n * (a - n), odd = x + 2 * n + 1 - a;
    d = 1 / (even * d + odd);
    c = odd + even / c;
    f *= c * d;
    if (std::fabs(c * d - 1) < 1e-15) break;
  }
  return 1 - front * f;
}

/// The regularised incomplete beta function, by its continued fraction.
inline double beta_cdf(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta_cdf(b, a, 1 - x);
  const double front =
      std::exp(a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b)) / a;
  double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), f = d;
  for (int n = 1; n < 1000; ++n) {
    const double even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    f *= c * d;
    const double odd = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    f *= c * d;
    if (std::fabs(c * d - 1) < 1e-15) break;
  }
  return front * f;
}

/// Kolmogorov and Smirnov: sqrt(n) times the largest difference between the two distribution functions. Above 2.23 with
/// probability 1e-4 if the sample is of that law.
inline double kolmogorov_distance(std::vector<double> sample, const std::function<double(double)>& cdf) {
  std::ranges::sort(sample);
  const auto n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    const double expected = cdf(sample[k]);
    distance = std::max({distance, expected - static_cast<double>(k) / n, static_cast<double>(k + 1) / n - expected});
  }
  return distance * std::sqrt(n);
}

}  // namespace regretta::tests
