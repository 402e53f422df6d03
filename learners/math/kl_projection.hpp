#pragma once
/// argmin over {x in the simplex, A x <= level} of D(x || y): the projection of mirror descent with negative entropy
/// (SPEC section 3). The solution is x(a) ~ y(a) exp(-sum_i lambda_i A_i(a)), lambda >= 0 minimising the convex dual ln
/// sum_a y(a) exp(-lambda'A(a)) + lambda'level. Empty and thin sets as SPEC section 3 says.
///
/// Every lane follows its own path, decided by its own numbers; lanes only wait for each other.

#include "regretta/learners/math/kl_many_constraints.hpp"
#include "regretta/learners/math/kl_one_constraint.hpp"

namespace regretta {

template <class Real>
class KlProjection {
 public:
  KlProjection(int num_arms, int num_constraints)
      : scratch_(Vector<Real>::Constant(num_arms, Real(0.0))), many_(num_arms, num_constraints) {}

  /// x: in, K weights in [2^-1000, 1], of any sum; out, their projection, after the share.
  void project(Vector<Real>& x, const ConstraintSet<Real>& set, const UniformShare& share = {}) {
    const KlOutcome<Real> outcome =
        set.rows.rows() == 1 ? one_.solve(x, set, share, scratch_) : many_.solve(x, set, share, scratch_);
    moved_ = outcome.moved;
    empty_ = outcome.empty;
  }

  const Mask<Real>& moved() const { return moved_; }  ///< y, normalised, was outside the set
  const Mask<Real>& empty() const { return empty_; }  ///< the set was empty

 private:
  Mask<Real> moved_{};
  Mask<Real> empty_{};
  Vector<Real> scratch_;
  KlOneConstraint<Real> one_;
  KlManyConstraints<Real> many_;
};

}  // namespace regretta
