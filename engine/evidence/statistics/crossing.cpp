#include "regretta/engine/evidence/statistics/crossing.hpp"

#include <cmath>

namespace regretta {
namespace {

/// Where a line through two points, the second of which has another sign, has 0; infinite values count as far away.
double zero_between(double x0, double y0, double x1, double y1) {
  if (y0 - y1 == 0 || std::isinf(y0)) return x1;
  if (std::isinf(y1)) return x0;
  return x0 + (x1 - x0) * y0 / (y0 - y1);
}

/// Where y first reaches 0 from below; infinite if it does not.
double first_zero(const std::vector<double>& x, const std::vector<double>& y) {
  if (y.front() >= 0) return -infinity;
  for (std::size_t j = 1; j < x.size(); ++j)
    if (y[j] >= 0) return zero_between(x[j - 1], y[j - 1], x[j], y[j]);
  return infinity;
}

/// Where y leaves 0 upwards for the last time; infinite if it ends at 0 or below.
double last_zero(const std::vector<double>& x, const std::vector<double>& y) {
  if (y.back() <= 0) return infinity;
  for (std::size_t j = x.size() - 1; j > 0; --j)
    if (y[j - 1] <= 0) return zero_between(x[j - 1], y[j - 1], x[j], y[j]);
  return -infinity;
}

}  // namespace

Crossing find_crossing(const std::vector<double>& x, const std::vector<double>& means,
                       const std::vector<Interval>& intervals) {
  Crossing crossing;
  if (x.empty()) return crossing;
  crossing.before = means.front() > 0 ? 1 : -1;
  // upwards, from below 0
  std::vector<double> mean, low, high;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const bool turned = crossing.before > 0;
    mean.push_back(turned ? -means[j] : means[j]);
    low.push_back(turned ? -intervals[j].high : intervals[j].low);
    high.push_back(turned ? -intervals[j].low : intervals[j].high);
  }
  const double at = first_zero(x, mean);
  if (std::isfinite(at)) crossing.at = at;
  crossing.interval = {first_zero(x, high), last_zero(x, low)};
  return crossing;
}

}  // namespace regretta
