#pragma once
/// Empty and thin sets {A x <= 0} (SPEC section 3): with v = min_x max_i (A x)_i within 1e-9 of zero or above, the
/// projection is onto {A x <= v + 1e-9} instead. As x is in the simplex, that is a shift of A.

#include <vector>

#include "regretta/learners/math/kl_one_constraint.hpp"
#include "regretta/learners/math/small_minimax.hpp"

namespace regretta {

template <class Real>
class ThinSets {
 public:
  ThinSets(int num_arms, int num_constraints)
      : inside_(Vector<Real>::Constant(num_arms, Real(1.0 / num_arms))),
        rows_(static_cast<std::size_t>(num_arms) * static_cast<std::size_t>(num_constraints)),
        minimax_(num_arms, num_constraints) {}

  /// Shifts A where the set is empty or thin, in the lanes asked for; returns where it was empty.
  [[gnu::noinline]] Mask<Real> widen(Matrix<Real>& A, Mask<Real> doubtful) {
    // Sets move little from round to round, so a point found well inside one proves most of the next ones sound.
    Real worst(-infinity);
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      Real sum(0.0);
      for (Eigen::Index a = 0; a < A.cols(); ++a) sum = fma(A(i, a), inside_[a], sum);
      worst = max(sum, worst);
    }
    const Mask<Real> open = doubtful & !(worst < Real(-2 * emptiness_tolerance));
    Real shift(0.0), value(-1.0);
    if (!any(open)) return value > shift;
    for (int k = 0; k < lanes<Real>; ++k) {
      if (!mask_lane(open, k)) continue;
      for (std::size_t e = 0; e < rows_.size(); ++e) rows_[e] = lane(A.data()[e], k);
      const double v = minimax_.solve(rows_.data());
      set_lane(value, k, v);
      if (v >= -emptiness_tolerance) set_lane(shift, k, v + emptiness_tolerance);
      for (Eigen::Index a = 0; a < A.cols(); ++a)
        set_lane(inside_[a], k, minimax_.strategy()[static_cast<std::size_t>(a)]);
    }
    for (Eigen::Index e = 0; e < A.size(); ++e) A.data()[e] -= shift;
    return value > Real(emptiness_tolerance);
  }

 private:
  Vector<Real> inside_;  ///< K, in the simplex: where the last minimax was attained
  std::vector<double> rows_;
  SmallMinimax minimax_;
};

}  // namespace regretta
