#include "regretta/engine/evidence/theorems/lower_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace regretta {
namespace {

using PerArm = std::array<double, 3>;

/// Up to rounding: violations are costs less a threshold.
bool is_near(double x, double y) { return std::abs(x - y) < 1e-12; }
bool is_near(const PerArm& row, const PerArm& other) {
  return is_near(row[0], other[0]) && is_near(row[1], other[1]) && is_near(row[2], other[2]);
}

}  // namespace

std::optional<LowerBound> lower_bound_on(const Adversary& adversary) {
  const Noise& noise = adversary.noise;
  const bool is_stochastic = adversary.oblivious() && noise.kind == NoiseKind::bernoulli && !noise.law &&
                             !adversary.outcomes && adversary.budgets.empty();
  if (!is_stochastic || adversary.num_arms != 3 || adversary.num_constraints != 1 || adversary.costs.size() != 1 ||
      adversary.costs[0].at_least || !is_near(adversary.costs[0].threshold, 0.5) || adversary.losses.num_rows() != 1 ||
      adversary.violations.num_rows() != 1)
    return std::nullopt;
  PerArm loss{}, g{};
  adversary.losses.read(0, loss);
  adversary.violations.read(0, g);
  LowerBound bound{.d = -g[0]};
  if (!(bound.d > 0)) return std::nullopt;
  const double root = std::sqrt(static_cast<double>(adversary.horizon)), unsafe = 1 / (8 * root);
  if (is_near(loss, {0.5, 0, 0.5}) && g[2] < 0 && (is_near(g[1], 0) || std::abs(g[1] - unsafe) < 1e-6 * unsafe)) {
    bound.rho = -g[2];
    bound.instance = is_near(g[1], 0) ? 2 : 1;
    if (bound.instance == 2) bound.regret = root / (32 * bound.rho);
    return bound;
  }
  bound.pair = 2;
  bound.instance = g[1] < g[2] ? 1 : 2;
  bound.rho = -std::min(g[1], g[2]);
  const bool is_pair = is_near(loss, {1, 0, 0}) && bound.rho > 0 && is_near(std::max(g[1], g[2]), 2 * bound.rho) &&
                       bound.d <= bound.rho / 4 + 1e-12;
  if (!is_pair) return std::nullopt;
  bound.regret = 1 / (1152 * bound.d * bound.rho);
  return bound;
}

}  // namespace regretta
