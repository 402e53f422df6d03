#pragma once
/// The strategy of learners with the log barrier: corral, lag-ftrl and loe2d.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// x(j) = 1 / (offset(j) + slope(j) z), with z such that x sums to 1: the solution of follow-the-regularised-leader and
/// mirror descent with the log barrier (Agarwal, Luo, Neyshabur, Schapire, COLT 2017, Algorithm 2; Guo and Liu, COLT
/// 2024). All vectors have the same length; slope > 0.
///
/// Newton's method on 1 / sum = 1. The left side is concave and increasing in z, so from a point where it is below 1
/// the steps only increase z and cannot overshoot the root. The start is where the largest weight is 1; no denominator
/// is below 1 from there on.
template <class Real>
void log_barrier_weights(const Vector<Real>& offset, const Vector<Real>& slope, Vector<Real>& x) {
  constexpr int most_steps = 60;
  const Eigen::Index n = offset.size();
  Real z(-infinity);
  for (Eigen::Index j = 0; j < n; ++j) z = max((Real(1.0) - offset[j]) / slope[j], z);
  Mask<Real> active = z > Real(-infinity);
  for (int step = 0; step < most_steps && any(active); ++step) {
    Real total(0.0), steepness(0.0);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Real weight = Real(1.0) / fma(slope[j], z, offset[j]);
      total += weight;
      steepness = fma(slope[j], weight * weight, steepness);
    }
    const Real excess = total - Real(1.0);
    z = select(active, fma(excess, total / steepness, z), z);
    active = active & (excess > Real(1e-8));  // otherwise the step just taken was accurate to rounding
  }
  Real sum(0.0);
  for (Eigen::Index j = 0; j < n; ++j) {
    x[j] = Real(1.0) / max(fma(slope[j], z, offset[j]), Real(1.0));
    sum += x[j];
  }
  const Real inverse = Real(1.0) / sum;
  for (Eigen::Index j = 0; j < n; ++j) x[j] *= inverse;
}

}  // namespace regretta
