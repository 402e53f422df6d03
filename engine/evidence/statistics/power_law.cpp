#include "regretta/engine/evidence/statistics/power_law.hpp"

#include <cmath>

#include <Eigen/QR>

namespace regretta {
namespace {

/// Whether the mean of a column has this sign and is at least `sure_sign` standard errors from 0.
bool is_sure(const Eigen::MatrixXd& values, Eigen::Index column, int sign) {
  const auto n = static_cast<double>(values.rows());
  const double mean = values.col(column).mean();
  const double squares = (values.col(column).array() - mean).square().sum();
  return sign * mean > 0 && std::abs(mean) >= sure_sign * std::sqrt(squares / (n - 1) / n);
}

}  // namespace

std::vector<double> pseudo_values(const Eigen::MatrixXd& values,
                                  const std::function<double(const Eigen::VectorXd& means)>& f) {
  const auto n = static_cast<double>(values.rows());
  const Eigen::VectorXd means = values.colwise().mean().transpose();
  const double whole = f(means);
  std::vector<double> result;
  for (Eigen::Index trial = 0; trial < values.rows(); ++trial) {
    const Eigen::VectorXd without = means + (means - values.row(trial).transpose()) / (n - 1);
    result.push_back(whole + (n - 1) * (whole - f(without)));
  }
  return result;
}

Eigen::VectorXd coefficient_weights(const Eigen::VectorXd& z, int degree, int coefficient) {
  const Eigen::VectorXd centred = z.array() - z.mean();
  Eigen::MatrixXd powers(z.size(), degree + 1);
  powers.col(0).setOnes();
  for (int d = 1; d <= degree; ++d) powers.col(d) = powers.col(d - 1).cwiseProduct(centred);
  return powers.completeOrthogonalDecomposition().pseudoInverse().row(coefficient).transpose();
}

double fitted_exponent(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  return coefficient_weights(x.array().log(), 1, 1).dot(y.array().log().matrix());
}

double last_exponent(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  return fitted_exponent(x.tail(2), y.tail(2));
}

PowerLaw fit_power_law(const Eigen::VectorXd& x, const Eigen::MatrixXd& values, int replicates) {
  PowerLaw law;
  auto first = x.size();
  if (values.rows() >= 2 && first > 0) law.sign = values.col(first - 1).mean() < 0 ? -1 : 1;
  while (law.sign != 0 && first > 0 && is_sure(values, first - 1, law.sign)) --first;
  law.first = static_cast<int>(first);
  const auto used = x.size() - first;
  if (used < 2) return law;

  const Eigen::VectorXd log_x = x.tail(used).array().log();
  const Eigen::MatrixXd sizes = law.sign * values.rightCols(used);
  const auto estimate = [&](const Eigen::VectorXd& weights) {
    return BootstrapMean(
        pseudo_values(sizes, [&](const Eigen::VectorXd& means) { return weights.dot(means.array().log().matrix()); }),
        replicates);
  };
  law.exponent = estimate(coefficient_weights(log_x, 1, 1));
  Eigen::VectorXd last = Eigen::VectorXd::Zero(used);
  last.tail(2) = coefficient_weights(log_x.tail(2), 1, 1);
  law.last = estimate(last);
  // The exponent at z is the slope there, c1 + 2 c2 z; a factor of 10 in x changes z by ln 10.
  if (used >= 3) law.bend = estimate(2 * std::log(10) * coefficient_weights(log_x, 2, 2));
  return law;
}

}  // namespace regretta
