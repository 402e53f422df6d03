#pragma once
/// Exponential weights that learn from the cost of the played arm: the cores of EXP3-IX, EXP3-SIX and EXP3.P. The cost,
/// in [0, 1], is the loss, or for primal-dual learners a priced loss.

#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/learners/math/exponential_rows.hpp"
#include "regretta/learners/math/mirror_descent.hpp"
#include "regretta/learners/math/softmax.hpp"

namespace regretta {

/// eta = 2 gamma = sqrt(2 S ln K / (KT)), tuned for S switches of the best arm (Neu, NeurIPS 2015).
inline double implicit_exploration_step(const Problem& problem, std::int64_t switches = 1) {
  return sqrt(2 * static_cast<double>(switches) * log(static_cast<double>(problem.num_arms)) /
              (problem.num_arms * static_cast<double>(problem.horizon)));
}
/// S / (T - 1), at most 1: the weight of fixed share in EXP3-SIX.
inline double switching_share(const Problem& problem, std::int64_t switches) {
  return min(1.0, static_cast<double>(switches) / max(1.0, static_cast<double>(problem.horizon - 1)));
}

/// Exponential weights with implicit exploration. share: the weight of fixed share, 0 for none.
template <class Real>
class Exp3IxWeights {
 public:
  Exp3IxWeights(const Problem& problem, double eta, double share)
      : mirror_(problem, eta), share_(uniform_share(problem, share)) {}

  const Vector<Real>& strategy() const { return mirror_.strategy(); }
  void observe(const PlayedArm<Real>& played, const Real& cost) {
    mirror_.assign(mirror_.argmin(mirror_.estimate_losses(played.arm(), cost)), share_);
  }

 private:
  MirrorDescent<Real> mirror_;
  UniformShare share_;
};

/// The same for learners that are read by rows() from 64 arms on.
template <class Real>
class Exp3IxWeightsOrRows {
 public:
  Exp3IxWeightsOrRows(const Problem& problem, double eta, double share)
      : eta_(eta),
        weights_(
            problem, ExponentialRows<Real>::carries(uniform_share(problem, share)),
            [&](int num_arms) {
              Problem own = problem;
              own.num_arms = num_arms;
              return Exp3IxWeights<Real>(own, eta, share);
            },
            uniform_share(problem, share)) {}

  const Vector<Real>& strategy() const { return weights_.strategy(); }
  const RowStrategy<Real>* rows() const { return weights_.rows(); }
  void observe(const PlayedArm<Real>& played, const Real& cost) {
    weights_.use([&](auto& lanes) REGRETTA_FLAT { lanes.observe(played, cost); },
                 [&](auto& rows) REGRETTA_FLAT {
                   const Real estimate = cost / (rows.strategy().chance(played.arm()) + Real(0.5 * eta_));
                   rows.multiply(played.arm(), exp(Real(-eta_) * estimate));
                 });
  }

 private:
  double eta_;
  LanesOrRows<Real, Exp3IxWeights<Real>> weights_;
};

/// Factors by which the constants of EXP3.P are multiplied.
struct Exp3PScales {
  double step_scale = 1;
  double bias_scale = 1;
  double mixing_scale = 1;
};

/// EXP3.P: estimated gains with an upward bias beta / x(a), and mixing with the uniform strategy.
template <class Real>
class Exp3PWeights {
 public:
  Exp3PWeights(const Problem& problem, const Exp3PScales& scales)
      : K_(problem.num_arms),
        eta_(0.95 * scales.step_scale * root(log(1.0 * K_) / K_, problem)),
        beta_(scales.bias_scale * root(log(K_ / problem.delta) / K_, problem)),
        gamma_(min(1.0, 1.05 * scales.mixing_scale * root(K_ * log(1.0 * K_), problem))),
        losses_(Vector<Real>::Constant(K_, Real(0.0))),
        x_(Vector<Real>::Constant(K_, Real(1.0 / K_))) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const PlayedArm<Real>& played, const Real& cost) {
    const Real gain = Real(1.0) - cost;
    for (int a = 0; a < K_; ++a) losses_[a] -= (select(played.played(a), gain, Real(0.0)) + Real(beta_)) / x_[a];
    exponential_weights(losses_, eta_, x_);
    for (int a = 0; a < K_; ++a) x_[a] = fma(x_[a], Real(1 - gamma_), Real(gamma_ / K_));
  }

 private:
  static double root(double numerator, const Problem& problem) {
    return sqrt(numerator / static_cast<double>(problem.horizon));
  }

  int K_;
  double eta_, beta_, gamma_;
  Vector<Real> losses_;  // minus the estimated gains
  Vector<Real> x_;
};

}  // namespace regretta
