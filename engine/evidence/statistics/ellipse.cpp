#include "regretta/engine/evidence/statistics/ellipse.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// Quantile of the F distribution with 2 and `degrees` degrees of freedom, which has a closed form.
double f_quantile_2(double level, double degrees) { return degrees / 2 * (std::pow(1 - level, -2 / degrees) - 1); }

}  // namespace

Ellipse confidence_ellipse(const std::vector<double>& x, const std::vector<double>& y, double level) {
  if (x.size() != y.size())
    throw std::invalid_argument(
        fmt::format("confidence_ellipse: {} and {} values, expected one of each per trial", x.size(), y.size()));
  const auto has_both = [&](std::size_t k) { return !std::isnan(x[k]) && !std::isnan(y[k]); };
  Ellipse result;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!has_both(k)) continue;
    ++result.pairs;
    result.x += x[k];
    result.y += y[k];
  }
  const auto n = static_cast<double>(result.pairs);
  result.x /= n;  // NaN for no pairs
  result.y /= n;
  if (result.pairs < 3) {
    result.major = result.minor = result.angle = not_a_number;
    return result;
  }

  double xx = 0, xy = 0, yy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!has_both(k)) continue;
    xx += (x[k] - result.x) * (x[k] - result.x);
    xy += (x[k] - result.x) * (y[k] - result.y);
    yy += (y[k] - result.y) * (y[k] - result.y);
  }
  const double scale = 2 / (n - 2) * f_quantile_2(level, n - 2) / n;  // n - 1 cancels: the sums are not divided by it
  const double middle = (xx + yy) / 2;
  const double spread = std::hypot((xx - yy) / 2, xy);
  result.major = std::sqrt(scale * (middle + spread));
  result.minor = std::sqrt(scale * std::max(0.0, middle - spread));
  result.angle = std::atan2(2 * xy, xx - yy) / 2;
  return result;
}

}  // namespace regretta
