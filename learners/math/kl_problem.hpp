#pragma once
/// Input and output types of the KL projection, and tolerances shared by its parts.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// X = {x in the simplex: rows x <= level}. Refers to `rows`, which must outlive it.
template <class Real>
struct ConstraintSet {
  const Matrix<Real>& rows;  ///< m x K
  Real level;                ///< common to all rows
  Real size;                 ///< upper bound on the absolute values of `rows`
};

/// Fixed share, applied after a projection: x <- keep x + add, with keep + K add = 1.
struct UniformShare {
  double keep = 1;
  double add = 0;
};

/// What a projection reports besides its solution.
template <class Real>
struct KlOutcome {
  Mask<Real> moved;  ///< the normalised weights were outside the set
  Mask<Real> empty;  ///< the set was empty
};

/// With v = min_x max_i (rows x)_i - level, X counts as empty if v exceeds this, and as thin if |v| does not.
inline constexpr double emptiness_tolerance = 1e-9;

/// Sums of weights times violations up to this count as zero.
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

/// x <- x / sum, then fixed share.
template <class Real>
REGRETTA_INLINE void scale_to_simplex(Vector<Real>& x, Real sum, const UniformShare& share) {
  Real* weights = x.data();
  const Finish<Real> finish(sum, share);
  for (int a = 0, K = static_cast<int>(x.size()); a < K; ++a) weights[a] = finish(weights[a]);
}

}  // namespace regretta
