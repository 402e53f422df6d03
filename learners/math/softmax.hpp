#pragma once
/// The strategy of exponential weights.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// Sets x(a) ~ exp(-eta losses(a)), K, in the simplex; eta >= 0. Losses may have any size: only differences matter.
template <class Real>
void exponential_weights(const Vector<Real>& losses, double eta, Vector<Real>& x) {
  const int K = static_cast<int>(losses.size());
  Real least(infinity), sum(0.0);
  for (int a = 0; a < K; ++a) least = min(losses[a], least);
  for (int a = 0; a < K; ++a) {
    x[a] = exp(Real(-eta) * (losses[a] - least));
    sum += x[a];
  }
  const Real inverse = Real(1.0) / sum;
  for (int a = 0; a < K; ++a) x[a] *= inverse;
}

}  // namespace regretta
