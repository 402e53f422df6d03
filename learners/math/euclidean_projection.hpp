#pragma once
/// Euclidean projections onto the simplex, and onto the nonnegative part of an L1 ball (the prices of pd-ogd).

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// y <- argmin of |x - y| over x in the simplex, K. The result is max(y - tau, 0), where tau makes the sum 1. Starts
/// with all arms and drops those that get no weight, until none is dropped (Michelot, Journal of Optimization
/// Theory and Applications 50, 1986); at most K passes. A lane that has finished keeps its tau.
template <class Real>
void project_on_simplex(Vector<Real>& y) {
  const int K = static_cast<int>(y.size());
  Real tau(-infinity), num_before(static_cast<double>(K) + 1);  // num_before: arms kept in the last pass
  for (int pass = 0; pass <= K; ++pass) {
    Real sum(-1.0), num_kept(0.0);
    for (int a = 0; a < K; ++a) {
      const Mask<Real> above = y[a] > tau;
      sum += select(above, y[a], Real(0.0));
      num_kept += select(above, Real(1.0), Real(0.0));
    }
    const Mask<Real> fewer = num_kept < num_before;
    if (!any(fewer)) break;
    tau = select(fewer, sum / num_kept, tau);
    num_before = select(fewer, num_kept, num_before);
  }
  for (int a = 0; a < K; ++a) y[a] = max(y[a] - tau, Real(0.0));
}

/// Replaces v, m, by the nearest point of {v >= 0, sum v <= radius}, radius > 0 (Michelot 1986). If the positive parts
/// sum to more than the radius, theta is subtracted and entries below 0 are dropped, until no more are dropped. Every
/// pass but the last drops an entry.
template <class Real>
void project_onto_l1_ball(Vector<Real>& v, const Real& radius) {
  const int m = static_cast<int>(v.size());
  if (m == 1) {
    v[0] = min(max(v[0], Real(0.0)), radius);
    return;
  }
  Real sum(0.0);
  for (int i = 0; i < m; ++i) {
    v[i] = max(v[i], Real(0.0));
    sum += v[i];
  }
  Mask<Real> active = sum > radius;
  if (!any(active)) return;
  Real theta(0.0);
  for (int pass = 0; pass < m && any(active); ++pass) {
    Real kept_sum(0.0), num_kept(0.0);
    for (int i = 0; i < m; ++i) {
      const Mask<Real> is_kept = v[i] > theta;
      kept_sum += select(is_kept, v[i], Real(0.0));
      num_kept += select(is_kept, Real(1.0), Real(0.0));
    }
    const Real next_theta = (kept_sum - radius) / max(num_kept, Real(1.0));
    active = active & (next_theta > theta);
    theta = select(active, next_theta, theta);
  }
  for (int i = 0; i < m; ++i) v[i] = max(v[i] - theta, Real(0.0));
}

}  // namespace regretta
