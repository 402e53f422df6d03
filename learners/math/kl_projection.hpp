#pragma once
/// KLP(y, A) = argmin over {x in the simplex, A x <= 0} of D(x || y): the projection of mirror descent with negative
/// entropy (SPEC section 3). The solution is x(a) ~ y(a) exp(-sum_i lambda_i A_i(a)), lambda >= 0 minimising the convex
/// dual ln sum_a y(a) exp(-lambda'A(a)). Empty and thin sets as SPEC section 3 says.
///
/// Every lane follows its own path, decided by its own numbers; lanes only wait for each other.

#include "regretta/learners/math/kl_one_constraint.hpp"
#include "regretta/learners/math/kl_many_constraints.hpp"

namespace regretta {

template <class Real>
class KlProjection {
 public:
  KlProjection(int num_arms, int num_constraints)
      : weights_(Vector<Real>::Constant(num_arms, Real(0.0))), many_(num_arms, num_constraints) {}

  /// y: K weights in [2^-1000, 1], of any sum. A: m x K; rows may be shifted in place where the set is empty or thin.
  /// Writes x, K, in the simplex.
  void project(const Vector<Real>& y, Matrix<Real>& A, Vector<Real>& x) {
    const KlOutcome<Real> outcome = A.rows() == 1 ? one_.solve(y, A, weights_, x) : many_.solve(y, A, weights_);
    if (A.rows() > 1) scale_to_simplex(weights_, x);
    moved_ = outcome.moved;
    empty_ = outcome.empty;
  }

  const Mask<Real>& moved() const { return moved_; }  ///< y, normalised, was outside X_t
  const Mask<Real>& empty() const { return empty_; }  ///< X_t was empty

 private:
  Mask<Real> moved_{};
  Mask<Real> empty_{};
  Vector<Real> weights_;
  KlOneConstraint<Real> one_;
  KlManyConstraints<Real> many_;
};

}  // namespace regretta
