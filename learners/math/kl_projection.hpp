#pragma once
/// argmin over {x in the simplex, A x <= level} of D(x || y): the projection of mirror descent with negative entropy
/// (learners/ALGORITHMS.md). The solution is x(a) ~ y(a) exp(-sum_i lambda_i A_i(a)), where lambda >= 0 minimises the
/// convex dual ln sum_a y(a) exp(-lambda'A(a)) + lambda'level. Empty and thin sets are relaxed as described there.
///
/// The computation in a lane depends only on the numbers in that lane. Called by MirrorDescent.

#include "regretta/learners/math/kl_many_constraints.hpp"
#include "regretta/learners/math/kl_one_constraint.hpp"

namespace regretta {

/// All storage is allocated by the constructor.
template <class Real>
class KlProjection {
 public:
  KlProjection(int num_arms, int num_constraints)
      : scratch_(Vector<Real>::Constant(num_arms, Real(0.0))), many_(num_arms, num_constraints) {}

  /// x: in, K weights in (0, 1] with any sum; out, their projection after fixed share.
  void project(Vector<Real>& x, const ConstraintSet<Real>& set, const UniformShare& share = {}) {
    const KlOutcome<Real> outcome =
        set.rows.rows() == 1 ? one_.solve(x, set, share, scratch_) : many_.solve(x, set, share, scratch_);
    moved_ = outcome.moved;
    empty_ = outcome.empty;
  }

  const Mask<Real>& moved() const { return moved_; }  ///< the normalised weights were outside the set
  const Mask<Real>& empty() const { return empty_; }  ///< the set was empty

  template <class Archive>
  void state(Archive& archive) {
    archive(many_);
  }

 private:
  Mask<Real> moved_{};
  Mask<Real> empty_{};
  Vector<Real> scratch_;
  KlOneConstraint<Real> one_;
  KlManyConstraints<Real> many_;
};

}  // namespace regretta
