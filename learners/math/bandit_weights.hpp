#pragma once
/// Exponential weights that learn from the cost of the played arm: the cores of EXP3-IX, EXP3-SIX and EXP3.P. The cost,
/// in [0, 1], is the loss or, for primal-dual learners, a priced loss.

#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/engine/trial/contract/strategy_forms.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/mirror_descent.hpp"
#include "regretta/learners/math/weights.hpp"

namespace regretta {

/// Exponential weights on bandit losses in trial-major order (engine/trial/contract/strategy_forms.hpp). A round
/// changes the weight of one arm per trial and, with fixed share, a floor common to all arms, so it needs no pass over
/// the arms. For learners without constraint sets; TrialMajorWeights is for mirror descent on sets.
///
/// Holds weights w and a floor f: x_t(a) = (w(a) + f) / sum, where sum = sum_a (w(a) + f).
template <class Real>
class TrialMajorExponential {
  using Arms = ArmPack<Real>;  // eight arms of one trial

 public:
  /// Starts at the uniform strategy.
  explicit TrialMajorExponential(int num_arms, const UniformShare& share = {})
      : share_(share), x_(num_arms, share.add > 0) {}

  /// Whether this class supports a share: it must be so small that the floor stays small between renewals.
  static bool supports(const UniformShare& share) { return share.keep > 0.5; }

  const TrialMajorStrategy<Real>& strategy() const { return x_; }

  /// Multiplies the weight of one arm by a factor in [0, 1]; then x <- keep x + add.
  REGRETTA_INLINE void multiply(const Index<Real>& arm, const Real& factor) {
    const Real before = x_.weights().gather(0, arm);
    Real after, change;
    if (x_.has_floor()) {
      const Real raised = before + x_.floor(), now = raised * factor;
      after = now - x_.floor();
      change = now - raised;
    } else {
      after = max(before * factor, Real(least_weight));
      change = after - before;
    }
    x_.put(arm, before, after);
    sum_ += change;
    if (x_.has_floor()) {
      sum_ = sum_ * Real(1 / share_.keep);
      x_.raise(fma(sum_, Real(share_.add), x_.floor()));
    }
    // sum_ collects rounding errors. Renewing it often, and whenever it becomes small, keeps them negligible.
    const Mask<Real> stale = ++rounds_ % rounds_between_renewals == 0 ? Real(0.0) < Real(1.0) : sum_ < Real(0.5);
    if (any(stale)) renew(stale);
    x_.rescale(stale, Real(1.0) / sum_);
  }

 private:
  static constexpr int rounds_between_renewals = 64;
  static constexpr double least_weight = 0x1p-1000;  ///< keeps decreasing weights from underflowing

  /// In the lanes of `which`, adds the floor to the weights, normalises them and recomputes their sum.
  [[gnu::noinline]] void renew(const Mask<Real>& which) {
    const Arms existing = x_.weights().existing();
    const int last = x_.weights().packs() - 1;
    const auto total = [](const Arms* x, int packs) {
      Arms sum(0.0);
      for (int b = 0; b < packs; ++b) sum += x[b];
      return add_up(sum);
    };
    for_lanes(which, [&](int k) {
      Arms* x = x_.rewrite(k);
      if (x_.has_floor()) {
        const Arms floor(lane(x_.floor(), k));
        for (int b = 0; b <= last; ++b) x[b] += floor;
        x[last] = x[last] * existing;
      }
      const Arms inverse(1 / total(x, last + 1));
      for (int b = 0; b <= last; ++b) x[b] = max(x[b] * inverse, Arms(least_weight));
      x[last] = x[last] * existing;
      lane_in(sum_, k) = total(x, last + 1);
    });
    if (x_.has_floor()) x_.raise(select(which, Real(0.0), x_.floor()));
  }

  UniformShare share_;
  TrialMajorStrategy<Real> x_;
  Real sum_{1.0};  // sum over arms of weight plus floor
  std::int64_t rounds_ = 0;
};

/// Weights of type Lanes, whose packs hold one arm of several trials, or, with many arms, a TrialMajorExponential.
template <class Real, class Lanes>
class LanesOrTrialMajor {
 public:
  /// make_lanes(K) makes a Lanes object for K arms. share: the fixed share of TrialMajorExponential.
  LanesOrTrialMajor(const Problem& problem, bool allows_trial_major, auto make_lanes, const UniformShare& share = {})
      : lanes_(make_lanes(allows_trial_major && prefers_trial_major(problem) ? 1 : problem.num_arms)) {
    if (allows_trial_major && prefers_trial_major(problem)) trials_.emplace_back(problem.num_arms, share);
  }

  const Vector<Real>& strategy() const { return trials_.empty() ? lanes_.strategy() : trials_[0].strategy().vector(); }
  /// See PlaysTrialMajor.
  const TrialMajorStrategy<Real>* trial_major() const { return trials_.empty() ? nullptr : &trials_[0].strategy(); }
  /// Calls use_lanes or use_trials with the weights, whichever fits their type.
  template <class UseLanes, class UseRows>
  REGRETTA_INLINE void use(UseLanes use_lanes, UseRows use_trials) {
    if (trials_.empty())
      use_lanes(lanes_);
    else
      use_trials(trials_[0]);
  }

 private:
  Lanes lanes_;                                      // unused, with one arm, if trials_ has an element
  std::vector<TrialMajorExponential<Real>> trials_;  // one element, or none
};

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

/// Exp3IxWeights, or the same weights in trial-major order if prefers_trial_major().
template <class Real>
class Exp3IxLanesOrTrialMajor {
 public:
  Exp3IxLanesOrTrialMajor(const Problem& problem, double eta, double share)
      : eta_(eta),
        weights_(
            problem, TrialMajorExponential<Real>::supports(uniform_share(problem, share)),
            [&](int num_arms) {
              Problem resized = problem;
              resized.num_arms = num_arms;
              return Exp3IxWeights<Real>(resized, eta, share);
            },
            uniform_share(problem, share)) {}

  const Vector<Real>& strategy() const { return weights_.strategy(); }
  const TrialMajorStrategy<Real>* trial_major() const { return weights_.trial_major(); }
  void observe(const PlayedArm<Real>& played, const Real& cost) {
    weights_.use([&](auto& lanes) REGRETTA_FLAT { lanes.observe(played, cost); },
                 [&](auto& trials) REGRETTA_FLAT {
                   const Real estimate = cost / (trials.strategy().chance(played.arm()) + Real(0.5 * eta_));
                   trials.multiply(played.arm(), exp(Real(-eta_) * estimate));
                 });
  }

 private:
  double eta_;
  LanesOrTrialMajor<Real, Exp3IxWeights<Real>> weights_;
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
