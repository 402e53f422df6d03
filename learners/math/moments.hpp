#pragma once
/// Moments of the rows of a constraint set under weights, from which steps of the KL projection are computed.

#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Moments about a level.
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

/// One row: sums of w v^k.
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

/// Sums of w, w A_i, w A_i A_j (j <= i) and, with one row, w A^3, which can be carried along while one arm at a time
/// changes.
template <class Real>
struct MomentSums {
  explicit MomentSums(int m)
      : first(Vector<Real>::Constant(m, Real(0.0))), second(Matrix<Real>::Constant(m, m, Real(0.0))) {}
  Real sum{0.0};
  Vector<Real> first;
  Matrix<Real> second;
  Real third{0.0};

  /// One arm goes from weight y and entries A to weight z and entries B.
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

}  // namespace regretta
