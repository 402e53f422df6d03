#pragma once
/// LP(c, A) = argmin of c'x over {x in the simplex, A x <= 0}; at most m + 1 arms get weight. Let v be the least
/// max_i (A x)_i over the simplex. If v >= -1e-9 (an empty or thin set, see learners/ALGORITHMS.md), the set is
/// {A x <= v + 1e-9} instead.
///
/// If several x are optimal, the result is a vertex; among arms that tie, the one whose place in the tie order is
/// lowest is used (tie_order.hpp), or, if places are equal, the first. The computation in a lane depends only on the
/// numbers in that lane. What is kept between calls (the last vertex; what speeds up the detection of empty sets) does
/// not affect results.

#include "regretta/learners/math/lp_many_constraints.hpp"
#include "regretta/learners/math/lp_one_constraint.hpp"
#include "regretta/learners/math/tied_arms.hpp"

namespace regretta {

/// All storage is allocated by the constructor.
template <class Real>
class LinearProgram {
 public:
  LinearProgram(int num_arms, int num_constraints)
      : many_(num_arms, num_constraints),
        equal_places_(Vector<Real>::Constant(num_arms, Real(0.0))),
        own_violation_(Vector<Real>::Constant(num_constraints, Real(0.0))) {}

  /// c: K. A: m x K. tie_order: K places. x: K, overwritten with the solution.
  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, const Vector<Real>& tie_order, Vector<Real>& x) {
    return A.rows() == 1 ? one_.solve(c, A, tie_order, x) : many_.solve(c, A, tie_order, x);
  }
  /// With equal places.
  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, Vector<Real>& x) {
    return solve(c, A, equal_places_, x);
  }

  /// In lanes whose last solution has an arm with twins, arms of the same c and A, moves its weight to one of them all,
  /// chosen by a uniform draw of this purpose. A, c, x: of that solution.
  void choose_among_twins(const Vector<Real>& c, const Matrix<Real>& A, const Randomness<Real>& random, int purpose,
                          Vector<Real>& x) {
    const int K = static_cast<int>(c.size()), m = static_cast<int>(A.rows());
    for (int k = 0; k <= m; ++k) {
      const Real name = m == 1 ? one_.vertex_arm(k) : many_.vertex_arm(k);
      const Mask<Real> is_arm = (name >= Real(0.0)) & (name < Real(static_cast<double>(K)));
      const Real arm = select(is_arm, name, Real(0.0));
      const Index<Real> at = to_index(arm);
      const Real weight = gather(x.data(), at), own_cost = gather(c.data(), at);
      for (int i = 0; i < m; ++i) own_violation_[i] = gather(&A(i, 0), at);
      const auto is_twin = [&](int a) REGRETTA_FLAT {
        Mask<Real> all = c[a] == own_cost;
        for (int i = 0; i < m && any(all); ++i) all = all & (A(i, a) == own_violation_[i]);
        return all;
      };
      Real n(0.0);
      for (int a = 0; a < K; ++a) n += select(is_twin(a) & is_arm, Real(1.0), Real(0.0));
      if (!any(n > Real(1.0))) continue;
      const Index<Real> chosen = to_index(chosen_of(n, random.uniform({purpose, k}), K, arm, is_twin));
      scatter(x.data(), at, Real(0.0));
      scatter(x.data(), chosen, gather(x.data(), chosen) + weight);
    }
  }

 private:
  LpOneConstraint<Real> one_;
  LpManyConstraints<Real> many_;
  Vector<Real> equal_places_;   // K
  Vector<Real> own_violation_;  // of an arm that may have twins, m
};

}  // namespace regretta
