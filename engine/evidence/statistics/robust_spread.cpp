#include "regretta/engine/evidence/statistics/robust_spread.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {
namespace {

double median(std::vector<double>& values) {
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

}  // namespace

RobustSpread robust_spread(std::vector<double> values) {
  const double middle = median(values);
  for (double& x : values) x = std::abs(x - middle);
  return {middle, 1.4826 * median(values)};
}

bool shows_rare_mode(const std::vector<double>& values) {
  if (values.empty()) return false;
  const RobustSpread spread = robust_spread(values);
  return std::ranges::any_of(values, [&](double x) { return spread.is_far(std::abs(x - spread.middle)); });
}

}  // namespace regretta
