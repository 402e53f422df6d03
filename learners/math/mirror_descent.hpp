#pragma once
/// Online mirror descent with negative entropy on moving sets: what all learners of the paper share. One round is a
/// loss step (`descend`), a projection onto X_t (`project`, or `renormalise` without constraints), and optionally fixed
/// share (`share_uniformly`).

#include "regretta/learners/math/kl_projection.hpp"

namespace regretta {

/// eta = sqrt(ln(KT) / T): full feedback.
inline double full_step_size(const Problem& p) {
  const double T = static_cast<double>(p.horizon);
  return sqrt(log(p.num_arms * T) / T);
}
/// eta = sqrt(ln(KT) / (KT)): bandit losses.
inline double bandit_step_size(const Problem& p) {
  const double KT = p.num_arms * static_cast<double>(p.horizon);
  return sqrt(log(KT) / KT);
}

template <class Real>
class MirrorDescent {
 public:
  /// Starts at the uniform strategy. eta > 0: step size.
  MirrorDescent(const Problem& problem, double eta)
      : eta_(eta),
        gamma_(0.5 * eta),
        share_(1.0 / static_cast<double>(problem.horizon)),
        x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))),
        y_(x_),
        projection_(problem.num_arms, problem.num_constraints) {}

  const Vector<Real>& strategy() const { return x_; }

  /// y(a) = x_t(a) exp(-eta l_t(a)), l_t from full feedback.
  template <class Feedback>
  void descend(const Feedback& round) {
    const Real minus_eta(-eta_);
    const Real* x = x_.data();
    Real* y = y_.data();
    const int K = static_cast<int>(x_.size());
    if (eta_ <= small_exponent_limit) {  // l <= 1, so eta alone decides which polynomial is exact
      for (int a = 0; a < K; ++a) y[a] = hold(x[a] * exp_small(minus_eta * round.loss(a)));
    } else {
      for (int a = 0; a < K; ++a) y[a] = hold(x[a] * exp(minus_eta * round.loss(a)));
    }
  }
  /// y(a) = x_t(a) exp(-eta lhat_t(a)), lhat_t(a) = l_t(a) 1{a = a_t} / (x_t(a) + gamma): implicit exploration.
  template <class Feedback>
  void descend_by_implicit_exploration(const Feedback& round) {
    for (int a = 0; a < x_.size(); ++a) y_[a] = hold(x_[a]);
    const Real played = gather(x_.data(), round.arm());
    const Real loss_hat = round.loss() / (played + Real(gamma_));
    scatter(y_.data(), round.arm(), hold(played * exp(Real(-eta_) * loss_hat)));
  }

  /// x = KLP(y, optimistic).
  void project(Matrix<Real>& optimistic) {
    projection_.project(y_, optimistic, x_);
    active_rounds_ += select(projection_.moved(), Real(1.0), Real(0.0));
    empty_rounds_ += select(projection_.empty(), Real(1.0), Real(0.0));
  }
  /// x = y / sum y: the projection onto the simplex.
  void renormalise() { scale_to_simplex(y_, x_); }

  /// x <- (1 - 1/T) x + (1/T) uniform.
  void share_uniformly() {
    const Real keep(1.0 - share_), add(share_ / static_cast<double>(x_.size()));
    Real* x = x_.data();
    for (Eigen::Index a = 0, K = x_.size(); a < K; ++a) x[a] = fma(x[a], keep, add);
  }

  const Real& active_rounds() const { return active_rounds_; }
  const Real& empty_rounds() const { return empty_rounds_; }

 private:
  /// Weights that are only ever pushed down are held here, or they would underflow.
  static Real hold(Real weight) { return max(weight, Real(0x1p-1000)); }
  static Real gather(const Real* from, const Index<Real>& arm) { return regretta::gather(from, arm); }

  double eta_;
  double gamma_;
  double share_;
  Vector<Real> x_;
  Vector<Real> y_;
  KlProjection<Real> projection_;
  Real active_rounds_{0.0};
  Real empty_rounds_{0.0};
};

}  // namespace regretta
