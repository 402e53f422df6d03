#pragma once
/// Types that the KL projection and the linear programs share: constraint sets, solutions, tolerances, the moments of
/// constraint rows from which steps of the projection are computed, and counts of empty sets and active constraints.

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/reported.hpp"

namespace regretta {

/// X = {x in the simplex: rows x <= level}. Refers to `rows`, which must outlive it.
template <class Real>
struct ConstraintSet {
  const Matrix<Real>& rows;  ///< m x K
  Real level;                ///< common to all rows
  Real size;                 ///< upper bound on the absolute values of `rows`
  bool restricts = true;     ///< false: X is the simplex
};

/// The solution of a projection up to a last step, which finish() (lane_weights.hpp) combines with fixed share in one
/// pass over the weights w. Refers to the constraint set.
template <class Real>
struct KlSolution {
  Mask<Real> moved;                    ///< lanes in which the normalised weights were outside the set
  Mask<Real> empty;                    ///< lanes in which the set was empty
  Real sum;                            ///< sum of the weights after the last step
  Real step{0.0};                      ///< the last step with one constraint: w is multiplied by exp(step A)
  const Vector<Real>* last = nullptr;  ///< the last step with several constraints: w is multiplied by 1 - last'A
  const Matrix<Real>* rows = nullptr;  ///< A
};

/// Fixed share, applied after a projection: x <- keep x + add, with keep + K add = 1.
struct UniformShare {
  double keep = 1;
  double add = 0;
};

/// With v = min_x max_i (rows x)_i - level, X is empty if v exceeds this tolerance, and thin if |v| is at most this.
inline constexpr double emptiness_tolerance = 1e-9;

/// A sum of weights times violations counts as zero if it is at most this.
inline constexpr double negligible_violation = 1e-280;

/// The last step of a projection for one weight: scales it, then applies fixed share. Weights below 2^-1000 are set to
/// 2^-1000, since weights that keep decreasing would underflow.
template <class Real>
class Finish {
 public:
  REGRETTA_INLINE Finish(Real sum, const UniformShare& share)
      : inverse_(Real(1.0) / sum), keep_(share.keep), add_(share.add) {}
  REGRETTA_INLINE Real operator()(Real weight) const {
    return max(fma(weight * inverse_, keep_, add_), Real(0x1p-1000));
  }

 private:
  Real inverse_, keep_, add_;
};

/// Sums of w (v - level)^k, k = 1, 2, 3.
template <class Real>
struct CentredMoments {
  Real first, second, third;
  /// The root d near 0 of first - second d + third d^2 / 2, to third order (Chebyshev).
  REGRETTA_INLINE Real third_order_step() const {
    const Real inverse = Real(1.0) / second;
    const Real newton = first * inverse;
    return newton * fma(newton * inverse, Real(0.5) * third, Real(1.0));
  }
};

/// Sums of w v^k, k = 0..3, for the entries v of one row.
template <class Real>
struct RowMoments {
  Real sum{0.0}, first{0.0}, second{0.0}, third{0.0};
  REGRETTA_INLINE void add(Real weight, Real v) {
    const Real p1 = weight * v;
    const Real p2 = p1 * v;
    sum += weight;
    first += p1;
    second += p2;
    third = fma(p2, v, third);
  }
  REGRETTA_INLINE CentredMoments<Real> about(Real level) const {
    const Real c1 = fma(-level, sum, first);
    const Real half = fma(-level, first, second);
    const Real c3 = fma(-level, second, third) - level * fma(Real(2.0), half, -level * c1);
    return {c1, fma(-level, c1, half), c3};
  }
  /// The sum of w exp(step v) for a tiny step; the error is of fourth order in the step.
  REGRETTA_INLINE Real sum_after(Real step) const {
    return fma(step, fma(step, fma(step, Real(1.0 / 6) * third, Real(0.5) * second), first), sum);
  }
};

/// Sums of w, w A_i, w A_i A_j (j <= i) and, with one row, w A^3. They can be updated when a single arm changes.
template <class Real>
struct MomentSums {
  explicit MomentSums(int m)
      : first(Vector<Real>::Constant(m, Real(0.0))), second(Matrix<Real>::Constant(m, m, Real(0.0))) {}
  Real sum{0.0};
  Vector<Real> first;
  Matrix<Real> second;
  Real third{0.0};

  /// Updates the sums when an arm changes from weight y and entries A to weight z and entries B.
  REGRETTA_INLINE void exchange(Real y, const Vector<Real>& A, Real z, const Vector<Real>& B) {
    sum += z - y;
    for (Eigen::Index i = 0; i < first.size(); ++i) {
      const Real p = y * A[i], q = z * B[i];
      first[i] += q - p;
      for (Eigen::Index j = 0; j <= i; ++j) second(i, j) += fma(q, B[j], -(p * A[j]));
      if (first.size() == 1) third += fma(q * B[i], B[i], -(p * A[i] * A[i]));
    }
  }
};

/// How often a learner's set was empty, and how often the projection onto it moved the point (learners/ALGORITHMS.md).
template <class Real>
class ProjectionCounts {
 public:
  /// Adds one round. outcome: a KlSolution or LpOutcome.
  REGRETTA_INLINE void add(const auto& outcome) {
    if (any(outcome.empty)) empty_ += select(outcome.empty, Real(1.0), Real(0.0));
    active_ += select(outcome.moved, Real(1.0), Real(0.0));
  }
  Reported<Real> reported() const { return {{"empty_rounds", empty_}, {"active_rounds", active_}}; }
  const Real& active() const { return active_; }

 private:
  Real empty_{0.0}, active_{0.0};
};

/// The status of a linear program over the simplex. ProjectionCounts adds it up over rounds.
template <class Real>
struct LpOutcome {
  Mask<Real> moved;  ///< lanes in which a constraint binds: some multiplier is positive
  Mask<Real> empty;  ///< lanes in which no x is feasible within 1e-9; the constraints were relaxed
  Mask<Real> tied;   ///< lanes in which the tie order may have decided between arms
};

}  // namespace regretta
