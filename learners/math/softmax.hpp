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

/// The same for a fixed eta while few losses change: what is computed of the others is kept.
template <class Real>
class ExponentialWeights {
 public:
  explicit ExponentialWeights(int num_arms) : weights_(Vector<Real>::Constant(num_arms, Real(1.0))) {}

  /// Sets x as exponential_weights does, after the loss of one arm has changed. All losses are 0 at first.
  void update(const Vector<Real>& losses, const Index<Real>& changed, double eta, Vector<Real>& x) {
    const int K = static_cast<int>(losses.size());
    Real least(infinity), sum(0.0);
    for (int a = 0; a < K; ++a) least = min(losses[a], least);
    const auto weight = [&](const Real& loss) REGRETTA_FLAT { return exp(Real(-eta) * (loss - least)); };
    if (all(least == least_)) {
      scatter(weights_.data(), changed, weight(gather(losses.data(), changed)));
    } else {
      for (int a = 0; a < K; ++a) weights_[a] = weight(losses[a]);
      least_ = least;
    }
    for (int a = 0; a < K; ++a) sum += weights_[a];
    const Real inverse = Real(1.0) / sum;
    for (int a = 0; a < K; ++a) x[a] = weights_[a] * inverse;
  }

 private:
  Vector<Real> weights_;  // exp(-eta (losses - least_)), K
  Real least_{0.0};
};

}  // namespace regretta
