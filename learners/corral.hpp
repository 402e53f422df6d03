#pragma once
/// The learner `corral`: the CORRAL master over instances of NS-SOPS (meta_lp.hpp).

#include "regretta/learners/math/log_barrier_weights.hpp"
#include "regretta/learners/meta_lp.hpp"

namespace regretta {

struct CorralParams : MetaLpParams {
  double base_regret = 0;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    MetaLpParams::fields(p, visit);
    visit("base_regret", p.base_regret, Range{0, 1e12},
          "R, a bound on an instance's regret: eta is at most 1 / (40 R ln T); 0: no such limit");
  }
};

/// Probabilities of the instances by log-barrier mirror descent, with step sizes that grow as a probability falls
/// (Agarwal, Luo, Neyshabur, Schapire, COLT 2017, Algorithm 1). A Master of MetaLp.
template <class Real>
class CorralMaster {
 public:
  using Params = CorralParams;

  CorralMaster(const Problem& problem, const Params& params)
      : M_(num_corruption_guesses(problem)),
        gamma_(1 / static_cast<double>(problem.horizon)),
        beta_(exp(1 / log_horizon(problem))),
        p_(Vector<Real>::Constant(M_, Real(1.0 / M_))),
        chances_(p_),
        threshold_(Vector<Real>::Constant(M_, Real(2.0 * M_))),
        eta_(Vector<Real>::Constant(M_, Real(step_size(problem, params)))),
        offset_(p_) {}

  const Vector<Real>& chances() const { return chances_; }
  void observe(const Index<Real>& chosen, const Real& payoff) {
    for (int j = 0; j < M_; ++j) offset_[j] = Real(1.0) / p_[j];
    const Real estimate = payoff / gather(chances_.data(), chosen);
    const Real step = gather(eta_.data(), chosen);
    scatter(offset_.data(), chosen, fma(step, estimate, gather(offset_.data(), chosen)));
    log_barrier_weights(offset_, eta_, p_);
    for (int j = 0; j < M_; ++j) {
      chances_[j] = fma(p_[j], Real(1 - gamma_), Real(gamma_ / M_));
      const Real inverse = Real(1.0) / chances_[j];
      const Mask<Real> rare = inverse > threshold_[j];
      threshold_[j] = select(rare, Real(2.0) * inverse, threshold_[j]);
      eta_[j] = select(rare, Real(beta_) * eta_[j], eta_[j]);
    }
  }

 private:
  static double step_size(const Problem& problem, const Params& params) {
    const double limit = params.base_regret > 0 ? 1 / (40 * params.base_regret * log_horizon(problem)) : infinity;
    return min(limit, meta_step_size(problem, params));
  }

  int M_;
  double gamma_, beta_;
  Vector<Real> p_, chances_;  // before and after mixing, M
  Vector<Real> threshold_;    // rho_j of the paper: when 1 / chance exceeds it, it is raised and eta grows
  Vector<Real> eta_;
  Vector<Real> offset_;
};

/// CORRAL over instances of NS-SOPS. Bandit feedback. The master is as published; the choice of these instances and of
/// the payoff is a reconstruction.
template <class Real>
using Corral = MetaLp<Real, CorralMaster>;
static_assert(Learner<Corral<double>> && Learner<Corral<Pack<8>>>);
static_assert(DrawsForItself<Corral<Pack<8>>> && MixesStrategies<Corral<Pack<8>>>);

}  // namespace regretta
