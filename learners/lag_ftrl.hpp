#pragma once
/// The learner `lag-ftrl`: a log-barrier master over instances of NS-SOPS (meta_lp.hpp).

#include "regretta/learners/math/log_barrier_weights.hpp"
#include "regretta/learners/meta_lp.hpp"

namespace regretta {

struct LagFtrlParams : MetaLpParams {
  double bonus_scale = 1;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    MetaLpParams::fields(p, visit);
    visit("bonus_scale", p.bonus_scale, Range{0, 1e6},
          "multiplies B = 1 / (40 eta ln T), the bonus for each unit by which an instance's largest 1/w rises");
  }
};

/// Probabilities of the instances by log-barrier follow-the-regularised-leader: w = argmin w'S + (1/eta) sum_j
/// ln(1/w_j). S sums importance-weighted payoffs minus bonuses B (nu_t - nu_{t-1}), where nu_j is the largest 1/w_j so
/// far. A Master of MetaLp.
template <class Real>
class LagFtrlMaster {
 public:
  using Params = LagFtrlParams;

  LagFtrlMaster(const Problem& problem, const Params& params)
      : M_(num_corruption_guesses(problem)),
        eta_(meta_step_size(problem, params)),
        B_(params.bonus_scale / (40 * eta_ * log_horizon(problem))),
        w_(Vector<Real>::Constant(M_, Real(1.0 / M_))),
        sum_(Vector<Real>::Constant(M_, Real(0.0))),
        nu_(Vector<Real>::Constant(M_, Real(1.0 * M_))),
        slope_(Vector<Real>::Constant(M_, Real(1.0))) {}

  const Vector<Real>& chances() const { return w_; }
  /// Updates w; sum_ is eta S.
  void observe(const Index<Real>& chosen, const Real& payoff) {
    const Real estimate = payoff / gather(w_.data(), chosen);
    scatter(sum_.data(), chosen, fma(Real(eta_), estimate, gather(sum_.data(), chosen)));
    for (int j = 0; j < M_; ++j) {
      const Real highest = max(Real(1.0) / w_[j], nu_[j]);
      sum_[j] = fma(Real(-eta_ * B_), highest - nu_[j], sum_[j]);
      nu_[j] = highest;
    }
    log_barrier_weights(sum_, slope_, w_);
  }

 private:
  int M_;
  double eta_, B_;
  Vector<Real> w_, sum_, nu_, slope_;  // M
};

/// Lag-FTRL over instances of NS-SOPS (Stradi, Lunghi, Castiglioni, Marchesi, Gatti, NeurIPS 2025), reduced to one
/// state. Bandit feedback. The structure is from the paper; eta, B, Lambda and the exact bonus are a reconstruction.
template <class Real>
using LagFtrl = MetaLp<Real, LagFtrlMaster>;
static_assert(Learner<LagFtrl<double>> && Learner<LagFtrl<Pack<8>>>);

}  // namespace regretta
