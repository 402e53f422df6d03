#pragma once
/// LP(c, A) = argmin of c'x over {x in the simplex, A x <= 0}; at most m + 1 arms get weight. Empty and thin sets as
/// SPEC section 3 says: with v the least max_i (A x)_i and |v| <= 1e-9 or above, the set is {A x <= v + 1e-9} instead.
///
/// Where several x are optimal, it is a vertex and the same one every time: of arms that are alike, the lowest. Every
/// lane follows its own path, decided by its own numbers; nothing is kept from one program to the next but what saves
/// the search for empty sets.

#include "regretta/learners/math/lp_many_constraints.hpp"
#include "regretta/learners/math/lp_one_constraint.hpp"

namespace regretta {

template <class Real>
class LinearProgram {
 public:
  LinearProgram(int num_arms, int num_constraints) : many_(num_arms, num_constraints) {}

  /// c: K. A: m x K. x: K, overwritten.
  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, Vector<Real>& x) {
    return A.rows() == 1 ? one_.solve(c, A, x) : many_.solve(c, A, x);
  }

 private:
  LpOneConstraint<Real> one_;
  LpManyConstraints<Real> many_;
};

}  // namespace regretta
