#pragma once
/// What a KL projection is asked and what it answers.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// X = {x in the simplex: rows x <= level}.
template <class Real>
struct ConstraintSet {
  const Matrix<Real>& rows;  ///< m x K
  Real level;                ///< common to all rows
  Real size;                 ///< no entry of `rows` is larger in absolute value
};

/// Fixed share, applied to what a projection found: x <- keep x + add, with keep + K add = 1.
struct UniformShare {
  double keep = 1;
  double add = 0;
};

template <class Real>
struct KlOutcome {
  Mask<Real> moved;  ///< the normalised weights were outside the set
  Mask<Real> empty;  ///< the set was empty
};

/// X counts as empty where v = min_x max_i (rows x)_i - level is above this, as thin within it of zero.
inline constexpr double emptiness_tolerance = 1e-9;

/// Sums of weights times violations below this are zero.
inline constexpr double negligible_violation = 1e-280;

/// What becomes of a weight that a projection found: scaled, then shared. Weights that are only ever pushed down are
/// held at 2^-1000, or they would underflow.
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

/// x <- x / sum, then the share.
template <class Real>
REGRETTA_INLINE void scale_to_simplex(Vector<Real>& x, Real sum, const UniformShare& share) {
  Real* weights = x.data();
  const Finish<Real> finish(sum, share);
  for (int a = 0, K = static_cast<int>(x.size()); a < K; ++a) weights[a] = finish(weights[a]);
}

}  // namespace regretta
