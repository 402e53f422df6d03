#pragma once
/// Whether a mean grows like a power of x, and which: a straight line through (log x, log mean), with the trial as the
/// unit of replication.
///
/// Trials meet the same noise in every cell, so the points of a line are dependent. An exponent is a function of the
/// means at all points; a trial enters it with its values at all points at once, as the jackknife pseudo-value of that
/// trial (Tukey, Annals of Mathematical Statistics 29, 1958, which also takes away the bias of the logarithm to first
/// order). Their mean is the estimate, and BootstrapMean resamples trials jointly over all points.

#include <functional>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "regretta/engine/evidence/statistics/bootstrap.hpp"

namespace regretta {

/// One per trial: n f(means) - (n - 1) f(means without that trial). values: trials x points, at least 2 x 1, finite.
std::vector<double> pseudo_values(const Eigen::MatrixXd& values,
                                  const std::function<double(const Eigen::VectorXd& means)>& f);

/// Least squares as fixed linear maps: weights' y is a coefficient of the polynomial in z through the points (z, y),
/// z taken relative to its mean. Slope of the line: degree 1, coefficient 1; needs degree + 1 distinct z at least.
Eigen::VectorXd coefficient_weights(const Eigen::VectorXd& z, int degree, int coefficient);

/// The exponent of y > 0 over x > 0: by the regression over all points, and between the last two.
double fitted_exponent(const Eigen::VectorXd& x, const Eigen::VectorXd& y);
double last_exponent(const Eigen::VectorXd& x, const Eigen::VectorXd& y);

struct PowerLaw {
  int first = 0;  ///< points from this one on are used; the number of points if the last one is within noise of 0
  int sign = 0;   ///< of their means; -1: the exponents are those of minus the means
  std::optional<BootstrapMean> exponent;  ///< two points or more are used
  std::optional<BootstrapMean> last;      ///< the same between the last two points alone
  std::optional<BootstrapMean> bend;      ///< change of the exponent per factor 10 of x; three points or more
};

/// A mean this many standard errors from 0 has a sign, and a logarithm whose error is small: others cannot be used.
inline constexpr double sure_sign = 4;

/// x: ascending, positive; values: trials x points, finite. Uses the largest x's, down to the first whose mean is
/// within noise of 0 or has another sign. No exponent for fewer than two trials or points.
PowerLaw fit_power_law(const Eigen::VectorXd& x, const Eigen::MatrixXd& values, int replicates);

}  // namespace regretta
