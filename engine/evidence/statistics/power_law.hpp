#pragma once
/// Fits a power law to means: a straight line through (log x, log mean), with trials as the unit of replication. Used
/// by engine/evidence/rates.
///
/// A trial has the same noise in every cell, so the points of a line are dependent. An exponent is a function of the
/// means at all points. Each trial contributes its jackknife pseudo-value, computed from its values at all points
/// (Tukey, Annals of Mathematical Statistics 29, 1958), which also removes the bias of the logarithm to first order.
/// The estimate is the mean of the pseudo-values, and BootstrapMean resamples trials jointly over all points.

#include <functional>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "regretta/engine/evidence/statistics/bootstrap.hpp"

namespace regretta {

/// One pseudo-value per trial: n f(means) - (n - 1) f(means without that trial). values: finite, trials x points, at
/// least 2 x 1.
std::vector<double> pseudo_values(const Eigen::MatrixXd& values,
                                  const std::function<double(const Eigen::VectorXd& means)>& f);

/// Least squares as a linear map: the scalar product of the weights and y is a coefficient of the polynomial fitted to
/// the points (z, y), with z relative to its mean. Degree 1, coefficient 1 is the slope of a line. Needs at least
/// degree + 1 distinct z.
Eigen::VectorXd coefficient_weights(const Eigen::VectorXd& z, int degree, int coefficient);

/// The exponent of y > 0 as a function of x > 0: by regression over all points, and between the last two.
double fitted_exponent(const Eigen::VectorXd& x, const Eigen::VectorXd& y);
double last_exponent(const Eigen::VectorXd& x, const Eigen::VectorXd& y);

struct PowerLaw {
  int first = 0;  ///< first point used; the number of points if the last one is within noise of 0
  int sign = 0;   ///< of the means used; -1: the exponents are those of minus the means
  std::optional<BootstrapMean> exponent;  ///< over all points used; needs two
  std::optional<BootstrapMean> last;      ///< between the last two points
  std::optional<BootstrapMean> bend;      ///< change of the exponent per factor of 10 in x; needs three points
};

/// Only means at least this many standard errors from 0 are used: their sign is certain and their logarithm accurate.
inline constexpr double sure_sign = 4;

/// x: ascending, positive; values: trials x points, finite. Uses the points from the largest x down to the first whose
/// mean is within noise of 0 or has another sign. No exponent for fewer than two trials or points.
PowerLaw fit_power_law(const Eigen::VectorXd& x, const Eigen::MatrixXd& values, int replicates);

}  // namespace regretta
