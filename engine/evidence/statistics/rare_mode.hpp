#pragma once
/// Finds a mode that only a few values have, such as those of trials in which a learner has locked in to a wrong
/// strategy.

#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

struct RareMode {
  std::int64_t values = 0;  ///< that have it
  Interval share{};         ///< 95% interval of Clopper and Pearson for their share
  double nearest = 0;       ///< the one of them that is nearest to the others
  double others = 0;        ///< the one of the others that is nearest to it
  double mean = 0;          ///< of all values
  double mean_of_others = 0;

  bool is_above() const { return nearest > others; }
  bool has(double value) const { return is_above() ? value >= nearest : value <= nearest; }
};

/// At most a tenth of the values, all above or all below the others, whose mean is at least 8 standard deviations of
/// the others away from theirs, behind a gap of 2 or more. Values that are not finite are left out. Empty if there is
/// no such mode, and for fewer than 20 values.
std::optional<RareMode> rare_mode(std::vector<double> values);

}  // namespace regretta
