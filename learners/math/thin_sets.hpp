#pragma once
/// Detects empty and thin sets {A x <= level} (learners/ALGORITHMS.md): if v = min_x max_i (A x)_i - level is at least
/// -1e-9, {A x <= level + v + 1e-9} is used instead. Called by KlManyConstraints and LpManyConstraints.

#include <cstddef>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/learners/math/kl_problem.hpp"

namespace regretta {

/// Computes v = min over x in the simplex of max_i (A x)_i for the constraint set of a single round, in plain doubles
/// and without allocation after construction. The simplex method on a dictionary: the column with the largest gain
/// enters; of the rows that tie, the one with the largest pivot leaves. Repeated rows can cause cycles, which Bland's
/// rule ends.
class MinimaxSolver {
 public:
  MinimaxSolver(int num_arms, int num_rows)
      : K_(num_arms),
        m_(num_rows),
        cells_(static_cast<std::size_t>((m_ + 1) * (K_ + 1))),
        basic_(static_cast<std::size_t>(m_)),
        nonbasic_(static_cast<std::size_t>(K_)),
        x_(static_cast<std::size_t>(K_)) {}

  /// A: m x K, row-major. Returns v, to about 1e-15 max |A|; strategy() attains it.
  double solve(const double* A) {
    set_up(A);
    for (int pivots = 0; pivots < 50 * (m_ + K_); ++pivots) {
      const bool bland = pivots > 4 * (m_ + K_);
      const int column = entering(bland);
      if (column < 0) break;
      const int row = leaving(column, bland);
      if (row < 0) break;  // the program is bounded, so a row is missing only because of rounding
      pivot(row, column);
    }
    return read_off(A);
  }
  const std::vector<double>& strategy() const { return x_; }  ///< x, K

 private:
  // Maximises sum z subject to B z <= 1, z >= 0, where B is A scaled and shifted into [1, 2]; then x = z / sum z. Row i
  // of the dictionary means basic_i = cell(i, K) - sum_j cell(i, j) nonbasic_j; the last row is the objective in the
  // same form.
  double& cell(int row, int column) { return cells_[static_cast<std::size_t>(row * (K_ + 1) + column)]; }

  void set_up(const double* A) {
    double least = A[0], greatest = A[0];
    for (int e = 0; e < m_ * K_; ++e) {
      least = min(A[e], least);
      greatest = max(A[e], greatest);
    }
    const double scale = greatest > least ? 1 / (greatest - least) : 1.0;
    for (int i = 0; i < m_; ++i) {
      for (int a = 0; a < K_; ++a) cell(i, a) = 1 + (A[i * K_ + a] - least) * scale;
      cell(i, K_) = 1;
      basic_[static_cast<std::size_t>(i)] = K_ + i;
    }
    for (int a = 0; a < K_; ++a) {
      cell(m_, a) = -1;
      nonbasic_[static_cast<std::size_t>(a)] = a;
    }
    cell(m_, K_) = 0;
  }
  int entering(bool bland) {
    int column = -1;
    for (int a = 0; a < K_; ++a) {
      if (!(cell(m_, a) < -rounding)) continue;
      const bool better =
          column < 0 || (bland ? number(nonbasic_, a) < number(nonbasic_, column) : cell(m_, a) < cell(m_, column));
      if (better) column = a;
    }
    return column;
  }
  int leaving(int column, bool bland) {
    double least = infinity;
    for (int i = 0; i < m_; ++i)
      if (cell(i, column) > smallest_pivot) least = min(cell(i, K_) / cell(i, column), least);
    int row = -1;
    for (int i = 0; i < m_; ++i) {
      if (!(cell(i, column) > smallest_pivot) || cell(i, K_) / cell(i, column) > least + rounding) continue;
      if (row < 0 || (bland ? number(basic_, i) < number(basic_, row) : cell(i, column) > cell(row, column))) row = i;
    }
    return row;
  }
  void pivot(int row, int column) {
    const double inverse = 1 / cell(row, column);
    for (int j = 0; j <= K_; ++j)
      if (j != column) cell(row, j) *= inverse;
    for (int i = 0; i <= m_; ++i) {
      if (i == row) continue;
      const double factor = cell(i, column);
      for (int j = 0; j <= K_; ++j)
        if (j != column) cell(i, j) = fma(-factor, cell(row, j), cell(i, j));
      cell(i, column) = -factor * inverse;
    }
    cell(row, column) = inverse;
    std::swap(basic_[static_cast<std::size_t>(row)], nonbasic_[static_cast<std::size_t>(column)]);
  }
  double read_off(const double* A) {
    for (double& weight : x_) weight = 0;
    double total = 0;
    for (int i = 0; i < m_; ++i) {
      if (number(basic_, i) >= K_) continue;
      const double weight = max(cell(i, K_), 0.0);
      x_[static_cast<std::size_t>(number(basic_, i))] = weight;
      total += weight;
    }
    for (double& weight : x_) weight /= total;
    return value(A);
  }
  /// q'A x with the dual strategy q. Near the saddle point, errors in x and q cancel to first order, unlike those of
  /// max_i (A x)_i. Thin sets need this accuracy.
  double value(const double* A) {
    double total = 0, sum = 0;
    for (int j = 0; j < K_; ++j) {
      const int row = number(nonbasic_, j) - K_;
      if (row < 0) continue;
      double average = 0;
      for (int a = 0; a < K_; ++a) average = fma(A[row * K_ + a], x_[static_cast<std::size_t>(a)], average);
      const double weight = max(cell(m_, j), 0.0);
      sum = fma(weight, average, sum);
      total += weight;
    }
    return sum / total;
  }
  static int number(const std::vector<int>& variables, int k) { return variables[static_cast<std::size_t>(k)]; }

