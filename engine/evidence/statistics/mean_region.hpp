#pragma once
/// A joint confidence region for two means, from the trials that were seen. Used by frontiers.

#include <cstdint>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// Hotelling's ellipse, (n - 1) 2 / (n - 2) F_{2, n-2} (Anderson, An Introduction to Multivariate Statistical Analysis,
/// section 5.3), with each of its four half-axes stretched as the skewness of the values asks for: seen from a side, it
/// is the interval of SeenMean at the error rate that the ellipse has there.
class MeanRegion {
 public:
  /// x, y: one value per trial, in the same order; a trial with a NaN on either side is left out. `x_reach`, `y_reach`:
  /// what the values can be. Throws std::invalid_argument if their lengths differ.
  MeanRegion(const std::vector<double>& x, const std::vector<double>& y,
             const Interval& x_reach = {-infinity, infinity}, const Interval& y_reach = {-infinity, infinity},
             double level = 0.95);

  std::int64_t pairs() const { return pairs_; }
  /// What it covers of each axis; infinite or the reach for fewer than three pairs.
  const Interval& x() const { return x_; }
  const Interval& y() const { return y_; }

  bool has(double x, double y) const;
  /// The point of its outline at this angle: the outline goes round once while `turn` goes from 0 to 2 pi.
  std::pair<double, double> outline(double turn) const;

 private:
  std::int64_t pairs_ = 0;
  double mean_x_ = not_a_number, mean_y_ = not_a_number;
  Interval x_, y_;
  double correlation_ = 0;
};

}  // namespace regretta
