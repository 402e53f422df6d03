#pragma once
/// The Euclidean projection onto the simplex.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// y <- argmin of |x - y| over x in the simplex, K: max(y - tau, 0), where tau makes the sum 1. Starting from all arms,
/// those that get no weight are left out until none is (Michelot, Journal of Optimization Theory and Applications 50,
/// 1986); at most K passes. A lane that has finished keeps its tau.
template <class Real>
void project_on_simplex(Vector<Real>& y) {
  const int K = static_cast<int>(y.size());
  Real tau(-infinity), count(static_cast<double>(K) + 1);
  for (int pass = 0; pass <= K; ++pass) {
    Real sum(-1.0), kept(0.0);
    for (int a = 0; a < K; ++a) {
      const Mask<Real> above = y[a] > tau;
      sum += select(above, y[a], Real(0.0));
      kept += select(above, Real(1.0), Real(0.0));
    }
    const Mask<Real> fewer = kept < count;
    if (!any(fewer)) break;
    tau = select(fewer, sum / kept, tau);
    count = select(fewer, kept, count);
  }
  for (int a = 0; a < K; ++a) y[a] = max(y[a] - tau, Real(0.0));
}

}  // namespace regretta
