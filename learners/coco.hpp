#pragma once
/// The learner `coco`: online gradient descent on the losses plus a growing price for violating the worst constraint.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/euclidean_projection.hpp"

namespace regretta {

struct CocoParams {
  double lipschitz_scale = 1;
  double penalty_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("lipschitz_scale", p.lipschitz_scale, Range{1e-6, 1e6}, "multiplies G = sqrt(K), the bound on the gradients");
    visit("penalty_scale", p.penalty_scale, Range{0, 1e6},
          "multiplies lambda = 1 / (2 sqrt(T)), the growth of the price");
  }
};

/// Algorithm 1 of Sinha and Vaze (NeurIPS 2024), which bounds the cumulative positive violation of adversarial
/// constraints. Several constraints count as one, g_t(x) = max_i g_{t,i}'x. The decision set is the simplex, whose
/// diameter D is sqrt(2). Full feedback.
template <class Real>
class Coco {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = CocoParams;

  Coco(const Problem& problem, const Params& params)
      : m_(problem.num_constraints),
        beta_(1 / (2 * params.lipschitz_scale * sqrt(2.0 * problem.num_arms))),
        lambda_(params.penalty_scale / (2 * sqrt(static_cast<double>(problem.horizon)))),
        x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))),
        gradient_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const int K = static_cast<int>(x_.size());
    Real worst_violation(-infinity), worst_constraint(0.0);  // g_t(x_t) and its constraint
    for (int i = 0; i < m_; ++i) {
      Real violation(0.0);
      for (int a = 0; a < K; ++a) violation = fma(round.violation(i, a), x_[a], violation);
      worst_constraint = select(violation > worst_violation, Real(static_cast<double>(i)), worst_constraint);
      worst_violation = max(violation, worst_violation);
    }
    queue_ = fma(Real(beta_), max(worst_violation, Real(0.0)), queue_);
    // Phi'(Q) beta with Phi(q) = exp(lambda q) - 1; the cap on the exponent keeps the price finite. If no constraint is
    // violated, the gradient of [g_t]+ is 0.
    const Real price = select(worst_violation > Real(0.0),
                              Real(beta_ * lambda_) * exp(min(Real(lambda_) * queue_, Real(300.0))), Real(0.0));
    for (int a = 0; a < K; ++a) {
      Real violation(0.0);
      for (int i = 0; i < m_; ++i)
        violation = select(worst_constraint == Real(static_cast<double>(i)), round.violation(i, a), violation);
      gradient_[a] = fma(price, violation, Real(beta_) * round.loss(a));
      squares_ = fma(gradient_[a], gradient_[a], squares_);
    }
    const Real step = select(squares_ > Real(0.0), Real(1.0) / sqrt(squares_), Real(0.0));  // sqrt(2) D / (2 sqrt(...))
    for (int a = 0; a < K; ++a) x_[a] = fma(-step, gradient_[a], x_[a]);
    project_on_simplex(x_);
  }

  void show(Internals& shown) const { shown.number("queue", queue_); }

 private:
  int m_;
  double beta_;  // 1 / (2 G D)
  double lambda_;
  Real queue_{0.0};    // Q, the sum over rounds of beta [g_t(x_t)]+
  Real squares_{0.0};  // sum over rounds of |gradient|^2
  Vector<Real> x_, gradient_;
};

}  // namespace regretta
