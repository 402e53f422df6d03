#pragma once
/// Two means at once.

#include <cstdint>
#include <vector>

namespace regretta {

/// Where the point (E x, E y) may be. Half-axes are NaN for fewer than three pairs.
struct Ellipse {
  std::int64_t pairs = 0;
  double x = 0, y = 0;          ///< centre: the means; NaN for no pairs
  double major = 0, minor = 0;  ///< half-axes, major >= minor >= 0
  double angle = 0;             ///< of the major axis to the x axis, radians in (-pi/2, pi/2]
};

/// Hotelling's region for the mean of n pairs, (n - 1) 2 / (n - 2) F_{2, n-2} (Anderson, An Introduction to
/// Multivariate Statistical Analysis, section 5.3), exact for normal pairs. x, y: one value per trial, in the same
/// order; a NaN on either side leaves the trial out. Throws std::invalid_argument if their lengths differ.
Ellipse confidence_ellipse(const std::vector<double>& x, const std::vector<double>& y, double level = 0.95);

}  // namespace regretta
