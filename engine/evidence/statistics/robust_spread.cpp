#include "regretta/engine/evidence/statistics/robust_spread.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {

RobustSpread robust_spread(std::vector<double> values) {
  const double middle = quantile_of(values, 0.5);
  for (double& x : values) x = std::abs(x - middle);
  return {middle, 1.4826 * quantile_of(std::move(values), 0.5)};
}

bool shows_rare_mode(const std::vector<double>& values) {
  if (values.empty()) return false;
  const RobustSpread spread = robust_spread(values);
  return std::ranges::any_of(values, [&](double x) { return spread.is_far(std::abs(x - spread.middle)); });
}

}  // namespace regretta
