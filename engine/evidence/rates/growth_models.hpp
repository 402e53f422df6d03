#pragma once
/// How what a unit of C adds, s(T), may grow with T: nested models with offsets, tested on the horizons of a study.
/// Used by rate_line.hpp.
///
/// An exponent alone misleads: C (c0 sqrt(T0) + sqrt(T)) has one well below 1/2 on any range, and still grows like
/// C sqrt(T). Every model here is linear in its coefficients, and so is every test, so that all horizons are used,
/// neither logarithms nor signs are needed, and nothing is selected by its noise.

#include <string>

#include <Eigen/Core>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

struct GrowthModels {
  int horizons = 0;
  int direction = 0;     ///< the sign of the growth with sqrt(T)
  double as_C = 1;       ///< p-values of the models that s is constant,
  double with_log = 1;   ///< a constant and a multiple of ln T,
  double with_root = 1;  ///< a constant and a multiple of sqrt(T); the last two 1 for fewer than three horizons
  double separated_at = not_a_number;  ///< see below
};

/// T: ascending horizons, two or more; slopes: trials x horizons, what a unit of C adds. Each model is tested by the
/// coefficient of the next function (sqrt(T), sqrt(T) and ln T) beyond it, in weighted least squares (noise is assumed
/// to grow like sqrt(T)), over trials (seen_mean.hpp). `separated_at`: about the horizon at which, with as many trials,
/// the fitted models with ln T and sqrt(T) are 4 standard errors apart.
GrowthModels growth_models(const Eigen::VectorXd& T, const Eigen::MatrixXd& slopes);

/// What remains: "compatible with C", "grows on this range: compatible with C + C sqrt(T)", ... A true model is left
/// out with probability `alpha` at most (Bonferroni over the three).
std::string models_text(const GrowthModels& models, double alpha);

}  // namespace regretta
