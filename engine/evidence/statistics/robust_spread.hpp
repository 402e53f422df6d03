#pragma once
/// Where most values lie. A few far values do not move it.

#include <vector>

namespace regretta {

struct RobustSpread {
  double middle = 0;     ///< the median
  double deviation = 0;  ///< 1.4826 times the median distance from it: of normal values, the standard deviation

  /// Whether a value this far from the middle belongs to a mode that a few trials have: 15 deviations or more.
  bool is_far(double distance) const { return distance > 15 * deviation; }
};

/// `values` must be finite; one or more.
RobustSpread robust_spread(std::vector<double> values);

}  // namespace regretta
