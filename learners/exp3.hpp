#pragma once
/// The learners `exp3`, `exp3-ix`, `exp3-six` and `exp3-p`: exponential weights on bandit losses. They ignore the
/// constraints.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/bandit_weights.hpp"
#include "regretta/learners/math/weights.hpp"

namespace regretta {

enum class Exp3Step { fixed, anytime };
inline constexpr Choice exp3_steps = choice_of<Exp3Step>(
    {{Exp3Step::fixed, "fixed", "sqrt(2 ln K / (KT))"}, {Exp3Step::anytime, "anytime", "sqrt(ln K / (Kt))"}});

struct Exp3Params {
  Exp3Step step_size = Exp3Step::fixed;
  double step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("step_size", p.step_size, exp3_steps, "the step size eta");
    visit("step_scale", p.step_scale, Range{0, 1e6}, "multiplies the step size eta");
  }
};

/// The weights of EXP3 in lanes: each pack holds one arm of several trials.
template <class Real>
class Exp3Weights {
 public:
  explicit Exp3Weights(int num_arms)
      : losses_(Vector<Real>::Constant(num_arms, Real(0.0))),
        weights_(num_arms),
        x_(Vector<Real>::Constant(num_arms, Real(1.0 / num_arms))) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const BanditFeedback<Real>& round, double eta, bool eta_is_fixed) {
    const Real estimate = round.loss() / gather(x_.data(), round.arm());
    scatter(losses_.data(), round.arm(), gather(losses_.data(), round.arm()) + estimate);
    if (eta_is_fixed)
      weights_.update(losses_, round.arm(), eta, x_);
    else
      exponential_weights(losses_, eta, x_);
  }

 private:
  static Real gather(const Real* values, const Index<Real>& arm) { return regretta::gather(values, arm); }

  Vector<Real> losses_;  // sums of the estimated losses, K
  ExponentialWeights<Real> weights_;
  Vector<Real> x_;
};

/// EXP3 with importance-weighted losses and no mixing (Auer, Cesa-Bianchi, Freund, Schapire 2002).
template <class Real>
class Exp3 {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = Exp3Params;

  Exp3(const Problem& problem, const Params& params)
      : is_anytime_(params.step_size == Exp3Step::anytime),
        eta_(params.step_scale * sqrt((is_anytime_ ? 1.0 : 2.0 / static_cast<double>(problem.horizon)) *
                                      log(static_cast<double>(problem.num_arms)) / problem.num_arms)),
        weights_(problem, !is_anytime_, [](int num_arms) { return Exp3Weights<Real>(num_arms); }) {}

  const Vector<Real>& strategy() const { return weights_.strategy(); }
  const TrialMajorStrategy<Real>* trial_major() const { return weights_.trial_major(); }
  void observe(const Feedback& round) {
    ++t_;
    weights_.use(
        [&](auto& lanes) REGRETTA_FLAT {
          lanes.observe(round, is_anytime_ ? eta_ / sqrt(static_cast<double>(t_)) : eta_, !is_anytime_);
        },
        [&](auto& trials) REGRETTA_FLAT {
          trials.multiply(round.arm(), exp(Real(-eta_) * (round.loss() / trials.strategy().chance(round.arm()))));
        });
  }

 private:
  bool is_anytime_;
  double eta_;
  std::int64_t t_ = 1;  // the next round
  LanesOrTrialMajor<Real, Exp3Weights<Real>> weights_;
};

/// A learner that updates the weights of its base class with the loss of the played arm.
template <class Real, class Weights>
class LossWeights : public Weights {
 public:
  using Feedback = BanditFeedback<Real>;
  using Weights::Weights;
  void observe(const Feedback& round) { Weights::observe(round, round.loss()); }
};

/// EXP3-IX: exponential weights with implicit exploration on bandit losses, eta = 2 gamma = sqrt(2 ln K / (KT)) (Neu,
/// NeurIPS 2015).
template <class Real>
class Exp3Ix : public LossWeights<Real, Exp3IxLanesOrTrialMajor<Real>> {
 public:
  using Params = NoParams;

  Exp3Ix(const Problem& problem, const Params&)
      : LossWeights<Real, Exp3IxLanesOrTrialMajor<Real>>(problem, implicit_exploration_step(problem), 0) {}
};

struct Exp3SixParams {
  std::int64_t switches = 1;
  double step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("switches", p.switches, Range{1, 1e12}, "S, the number of changes of the best arm to tune for");
    visit("step_scale", p.step_scale, Range{0, 1e6}, "multiplies eta = 2 gamma = sqrt(2 S ln K / (KT))");
  }
};

/// EXP3-SIX: implicit exploration and fixed share with weight S / (T - 1) (Neu, NeurIPS 2015, section 3.2).
template <class Real>
class Exp3Six : public LossWeights<Real, Exp3IxLanesOrTrialMajor<Real>> {
 public:
  using Params = Exp3SixParams;

  Exp3Six(const Problem& problem, const Params& params)
      : LossWeights<Real, Exp3IxLanesOrTrialMajor<Real>>(
            problem, params.step_scale * implicit_exploration_step(problem, params.switches),
            switching_share(problem, params.switches)) {}
};

struct Exp3PParams : Exp3PScales {
  static void fields(auto& p, auto&& visit) {
    visit("step_scale", p.step_scale, Range{0, 1e6}, "multiplies eta = 0.95 sqrt(ln K / (KT))");
    visit("bias_scale", p.bias_scale, Range{0, 1e6}, "multiplies beta = sqrt(ln(K / delta) / (KT))");
    visit("mixing_scale", p.mixing_scale, Range{0, 1e6},
          "multiplies gamma = 1.05 sqrt(K ln K / T); the product is at most 1");
  }
};

/// EXP3.P: estimated gains with an upward bias beta / x(a), and mixing with the uniform strategy (Auer et al. 2002;
/// tuned as in Bubeck and Cesa-Bianchi 2012, Theorem 3.3).
template <class Real>
class Exp3P : public LossWeights<Real, Exp3PWeights<Real>> {
 public:
  using Params = Exp3PParams;

  Exp3P(const Problem& problem, const Params& params) : LossWeights<Real, Exp3PWeights<Real>>(problem, params) {}
};

}  // namespace regretta
