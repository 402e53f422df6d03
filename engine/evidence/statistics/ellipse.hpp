#pragma once
/// A joint confidence region for two means. Used by the frontier plot and by reports.

#include <cstdint>
#include <vector>

namespace regretta {

/// The region for the point (E x, E y). Half-axes and angle are NaN for fewer than three pairs.
struct Ellipse {
  std::int64_t pairs = 0;
  double x = 0, y = 0;          ///< centre: the means; NaN for no pairs
  double major = 0, minor = 0;  ///< half-axes, major >= minor >= 0
  double angle = 0;             ///< from the x axis to the major axis, radians in (-pi/2, pi/2]
};

/// Hotelling's region for the mean of n pairs, (n - 1) 2 / (n - 2) F_{2, n-2} (Anderson, An Introduction to
/// Multivariate Statistical Analysis, section 5.3), exact for normal pairs. x, y: one value per trial, in the same
/// order; a trial with a NaN on either side is left out. Throws std::invalid_argument if their lengths differ.
Ellipse confidence_ellipse(const std::vector<double>& x, const std::vector<double>& y, double level = 0.95);

}  // namespace regretta
