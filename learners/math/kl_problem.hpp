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
  bool restricts = true;     ///< false: X is the simplex
};

/// What a projection has computed of its solution; the last pass over the weights (`finish` of lane_weights.hpp and
/// row_weights.hpp) is combined with fixed share. Refers to the set.
template <class Real>
struct KlSolution {
  Mask<Real> moved;                    ///< the normalised weights were outside the set
  Mask<Real> empty;                    ///< the set was empty
  Real sum;                            ///< of the weights, after the step that is left
  Real step{0.0};                      ///< with one constraint, the weights w are still to be multiplied by exp(step A)
  const Vector<Real>* last = nullptr;  ///< with several, by 1 - last'A
  const Matrix<Real>* rows = nullptr;  ///< A
};

/// Fixed share, applied after a projection: x <- keep x + add, with keep + K add = 1.
struct UniformShare {
  double keep = 1;
  double add = 0;
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

}  // namespace regretta