  static constexpr double rounding = 1e-15;
  static constexpr double smallest_pivot = 1e-11;
  int K_;
  int m_;
  std::vector<double> cells_;  // (m + 1) x (K + 1)
  std::vector<int> basic_;     // variable of each row: 0..K-1 is z, K + i the slack of row i
  std::vector<int> nonbasic_;  // variable of each column
  std::vector<double> x_;
};

/// The lanes whose sets are empty or thin.
template <class Real>
struct ThinLanes {
  Mask<Real> lanes;  ///< empty or thin
  Mask<Real> empty;  ///< empty
  Real shift;        ///< v + 1e-9 in `lanes`, 0 elsewhere
};

/// Finds empty and thin sets. All storage is allocated by the constructor.
template <class Real>
class ThinSets {
 public:
  ThinSets(int num_arms, int num_constraints)
      : witness_mixture_(Vector<Real>::Constant(num_arms, Real(1.0 / num_arms))),
        rows_(static_cast<std::size_t>(num_arms) * static_cast<std::size_t>(num_constraints)),
        minimax_(num_arms, num_constraints) {}

  /// Examines only the lanes of `examined`. An arm or mixture well inside the set proves that the set is neither empty
  /// nor thin. Arms and mixtures of earlier calls are tried first, because sets change little from round to round; this
  /// saves work but does not affect the result.
  ThinLanes<Real> find(const ConstraintSet<Real>& set, Mask<Real> examined) {
    const Mask<Real> none = examined & !examined;
    Mask<Real> undecided = examined & !has_room(highest_at(set.rows, witness_arm_), set.level);
    if (any(undecided)) {
      undecided = undecided & !has_room(find_witness(set.rows), set.level);
      if (any(undecided)) {
        const Mask<Real> room = has_room(highest_inside(set.rows), set.level);
        undecided = undecided & !room;
        if (any(undecided)) return solve(set, undecided);
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
    witness_arm_ = to_index(best);
    return least;
  }
  Real highest_inside(const Matrix<Real>& A) const {
    Real highest(-infinity);
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      Real sum(0.0);
      for (Eigen::Index a = 0; a < A.cols(); ++a) sum = fma(A(i, a), witness_mixture_[a], sum);
      highest = max(sum, highest);
    }
    return highest;
  }

  [[gnu::noinline]] ThinLanes<Real> solve(const ConstraintSet<Real>& set, Mask<Real> undecided) {
    Real shift(0.0), value(-1.0);
    for (int k = 0; k < lanes<Real>; ++k) {
      if (!mask_lane(undecided, k)) continue;
      const double level = lane(set.level, k);
      for (std::size_t e = 0; e < rows_.size(); ++e) rows_[e] = lane(set.rows.data()[e], k) - level;
      const double v = minimax_.solve(rows_.data());
      set_lane(value, k, v);
      if (v >= -emptiness_tolerance) set_lane(shift, k, v + emptiness_tolerance);
      for (Eigen::Index a = 0; a < witness_mixture_.size(); ++a)
        set_lane(witness_mixture_[a], k, minimax_.strategy()[static_cast<std::size_t>(a)]);
    }
    return {value >= Real(-emptiness_tolerance), value > Real(emptiness_tolerance), shift};
  }

  Index<Real> witness_arm_{};     ///< an arm that was well inside the last set
  Vector<Real> witness_mixture_;  ///< K, in the simplex: the minimiser of the last minimax problem
  std::vector<double> rows_;      ///< rows of one lane minus its level, m x K
  MinimaxSolver minimax_;
};

}  // namespace regretta
