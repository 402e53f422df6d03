#include "regretta/engine/evidence/statistics/power_law.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

using Eigen::VectorXd;

constexpr double largest_exponent = 50;  // larger absolute values count as infinite

/// The point where `margin` changes its sign, or a point slightly closer to `outside`: by the Illinois method, or by
/// bisection while a value is infinite. `margin` is >= 0 at `inside` and < 0 at `outside`.
template <class Margin>
double edge(double inside, double outside, const Margin& margin) {
  const double start = inside;
  double at_inside = margin(inside), at_outside = margin(outside);
  bool moved_outside = false, moved_inside = false;  // which end the last step moved
  for (int step = 0; step < 100; ++step) {
    const double width = std::abs(outside - inside);
    if (width < 1e-3 * std::abs(outside - start) || width < 1e-13) break;
    double share = 0.5;
    // Never exactly an end: if the value there is 0, the other end would no longer move.
    if (std::isfinite(at_inside) && std::isfinite(at_outside))
      share = std::clamp(at_inside / (at_inside - at_outside), 0.01, 0.99);
    const double middle = inside + share * (outside - inside);
    const double at_middle = margin(middle);
    const bool is_outside = at_middle < 0;
    (is_outside ? outside : inside) = middle;
    (is_outside ? at_outside : at_inside) = at_middle;
    if (is_outside && moved_outside) at_inside /= 2;
    if (!is_outside && moved_inside) at_outside /= 2;
    moved_outside = is_outside;
    moved_inside = !is_outside;
  }
  return outside;
}

/// The interval for the ratio of the means of two weighted sums, u and v, by Fieller's method (Journal of the Royal
/// Statistical Society B 16, 1954): the ratio is r if and only if u - r v has mean 0, so the interval consists of the r
/// for which this is not rejected. Nothing is divided by a noisy number. Both ends are infinite if v may have mean 0.
Interval ratio_of_sums(const VectorXd& u, const VectorXd& v, const PointMeans& points) {
  const double sign = v.dot(points.means) < 0 ? -1 : 1;
  const double u_mean = sign * u.dot(points.means), v_mean = sign * v.dot(points.means);
  const auto interval_of = [&](double c, double s) { return points.interval(sign * (c * u - s * v)); };
  if (!(interval_of(0, -1).low > 0)) return {-infinity, infinity};
  // The search is for the angle whose tangent is the ratio, after u has been scaled to the size of v.
  constexpr double right_angle = M_PI / 2;
  const double scale = u_mean == 0 ? 1 : std::abs(u_mean) / v_mean;
  const auto interval_at = [&](double angle) { return interval_of(std::cos(angle) / scale, std::sin(angle)); };
  const double estimate = std::atan(u_mean / scale / v_mean);
  const double high = edge(estimate, right_angle, [&](double angle) { return interval_at(angle).high; });
  const double low = edge(estimate, -right_angle, [&](double angle) { return -interval_at(angle).low; });
  return {scale * std::tan(low), scale * std::tan(high)};
}

VectorXd divided_by_its_geometric_mean(const VectorXd& x) { return x / std::exp(x.array().log().mean()); }

}  // namespace

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
  return ratio > 0 ? exponent_at(ratio) : not_a_number;
}

Interval PowerLaw::exponent_interval(const PointMeans& points) const {
  const Interval ratio = ratio_of_sums(upper_, lower_, points);
  return {exponent_at(ratio.low), exponent_at(ratio.high)};
}

Bend::Bend(const VectorXd& x, double exponent) {
  const VectorXd scaled = divided_by_its_geometric_mean(x);
  const VectorXd weights = scaled.array().pow(exponent - 1);  // of the means, in a least-squares fit of a x^b
  const VectorXd mass = scaled.array().pow(2 * exponent - 1);
  // curve: the residual of z^2 in a regression on 1 and z
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
