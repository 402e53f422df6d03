#include "regretta/engine/evidence/statistics/power_law.hpp"

#include <cmath>
#include <utility>

#include <Eigen/QR>

#include "regretta/engine/evidence/statistics/ratio.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

using Eigen::VectorXd;

constexpr double largest_exponent = 50;  // either way; beyond it, infinite

/// The interval for the ratio of two weighted sums, of which `below` has a mean that is not 0.
Interval ratio_of_sums(const VectorXd& above, const VectorXd& below, const PointMeans& points) {
  const double sign = below.dot(points.means) < 0 ? -1 : 1;
  return ratio_interval(sign * above.dot(points.means), sign * below.dot(points.means),
                        [&](double c, double s) { return points.interval(sign * (c * above - s * below)); });
}

VectorXd divided_by_its_geometric_mean(const VectorXd& x) { return x / std::exp(x.array().log().mean()); }

}  // namespace

VectorXd coefficient_weights(const VectorXd& z, int degree, int coefficient) {
  const VectorXd centred = z.array() - z.mean();
  Eigen::MatrixXd powers(z.size(), degree + 1);
  powers.col(0).setOnes();
  for (int d = 1; d <= degree; ++d) powers.col(d) = powers.col(d - 1).cwiseProduct(centred);
  return powers.completeOrthogonalDecomposition().pseudoInverse().row(coefficient).transpose();
}

PowerLaw::PowerLaw(VectorXd x, double expected) : x_(divided_by_its_geometric_mean(x)) {
  const VectorXd log_x = x_.array().log();
  const VectorXd weights = x_.array().pow(expected - 1);
  upper_ = weights.array() * (log_x.array() - log_x[0]);
  lower_ = weights.array() * (log_x[log_x.size() - 1] - log_x.array());
}

PowerLaw PowerLaw::between_the_last_two(const VectorXd& x, double expected) {
  PowerLaw law(x, expected);
  law.upper_.setZero();
  law.lower_.setZero();
  law.upper_[x.size() - 1] = 1;
  law.lower_[x.size() - 2] = 1;
  return law;
}

double PowerLaw::ratio_at(double exponent) const {
  const VectorXd power = x_.array().pow(exponent);
  return upper_.dot(power) / lower_.dot(power);
}

double PowerLaw::exponent_at(double ratio) const {
  if (!(ratio > ratio_at(-largest_exponent))) return -infinity;
  if (!(ratio < ratio_at(largest_exponent))) return infinity;
  double low = -largest_exponent, high = largest_exponent;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (ratio_at(middle) < ratio ? low : high) = middle;
  }
  return (low + high) / 2;
}

double PowerLaw::exponent(const VectorXd& means) const {
  const double ratio = upper_.dot(means) / lower_.dot(means);
  return ratio > 0 ? exponent_at(ratio) : std::numeric_limits<double>::quiet_NaN();
}

Interval PowerLaw::exponent_interval(const PointMeans& points) const {
  const Interval ratio = ratio_of_sums(upper_, lower_, points);
  return {exponent_at(ratio.low), exponent_at(ratio.high)};
}

Bend::Bend(const VectorXd& x, double exponent) {
  const VectorXd scaled = divided_by_its_geometric_mean(x);
  const VectorXd weights = scaled.array().pow(exponent - 1);  // of the means, in least squares of a x^b
  const VectorXd mass = scaled.array().pow(2 * exponent - 1);
  // the square of z less its regression on 1 and z
  const VectorXd log_x = scaled.array().log();
  const VectorXd z = log_x.array() - mass.dot(log_x) / mass.sum();
  const VectorXd square = z.cwiseAbs2();
  const double spread = mass.dot(square), skew = mass.dot(square.cwiseProduct(z));
  const VectorXd curve = square.array() - spread / mass.sum() - skew / spread * z.array();
  // The exponent of a x^b exp(c z^2) is b + 2 c z, and a factor of 10 in x changes z by ln 10.
  bend_ = 2 * std::log(10) / mass.dot(curve.cwiseAbs2()) * weights.cwiseProduct(curve);
  size_ = weights / mass.sum();
}

Interval Bend::interval(const PointMeans& points) const { return ratio_of_sums(bend_, size_, points); }

}  // namespace regretta
