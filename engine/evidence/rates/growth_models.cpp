#include "regretta/engine/evidence/rates/growth_models.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <Eigen/QR>

#include "regretta/engine/evidence/statistics/seen_mean.hpp"

namespace regretta {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The weights w with w' s = the coefficient of the last column in least squares of s on the columns, where the noise
/// of s is proportional to sqrt(T).
VectorXd last_coefficient(const VectorXd& T, std::initializer_list<VectorXd> columns) {
  MatrixXd all(T.size(), static_cast<Eigen::Index>(columns.size()));
  Eigen::Index place = 0;
  for (const VectorXd& column : columns) all.col(place++) = column;
  const VectorXd scale = T.array().sqrt().inverse();
  const MatrixXd scaled = scale.asDiagonal() * all;
  const MatrixXd inverse = scaled.completeOrthogonalDecomposition().pseudoInverse();
  return scale.asDiagonal() * VectorXd(inverse.row(inverse.rows() - 1).transpose());
}

MeanMoments coefficient(const MatrixXd& slopes, const VectorXd& weights) {
  const VectorXd values = slopes * weights;
  return moments_of({values.data(), static_cast<std::size_t>(values.size())});
}

/// Whether a coefficient is 0. Without noise, only rounding errors remain.
double p_value(const MeanMoments& moments, double size) {
  return std::abs(moments.mean) <= 1e-9 * size ? 1 : SeenMean(moments).p_value(0);
}

/// Mean slopes at the horizons by a fitted line a + b f(T), continued to `at`.
double continued(const VectorXd& T, const VectorXd& means, const VectorXd& f, double at) {
  const VectorXd one = VectorXd::Ones(T.size());
  const double b = last_coefficient(T, {one, f}).dot(means);
  const double a = last_coefficient(T, {f, one}).dot(means);
  return a + b * at;
}

double separated_at(const VectorXd& T, const MatrixXd& slopes) {
  const VectorXd means = slopes.colwise().mean().transpose();
  const auto n = static_cast<double>(slopes.rows());
  const double last = T[T.size() - 1];
  const VectorXd end = slopes.col(T.size() - 1).array() - means[T.size() - 1];
  const double error = std::sqrt(end.squaredNorm() / (n - 1) / n);
  for (double horizon = 2 * last; horizon <= 1e4 * last; horizon *= 2) {
    const double by_log = continued(T, means, T.array().log(), std::log(horizon));
    const double by_root = continued(T, means, T.array().sqrt(), std::sqrt(horizon));
    if (std::abs(by_root - by_log) > 4 * error * std::sqrt(horizon / last)) return horizon;
  }
  return not_a_number;
}

}  // namespace

GrowthModels growth_models(const VectorXd& T, const MatrixXd& slopes) {
  GrowthModels models{.horizons = static_cast<int>(T.size())};
  if (slopes.rows() < 2 || T.size() < 2) return models;
  const VectorXd one = VectorXd::Ones(T.size()), ln = T.array().log(), root = T.array().sqrt();
  const double size = slopes.cwiseAbs().maxCoeff();
  const MeanMoments growth = coefficient(slopes, last_coefficient(T, {one, root}));
  const double width = root[T.size() - 1] - root[0];
  models.direction = growth.mean < 0 ? -1 : growth.mean > 0;
  models.as_C = p_value(growth, size / width);
  if (T.size() < 3) return models;
  models.with_log = p_value(coefficient(slopes, last_coefficient(T, {one, ln, root})), size / width);
  models.with_root = p_value(coefficient(slopes, last_coefficient(T, {one, root, ln})), size);
  models.separated_at = separated_at(T, slopes);
  return models;
}

std::string models_text(const GrowthModels& models, double alpha) {
  const double each = alpha / 3;
  if (models.as_C > each) return "compatible with C on this range";
  if (models.direction < 0) return "what a unit of C adds falls with T on this range";
  const std::string grows = "what a unit of C adds grows with T on this range: ";
  if (models.horizons < 3) return grows + "two horizons do not tell how";
  std::vector<std::string> left;
  if (models.with_log > each) left.emplace_back("C + C ln T");
  if (models.with_root > each) left.emplace_back("C + C sqrt(T)");
  if (left.empty()) return grows + "neither C + C ln T nor C + C sqrt(T)";
  std::string text = grows + fmt::format("compatible with {}", fmt::join(left, " and "));
  if (left.size() == 2)
    text += std::isnan(models.separated_at) ? "; no horizon up to 10,000 times the largest would separate them"
                                            : fmt::format("; T = {:.1g} would separate them", models.separated_at);
  return text;
}

}  // namespace regretta
