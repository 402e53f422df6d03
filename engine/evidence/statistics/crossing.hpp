#pragma once
/// Where a curve crosses 0, known only at a few points and with noise. Used by engine/evidence/rates.

#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

struct Crossing {
  /// Where the means, interpolated linearly, first lose the sign of the first one; NaN if they all have it.
  double at = not_a_number;
  /// From where the curve is no longer shown to have its first sign, to where it is shown to have the other from then
  /// on; infinite where no point shows it.
  Interval interval = {at, at};
  int before = 0;  ///< the first sign: that of the first mean
};

/// x: ascending; means and intervals: at these points. A curve that crosses 0 once does so within the interval with the
/// confidence of the intervals, as each end errs only if the interval at the crossing does (Fieller, Journal of the
/// Royal Statistical Society B 16, 1954); between points, interpolation makes it wider.
Crossing find_crossing(const std::vector<double>& x, const std::vector<double>& means,
                       const std::vector<Interval>& intervals);

}  // namespace regretta
