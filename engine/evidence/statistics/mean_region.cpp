#include "regretta/engine/evidence/statistics/mean_region.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"

namespace regretta {
namespace {

/// Quantile of the F distribution with 2 and `degrees` degrees of freedom, which has a closed form.
double f_quantile_2(double level, double degrees) { return degrees / 2 * (std::pow(1 - level, -2 / degrees) - 1); }

/// `offset` from the mean in half-axes: 1 at the end of the interval on its side.
double in_half_axes(double value, double mean, const Interval& interval) {
  const double offset = value - mean;
  return offset == 0 ? 0 : offset / (offset < 0 ? mean - interval.low : interval.high - mean);
}

double at_half_axes(double u, double mean, const Interval& interval) {
  return mean + u * (u < 0 ? mean - interval.low : interval.high - mean);
}

}  // namespace

MeanRegion::MeanRegion(const std::vector<double>& x, const std::vector<double>& y, const Interval& x_reach,
                       const Interval& y_reach, double level)
    : x_(x_reach), y_(y_reach) {
  if (x.size() != y.size())
    throw std::invalid_argument(
        fmt::format("MeanRegion: {} and {} values, expected one of each per trial", x.size(), y.size()));
  std::vector<double> own_x, own_y;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (std::isnan(x[k]) || std::isnan(y[k])) continue;
    own_x.push_back(x[k]);
    own_y.push_back(y[k]);
  }
  const MeanMoments of_x = moments_of(own_x), of_y = moments_of(own_y);
  pairs_ = of_x.values;
  mean_x_ = of_x.mean;
  mean_y_ = of_y.mean;
  if (pairs_ < 3) return;
  const double degrees = of_x.degrees;
  const double furthest = std::sqrt(2 * degrees / (degrees - 1) * f_quantile_2(level, degrees - 1));  // standard errors
  const double alpha = 2 * student_cdf(-furthest, degrees);
  x_ = SeenMean(of_x, x_reach).interval(alpha);
  y_ = SeenMean(of_y, y_reach).interval(alpha);
  double products = 0;
  for (std::size_t k = 0; k < own_x.size(); ++k) products += (own_x[k] - mean_x_) * (own_y[k] - mean_y_);
  const double both = std::sqrt(of_x.variance * of_y.variance);
  if (both > 0) correlation_ = std::clamp(products / degrees / (degrees + 1) / both, -1.0, 1.0);
}

bool MeanRegion::has(double x, double y) const {
  const double u = in_half_axes(x, mean_x_, x_), v = in_half_axes(y, mean_y_, y_);
  return u * u - 2 * correlation_ * u * v + v * v <= 1 - correlation_ * correlation_;
}

std::pair<double, double> MeanRegion::outline(double turn) const {
  const double u = std::cos(turn);
  const double v = correlation_ * u + std::sqrt(1 - correlation_ * correlation_) * std::sin(turn);
  return {at_half_axes(u, mean_x_, x_), at_half_axes(v, mean_y_, y_)};
}

}  // namespace regretta
