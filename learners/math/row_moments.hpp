#pragma once
/// Moments of one row under weights, from which a step towards a root of
/// S(lambda) = sum_a w(a) (v(a) - level) exp(-lambda v(a)) is computed. Used by kl_one_constraint.hpp.

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

/// Sums of w v^k.
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

}  // namespace regretta
