#pragma once
/// Sums over the arms of weights times entries of the constraints, which can be carried along while one arm at a time
/// changes. Used by row_weights.hpp.

#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Sums over the arms of w, w A_i, w A_i A_j (j <= i) and, with one constraint, w A^3.
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

  template <class Archive>
  void state(Archive& archive) {
    archive(sum, first, second, third);
  }
};

}  // namespace regretta
