#pragma once
/// Detects empty and thin sets {A x <= level} (learners/ALGORITHMS.md): if v = min_x max_i (A x)_i - level is at least
/// -1e-9, {A x <= level + v + 1e-9} is used instead. Called by KlManyConstraints and LpManyConstraints.

#include <vector>

#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/small_minimax.hpp"

namespace regretta {

/// The result for each lane.
template <class Real>
struct ThinLanes {
  Mask<Real> lanes;  ///< empty or thin
  Mask<Real> empty;
  Real shift;  ///< v + 1e-9 in `lanes`, 0 elsewhere
};

/// All storage is allocated by the constructor.
template <class Real>
class ThinSets {
 public:
  ThinSets(int num_arms, int num_constraints)
      : inside_(Vector<Real>::Constant(num_arms, Real(1.0 / num_arms))),
        rows_(static_cast<std::size_t>(num_arms) * static_cast<std::size_t>(num_constraints)),
        minimax_(num_arms, num_constraints) {}

  /// Examines the lanes of `asked`. An arm or mixture well inside the set proves that it is neither empty nor thin.
  /// Those of earlier calls are tried first, since sets change little from round to round; this saves work but does not
  /// affect the result.
  ThinLanes<Real> find(const ConstraintSet<Real>& set, Mask<Real> asked) {
    const Mask<Real> none = asked & !asked;
    Mask<Real> doubtful = asked & !has_room(highest_at(set.rows, witness_), set.level);
    if (any(doubtful)) {
      doubtful = doubtful & !has_room(find_witness(set.rows), set.level);
      if (any(doubtful)) {
        const Mask<Real> room = has_room(highest_inside(set.rows), set.level);
        doubtful = doubtful & !room;
        if (any(doubtful)) return solve(set, doubtful);
      }
    }
    return {none, none, Real(0.0)};
  }

 private:
  static Mask<Real> has_room(const Real& highest, const Real& level) {
    return highest - level < Real(-2 * emptiness_tolerance);
  }

  static Real highest_at(const Matrix<Real>& A, const Index<Real>& arm) {
    Real highest(-infinity);
    for (int i = 0, m = static_cast<int>(A.rows()); i < m; ++i) highest = max(gather(&A(i, 0), arm), highest);
    return highest;
  }
  /// Makes the arm whose largest entry is smallest the witness; returns that entry.
  Real find_witness(const Matrix<Real>& A) {
    Real least(infinity), best(0.0);
    for (int a = 0, K = static_cast<int>(A.cols()); a < K; ++a) {
      Real highest(-infinity);
      for (int i = 0, m = static_cast<int>(A.rows()); i < m; ++i) highest = max(A(i, a), highest);
      best = select(highest < least, Real(a), best);
      least = min(highest, least);
    }
    witness_ = to_index(best);
    return least;
  }
  Real highest_inside(const Matrix<Real>& A) const {
    Real highest(-infinity);
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      Real sum(0.0);
      for (Eigen::Index a = 0; a < A.cols(); ++a) sum = fma(A(i, a), inside_[a], sum);
      highest = max(sum, highest);
    }
    return highest;
  }

  [[gnu::noinline]] ThinLanes<Real> solve(const ConstraintSet<Real>& set, Mask<Real> doubtful) {
    Real shift(0.0), value(-1.0);
    for (int k = 0; k < lanes<Real>; ++k) {
      if (!mask_lane(doubtful, k)) continue;
      const double level = lane(set.level, k);
      for (std::size_t e = 0; e < rows_.size(); ++e) rows_[e] = lane(set.rows.data()[e], k) - level;
      const double v = minimax_.solve(rows_.data());
      set_lane(value, k, v);
      if (v >= -emptiness_tolerance) set_lane(shift, k, v + emptiness_tolerance);
      for (Eigen::Index a = 0; a < inside_.size(); ++a)
        set_lane(inside_[a], k, minimax_.strategy()[static_cast<std::size_t>(a)]);
    }
    return {value >= Real(-emptiness_tolerance), value > Real(emptiness_tolerance), shift};
  }

  Index<Real> witness_{};
  Vector<Real> inside_;  ///< K, in the simplex: the minimiser of the last minimax problem
  std::vector<double> rows_;
  SmallMinimax minimax_;
};

}  // namespace regretta
