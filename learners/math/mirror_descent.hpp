#pragma once
/// Online mirror descent with negative entropy on changing sets; all learners of the paper use it. In every round
/// call estimate_losses(), then argmin() for the minimiser over X_t, and assign() for the next strategy, optionally
/// with fixed share.

#include <variant>

#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/learners/math/kl_projection.hpp"
#include "regretta/learners/math/lane_weights.hpp"

namespace regretta {

/// eta = sqrt(ln(KT) / T), for full feedback.
inline double full_step_size(const Problem& p) {
  const double T = static_cast<double>(p.horizon);
  return sqrt(log(p.num_arms * T) / T);
}
/// eta = sqrt(ln(KT) / (KT)), for bandit losses.
inline double bandit_step_size(const Problem& p) {
  const double KT = p.num_arms * static_cast<double>(p.horizon);
  return sqrt(log(KT) / KT);
}
/// The step size for a feedback model.
template <class Feedback>
double step_size(const Problem& p) {
  constexpr bool shows_every_loss = requires(const Feedback& round) { round.loss(0); };
  return shows_every_loss ? full_step_size(p) : bandit_step_size(p);
}

/// The share x <- (1 - weight) x + weight / K.
inline UniformShare uniform_share(const Problem& p, double weight) {
  return {.keep = 1.0 - weight, .add = weight / p.num_arms};
}
/// Fixed share with the paper's weight 1/T, or none.
inline UniformShare fixed_share(const Problem& p, bool enabled = true) {
  return uniform_share(p, enabled ? 1.0 / static_cast<double>(p.horizon) : 0.0);
}

/// lhat_t of implicit exploration: l_t(a_t) / (x_t(a_t) + gamma) for the arm a_t, 0 for all others.
template <class Real>
struct PlayedLoss {
  const Index<Real>& arm;
  Real loss_hat;
  Real weight;  ///< the arm's weight before the round (Weights::weight)
};

/// Mirror descent from x_t to x_{t+1}. Weights: LaneWeights or TrialMajorWeights.
template <class Real, class Weights = LaneWeights<Real>>
class MirrorDescent {
 public:
  /// Starts at the uniform strategy. eta >= 0: step size; gamma >= 0: parameter of implicit exploration.
  MirrorDescent(const Problem& problem, double eta) : MirrorDescent(problem, eta, 0.5 * eta) {}
  MirrorDescent(const Problem& problem, double eta, double gamma)
      : eta_(eta),
        gamma_(gamma),
        weights_(problem.num_arms, problem.num_constraints),
        projection_(problem.num_arms, problem.num_constraints) {}

  const Vector<Real>& strategy() const { return weights_.vector(); }
  const Weights& weights() const { return weights_; }

  /// l_t under full feedback, lhat_t of implicit exploration under bandit feedback.
  const FullFeedback<Real>& estimate_losses(const FullFeedback<Real>& round) const { return round; }
  REGRETTA_INLINE PlayedLoss<Real> estimate_losses(const auto& round) const {
    return estimate_losses(round.arm(), round.loss());
  }
  REGRETTA_INLINE PlayedLoss<Real> estimate_losses(const Index<Real>& arm, const Real& loss) const {
    const Real weight = weights_.weight(arm);
    return {arm, loss / (weights_.chance(weight) + Real(gamma_)), weight};
  }
  /// Estimate if the arm was drawn from a strategy other than x_t.
  PlayedLoss<Real> estimate_losses(const Index<Real>& arm, const Real& loss, const Vector<Real>& drawn_from) const {
    return {arm, loss / (gather(drawn_from.data(), arm) + Real(gamma_)), weights_.weight(arm)};
  }

  /// The argmin of l'x + D(x || x_t) / eta over x in X, that is, the projection of x_t exp(-eta l) onto X. Call
  /// assign() with it next.
  REGRETTA_INLINE KlSolution<Real> argmin(const auto& l, const ConstraintSet<Real>& X) {
    constrain(l, X);
    descend(l);
    return X.restricts ? projection_.solve(weights_, X) : on_the_simplex();
  }
  /// The argmin over the simplex.
  KlSolution<Real> argmin(const auto& l) {
    descend(l);
    return on_the_simplex();
  }
  /// Makes the solution, mixed with the uniform strategy, the strategy of the next round.
  REGRETTA_INLINE void assign(const KlSolution<Real>& solution, const UniformShare& share = {}) {
    weights_.finish(solution, share);
  }

