#pragma once
/// The interval type of all statistics.

namespace regretta {

/// A closed interval for an unknown number. An end may be infinite.
struct Interval {
  double low = 0;
  double high = 0;
  bool has(double x) const { return low <= x && x <= high; }
};

}  // namespace regretta
