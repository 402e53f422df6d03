#pragma once
/// Online mirror descent with negative entropy on changing sets, as used by all learners of the paper. One round is a
/// loss step (`descend`) and a projection onto X_t (`project`, or `renormalise` without constraints), optionally with
/// fixed share.

#include "regretta/learners/math/kl_projection.hpp"

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

/// The weight of fixed share in the paper: 1/T.
inline double fixed_share_weight(const Problem& p, bool wanted = true) {
  return wanted ? 1.0 / static_cast<double>(p.horizon) : 0.0;
}

/// Holds x_t. Per round: one of the descend functions, then project or renormalise.
template <class Real>
class MirrorDescent {
 public:
  /// Starts at the uniform strategy. eta >= 0: step size. share in [0, 1]: weight of the uniform strategy in the
  /// mixture after every projection.
  MirrorDescent(const Problem& problem, double eta, double share) : MirrorDescent(problem, eta, 0.5 * eta, share) {}
  /// gamma >= 0: parameter of implicit exploration; eta / 2 by default.
  MirrorDescent(const Problem& problem, double eta, double gamma, double share)
      : eta_(eta),
        gamma_(gamma),
        share_{.keep = 1.0 - share, .add = share / problem.num_arms},
        x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))),
        projection_(problem.num_arms, problem.num_constraints) {}

  const Vector<Real>& strategy() const { return x_; }

  /// x(a) <- x(a) exp(-eta l_t(a)), with l_t from full feedback; project or renormalise afterwards.
  template <class Feedback>
  void descend(const Feedback& round) {
    // l <= 1, so eta alone decides which polynomial is accurate.
    if (eta_ <= short_exponent_limit) {
      descend(round, [](Real u) REGRETTA_FLAT { return exp_short(u); });
    } else if (eta_ <= small_exponent_limit) {
      descend(round, [](Real u) REGRETTA_FLAT { return exp_small(u); });
    } else {
      descend(round, [](Real u) REGRETTA_FLAT { return exp(u); });
    }
  }
  /// The same with lhat_t(a) = l_t(a) 1{a = a_t} / (x_t(a) + gamma): implicit exploration.
  template <class Feedback>
  void descend_by_implicit_exploration(const Feedback& round) {
    descend_by_implicit_exploration(round.arm(), round.loss());
  }
  void descend_by_implicit_exploration(const Index<Real>& arm, const Real& loss) {
    const Real weight = gather(x_.data(), arm);
    descend(arm, loss, weight, weight);
  }
  /// The same if the arm was drawn from a strategy other than x_t.
  void descend_by_implicit_exploration(const Index<Real>& arm, const Real& loss, const Vector<Real>& drawn_from) {
    descend(arm, loss, gather(x_.data(), arm), gather(drawn_from.data(), arm));
  }

  /// x <- its projection onto the set.
  void project(const ConstraintSet<Real>& set) {
    projection_.project(x_, set, share_);
    active_rounds_ += select(projection_.moved(), Real(1.0), Real(0.0));
    empty_rounds_ += select(projection_.empty(), Real(1.0), Real(0.0));
  }
  /// x <- its projection onto the simplex.
  void renormalise() {
    Real sum(0.0);
    for (Eigen::Index a = 0; a < x_.size(); ++a) sum += x_[a];
    scale_to_simplex(x_, sum, share_);
  }

  const Real& active_rounds() const { return active_rounds_; }
  const Real& empty_rounds() const { return empty_rounds_; }

  template <class Archive>
  void state(Archive& archive) {
    archive(x_, projection_, active_rounds_, empty_rounds_);
  }

 private:
  template <class Feedback, class Exp>
  REGRETTA_INLINE void descend(const Feedback& round, Exp exponential) {
    const Real minus_eta(-eta_);
    Real* x = x_.data();
    for (int a = 0, K = static_cast<int>(x_.size()); a < K; ++a) x[a] = x[a] * exponential(minus_eta * round.loss(a));
  }
  REGRETTA_INLINE void descend(const Index<Real>& arm, const Real& loss, const Real& weight, const Real& chance) {
    const Real loss_hat = loss / (chance + Real(gamma_));
    scatter(x_.data(), arm, weight * exp(Real(-eta_) * loss_hat));
  }
  static Real gather(const Real* from, const Index<Real>& arm) { return regretta::gather(from, arm); }

  double eta_;
  double gamma_;
  UniformShare share_;
  Vector<Real> x_;
  KlProjection<Real> projection_;
  Real active_rounds_{0.0};
  Real empty_rounds_{0.0};
};

}  // namespace regretta
