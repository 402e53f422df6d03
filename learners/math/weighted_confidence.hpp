#pragma once
/// Confidence widths and optimistic sets from weighted observations (learners/ALGORITHMS.md).

#include "regretta/learners/math/confidence.hpp"

namespace regretta {

/// ghat_t, n_t and X_t where each observation of an arm has a weight w > 0: ghat = sum w g / sum w, with the width of
/// n = (sum w)^2 / sum w^2 equal observations. In a round they change for the arm that is played. For arms not yet
/// played, ghat = 0 and n = 1.
template <class Real>
class WeightedConfidenceSet {
 public:
  WeightedConfidenceSet(const Problem& problem, const ConfidenceWidth& width)
      : width_(width),
        sum_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        squares_(sum_),
        g_hat_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))),
        optimistic_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(-width(1.0)))) {}

  /// Reads g_{t,i}(a_t).
  template <class Feedback>
  REGRETTA_INLINE void update(const Feedback& round, const Real& weight) {
    const Index<Real>& arm = round.arm();
    const Real sum = gather(sum_.data(), arm) + weight;
    const Real squares = fma(weight, weight, gather(squares_.data(), arm));
    scatter(sum_.data(), arm, sum);
    scatter(squares_.data(), arm, squares);
    const Real inverse = Real(1.0) / sum;
    const Real xi = width_.of_inverse(squares * inverse * inverse);
    for (int i = 0; i < g_hat_.rows(); ++i) {
      const Real old = gather(&g_hat_(i, 0), arm);
      const Real g_hat = fma(round.violation(i) - old, weight * inverse, old);
      scatter(&g_hat_(i, 0), arm, g_hat);
      scatter(&optimistic_(i, 0), arm, g_hat - xi);
    }
  }
  /// X_t as (ghat_t - xi_t)'x <= 0. Since n >= 1, no entry exceeds 1 + xi(1).
  ConstraintSet<Real> build() const { return {optimistic_, Real(0.0), Real(1.0 + width_(1.0))}; }

  void show(Internals& shown) const {
    shown.row("weight", sum_);
    shown.table("ghat", g_hat_);
    shown.table("width", g_hat_ - optimistic_);
  }

 private:
  ConfidenceWidth width_;
  Vector<Real> sum_, squares_;  // of the weights, K
  Matrix<Real> g_hat_, optimistic_;
};

}  // namespace regretta
