#pragma once
/// The strategy of tsallis-inf.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// Follow-the-regularised-leader with the 1/2-Tsallis entropy: x(a) = 4 / (eta (losses(a) - z))^2, K, with z < min
/// losses such that x sums to 1 (Zimmert and Seldin, JMLR 22, Algorithm 1). eta > 0. Newton's method for z starts at z
/// = min losses - 2/eta, where the sum is at least 1. The sum is convex and increasing in z, so the steps only decrease
/// z and cannot overshoot the root.
template <class Real>
void tsallis_weights(const Vector<Real>& losses, double eta, Vector<Real>& x) {
  constexpr int most_steps = 60;
  const int K = static_cast<int>(losses.size());
  const Real scale(4.0 / (eta * eta));
  Real least(infinity);
  for (int a = 0; a < K; ++a) least = min(losses[a], least);
  Real depth(2.0 / eta);  // least - z
  Mask<Real> active = depth > Real(0.0);
  for (int step = 0; step < most_steps && any(active); ++step) {
    Real total(0.0), slope(0.0);
    for (int a = 0; a < K; ++a) {
      const Real inverse = Real(1.0) / ((losses[a] - least) + depth);
      const Real weight = scale * inverse * inverse;
      total += weight;
      slope = fma(Real(2.0) * weight, inverse, slope);
    }
    const Real excess = total - Real(1.0);
    depth = select(active, depth + excess / slope, depth);
    active = active & (excess > Real(1e-8));  // otherwise the step just taken was accurate to rounding
  }
  Real sum(0.0);
  for (int a = 0; a < K; ++a) {
    const Real inverse = Real(1.0) / ((losses[a] - least) + depth);
    x[a] = scale * inverse * inverse;
    sum += x[a];
  }
  const Real inverse = Real(1.0) / sum;
  for (int a = 0; a < K; ++a) x[a] *= inverse;
}

}  // namespace regretta
