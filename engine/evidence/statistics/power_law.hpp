#pragma once
/// Fits a power law a x^b to means without taking logarithms of them. Used by engine/evidence/rates.
///
/// The logarithm of a noisy mean is biased, and does not exist if noise makes the mean negative; points would have to
/// be left out because of their noise. Here, the exponent follows from the ratio of two weighted sums of the means, one
/// of which gives more weight to the large x. Under a power law this ratio is a known and increasing function of b, so
/// that Fieller's interval for the ratio gives an interval for b. All points are used, whatever their noise and sign.
/// The weights are those of weighted least squares if the expected exponent is true and the variance grows like x.

#include <functional>

#include <Eigen/Core>

#include "regretta/engine/evidence/statistics/distributions.hpp"

namespace regretta {

/// Estimated means at all points, and a function that gives the interval for the expectation of a weighted sum of them.
struct PointMeans {
  Eigen::VectorXd means;
  std::function<Interval(const Eigen::VectorXd& weights)> interval;
};

/// A power law a x^b. `x`: two or more points, ascending and positive. `expected`: the b for which the weights are
/// best.
class PowerLaw {
 public:
  PowerLaw(Eigen::VectorXd x, double expected);
  /// Uses the last two points only.
  static PowerLaw between_the_last_two(const Eigen::VectorXd& x, double expected);

  /// Weights of a sum of means that has the sign of a.
  Eigen::VectorXd level() const { return upper_ + lower_; }
  /// Weights of a sum of means that has the sign of a (b - exponent).
  Eigen::VectorXd beyond(double exponent) const { return upper_ - ratio_at(exponent) * lower_; }

  /// The exponent b of the power law through `means`; NaN unless both sums have the same sign.
  double exponent(const Eigen::VectorXd& means) const;
  /// The interval for b. Both ends are infinite if the lower sum is within noise of 0.
  Interval exponent_interval(const PointMeans& points) const;

 private:
  double ratio_at(double exponent) const;
  double exponent_at(double ratio) const;

  Eigen::VectorXd x_;              ///< divided by its geometric mean
  Eigen::VectorXd upper_, lower_;  ///< weights of the two sums: more on large x, more on small x
};

/// How much the exponent changes per factor of 10 in x, to first order, around a power law with this exponent. Needs
/// three points.
class Bend {
 public:
  Bend(const Eigen::VectorXd& x, double exponent);
  /// Weights of a sum whose expectation is 0 under every power law with a similar exponent: a small error of the
  /// exponent changes the expectation only to second order.
  const Eigen::VectorXd& weights() const { return bend_; }
  double estimate(const Eigen::VectorXd& means) const { return bend_.dot(means) / size_.dot(means); }
  Interval interval(const PointMeans& points) const;

 private:
  Eigen::VectorXd bend_, size_;  ///< weights of two sums, whose ratio is the bend
};

}  // namespace regretta
