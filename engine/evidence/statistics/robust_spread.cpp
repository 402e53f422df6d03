#include "regretta/engine/evidence/statistics/robust_spread.hpp"

#include <cmath>
#include <utility>

#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {

RobustSpread robust_spread(std::vector<double> values) {
  const double middle = quantile_of(values, 0.5);
  for (double& x : values) x = std::abs(x - middle);
  return {middle, 1.4826 * quantile_of(std::move(values), 0.5)};
}

}  // namespace regretta
