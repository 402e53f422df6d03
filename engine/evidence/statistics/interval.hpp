#pragma once

namespace regretta {

/// Where an unknown number lies, ends included; an end may be infinite.
struct Interval {
  double low = 0;
  double high = 0;
  bool has(double x) const { return low <= x && x <= high; }
};

}  // namespace regretta
