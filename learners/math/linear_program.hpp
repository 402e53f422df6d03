#pragma once
/// LP(c, A) = argmin of c'x over {x in the simplex, A x <= 0}; at most m + 1 arms get weight. Let v be the least
/// max_i (A x)_i over the simplex. If v >= -1e-9 (an empty or thin set, see learners/ALGORITHMS.md), the set is
/// {A x <= v + 1e-9} instead.
///
/// If several x are optimal, the result is a vertex; among arms that tie, the one with the lowest lot is used
/// (lots.hpp). The computation in a lane depends only on the numbers in that lane. What is kept between calls (the last
/// vertex; what speeds up the detection of empty sets) does not affect results.

#include "regretta/learners/math/lp_many_constraints.hpp"
#include "regretta/learners/math/lp_one_constraint.hpp"

namespace regretta {

/// All storage is allocated by the constructor.
template <class Real>
class LinearProgram {
 public:
  LinearProgram(int num_arms, int num_constraints) : many_(num_arms, num_constraints) {}

  /// c: K. A: m x K. lots: K. x: K, overwritten with the solution.
  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, const Vector<Real>& lots, Vector<Real>& x) {
    return A.rows() == 1 ? one_.solve(c, A, lots, x) : many_.solve(c, A, lots, x);
  }

  template <class Archive>
  void state(Archive& archive) {
    archive(many_);
  }

 private:
  LpOneConstraint<Real> one_;
  LpManyConstraints<Real> many_;
};

}  // namespace regretta