  const ProjectionCounts<Real>& counts() const { return projection_.counts(); }

 private:
  void constrain(const FullFeedback<Real>&, const ConstraintSet<Real>&) {}
  void constrain(const PlayedLoss<Real>& l, const ConstraintSet<Real>& X) { weights_.constrain(l.arm, l.weight, X); }

  void descend(const FullFeedback<Real>& l) {
    // As l <= 1, exponents are at most eta in size; if eta is small, a polynomial is accurate.
    if (eta_ <= short_exponent_limit) {
      descend(l, [](Real u) REGRETTA_FLAT { return exp_short(u); });
    } else if (eta_ <= small_exponent_limit) {
      descend(l, [](Real u) REGRETTA_FLAT { return exp_small(u); });
    } else {
      descend(l, [](Real u) REGRETTA_FLAT { return exp(u); });
    }
  }
  REGRETTA_INLINE void descend(const FullFeedback<Real>& l, auto exponential) {
    const Real minus_eta(-eta_);
    weights_.multiply_all([&](int a) REGRETTA_FLAT { return exponential(minus_eta * l.loss(a)); });
  }
  REGRETTA_INLINE void descend(const PlayedLoss<Real>& l) {
    weights_.multiply(l.arm, l.weight, exp(Real(-eta_) * l.loss_hat));
  }
  KlSolution<Real> on_the_simplex() const {
    const Mask<Real> none = Real(1.0) < Real(0.0);
    return {none, none, weights_.sum()};
  }

  double eta_;
  double gamma_;
  Weights weights_;
  KlProjection<Real> projection_;
};

/// Mirror descent under bandit feedback, where one arm changes per round. Weights are held in lanes or, with many arms,
/// in trial-major order (prefers_trial_major), in which a trial whose projection does not move needs no pass over its
/// arms. Has the functions of MirrorDescent.
template <class Real>
class BanditDescent {
 public:
  BanditDescent(const Problem& problem, double eta)
      : form_(prefers_trial_major(problem) ? Form(std::in_place_type<TrialMajorForm>, problem, eta)
                                           : Form(std::in_place_type<LanesForm>, problem, eta)) {}

  const Vector<Real>& strategy() const {
    return visit_form(*this, [](const auto& x) -> const Vector<Real>& { return x.strategy(); });
  }
  /// See PlaysTrialMajor.
  const TrialMajorStrategy<Real>* trial_major() const {
    const TrialMajorForm* trials = std::get_if<TrialMajorForm>(&form_);
    return trials != nullptr ? &trials->weights().strategy() : nullptr;
  }

  PlayedLoss<Real> estimate_losses(const BanditFeedback<Real>& round) const {
    return visit_form(*this, [&](const auto& x) { return x.estimate_losses(round); });
  }
  KlSolution<Real> argmin(const PlayedLoss<Real>& l, const ConstraintSet<Real>& X) {
    return visit_form(*this, [&](auto& x) { return x.argmin(l, X); });
  }
  void assign(const KlSolution<Real>& solution, const UniformShare& share = {}) {
    visit_form(*this, [&](auto& x) { x.assign(solution, share); });
  }

  const ProjectionCounts<Real>& counts() const {
    return visit_form(*this, [](const auto& x) -> const ProjectionCounts<Real>& { return x.counts(); });
  }

 private:
  using LanesForm = MirrorDescent<Real>;
  using TrialMajorForm = MirrorDescent<Real, TrialMajorWeights<Real>>;
  using Form = std::variant<LanesForm, TrialMajorForm>;

  template <class Self, class Use>
  REGRETTA_INLINE static decltype(auto) visit_form(Self& self, Use use) {
    auto* trials = std::get_if<TrialMajorForm>(&self.form_);
    return trials != nullptr ? use(*trials) : use(*std::get_if<LanesForm>(&self.form_));
  }

  Form form_;
};

}  // namespace regretta
