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
  KlProjection(int num_arms, int num_constraints) : many_(num_arms, num_constraints) {}

  /// weights: LaneWeights or RowWeights, whose `finish` takes the solution.
  template <class Weights>
  REGRETTA_INLINE KlSolution<Real> solve(Weights& weights, const ConstraintSet<Real>& set) {
    return set.rows.rows() == 1 ? one_.solve(weights, set, counts_) : many_.solve(weights, set, counts_);
  }

  const ProjectionCounts<Real>& counts() const { return counts_; }

 private:
  KlOneConstraint<Real> one_;
  KlManyConstraints<Real> many_;
  ProjectionCounts<Real> counts_;
};

}  // namespace regretta
