#pragma once
/// The KL projection with one constraint: a root of S(lambda) = sum_a y(a) A(a) exp(-lambda A(a)).
///
/// Nearly every round of a learner moves the point a little (lambda max|A| about 1e-2): then one third-order step from
/// the moments at 0, one pass of short exponentials, and one more third-order step, applied to the weights as a series,
/// reach rounding. Whatever that does not certify goes to a bracketed Newton iteration on ln P(lambda) - ln N(lambda),
/// where P and N are the parts of S that push up and down: it is nearly linear however unequal the weights are.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// X_t counts as empty where v_t = min_x max_i (A x)_i is above this, as thin within it of zero.
inline constexpr double emptiness_tolerance = 1e-9;

template <class Real>
struct KlOutcome {
  Mask<Real> moved;  ///< the normalised weights were outside the set
  Mask<Real> empty;  ///< the set was empty
};

/// x = y / sum of y.
template <class Real>
void scale_to_simplex(const Vector<Real>& y, Vector<Real>& x) {
  const Real* from = y.data();
  Real* to = x.data();
  const Eigen::Index K = y.size();
  Real sum(0.0);
  for (Eigen::Index a = 0; a < K; ++a) sum += from[a];
  const Real inverse = Real(1.0) / sum;
  for (Eigen::Index a = 0; a < K; ++a) to[a] = from[a] * inverse;
}

/// exp(u) for |u| <= 5e-5, exact to rounding.
template <class Real>
REGRETTA_INLINE Real exp_tiny(Real u) {
  return fma(u, fma(u, fma(u, Real(1.0 / 6), Real(0.5)), Real(1.0)), Real(1.0));
}

/// y exp(u) for |u| <= 1400, also where exp(u) alone would overflow.
template <class Real>
REGRETTA_INLINE Real times_exp(Real y, Real u) {
  const Real half = exp(Real(0.5) * u);
  return y * half * half;
}

template <class Real>
class KlOneConstraint {
 public:
  /// Writes the solution to x, K. `w` is K Reals of scratch.
  KlOutcome<Real> solve(const Vector<Real>& y, Matrix<Real>& A, Vector<Real>& w, Vector<Real>& x) {
    const Eigen::Index K = y.size();
    Real* row = A.data();
    const Real* from = y.data();
    Real* scratch = w.data();
    Real* to = x.data();
    Real s1(0.0), s2(0.0), s3(0.0), size(0.0);
    for (Eigen::Index a = 0; a < K; ++a) {
      const Real v = row[a];
      const Real p1 = from[a] * v;
      const Real p2 = p1 * v;
      s1 += p1;
      s2 += p2;
      s3 = fma(p2, v, s3);
      size = max(abs(v), size);
    }
    const Mask<Real> moved = s1 > Real(negligible);
    if (!any(moved)) {
      scale_to_simplex(y, x);
      return {moved, moved};
    }

    const Real first = third_order_step(s1, s2, s3);
    const Mask<Real> quick = moved & (abs(first) * size <= Real(small_exponent_limit));
    const Real lambda = select(quick, -first, Real(0.0));  // at 0 the pass below leaves a lane's weights as they are
    Real s0(0.0);
    s1 = s2 = s3 = Real(0.0);
    for (Eigen::Index a = 0; a < K; ++a) {
      const Real v = row[a];
      const Real weight = from[a] * exp_small(lambda * v);
      scratch[a] = weight;
      const Real p1 = weight * v;
      const Real p2 = p1 * v;
      s0 += weight;
      s1 += p1;
      s2 += p2;
      s3 = fma(p2, v, s3);
    }
    const Real last = third_order_step(s1, s2, s3);
    // Were no entry below -1e-9 (a thin or empty set), s2 could not exceed 2.1e-9 size s0 at such a root.
    const Mask<Real> done = quick & (abs(last) * size <= Real(5e-5)) & (s2 > Real(1e-8) * size * s0);
    const Real step = select(done, -last, Real(0.0));
    // The sum of w exp(step v), from the moments: its error is of fourth order in a step of 5e-5.
    Real sum = fma(step, fma(step, fma(step, Real(1.0 / 6) * s3, Real(0.5) * s2), s1), s0);
    const Mask<Real> left = moved & !done;
    Mask<Real> empty = moved & !moved;
    if (any(left)) empty = solve_bracketed(y, row, left, w, sum);
    const Real inverse = Real(1.0) / sum;
    for (Eigen::Index a = 0; a < K; ++a) to[a] = scratch[a] * inverse * exp_tiny(step * row[a]);
    return {moved, empty};
  }

  /// y exp(-lambda row) at the root lambda of S, in the lanes of `busy`: there y must violate the constraint, and `row`
  /// must have a negative entry.
  void root(const Vector<Real>& y, const Real* row, Mask<Real> busy, Vector<Real>& w) {
    const Eigen::Index K = y.size();
    Real size(0.0);
    for (Eigen::Index a = 0; a < K; ++a) size = max(abs(row[a]), size);
    Real lambda(0.0), low(0.0), high(infinity), step(0.0);
    Mask<Real> active = busy;
    for (int pass = 0; pass < 2000 && any(active); ++pass) {
      Real up(0.0), down(0.0), up2(0.0), down2(0.0);
      for (Eigen::Index a = 0; a < K; ++a) {
        const Real v = row[a];
        const Real p = times_exp(y[a], bounded(-lambda * v)) * v;
        const Real positive = max(p, Real(0.0));
        const Real negative = positive - p;
        up += positive;
        down += negative;
        up2 = fma(positive, v, up2);
        down2 = fma(negative, -v, down2);
      }
      const Real height = log(up / down);
      const Real newton = height / (up2 / up + down2 / down);
      const Mask<Real> above = height > Real(0.0);
      low = select(active & above, lambda, low);
      high = select(active & !above, lambda, high);
      const Real target = lambda + newton;
      const Mask<Real> inside = (target > low) & (target < high);
      const Mask<Real> close = abs(newton) * size <= Real(1e-7);
      step = select(active & close, newton, step);
      active = active & !close & (high - low > Real(4e-16) * min(high, Real(1e300)));
      const Real middle = select(high < Real(infinity), Real(0.5) * (low + high), fma(lambda, Real(2.0), Real(1.0) / size));
      lambda = select(active, select(inside, target, middle), lambda);
    }
    for (Eigen::Index a = 0; a < K; ++a)
      w[a] = select(busy, times_exp(y[a], bounded(-lambda * row[a])) * exp_tiny(-step * row[a]), w[a]);
  }

 private:
  static constexpr double negligible = 1e-280;  ///< sums of weights times violations below this are zero

  static Real bounded(Real u) { return max(min(u, Real(1400.0)), Real(-1400.0)); }

  /// Root of S(d) = s1 - s2 d + s3 d^2 / 2 near 0, to third order (Chebyshev).
  REGRETTA_INLINE static Real third_order_step(Real s1, Real s2, Real s3) {
    const Real inverse = Real(1.0) / s2;
    const Real newton = s1 * inverse;
    return newton * fma(newton * inverse, Real(0.5) * s3, Real(1.0));
  }

  /// Writes w and the sum of w in the lanes of `busy`; returns those of them whose set is empty.
  [[gnu::noinline]] Mask<Real> solve_bracketed(const Vector<Real>& y, Real* row, Mask<Real> busy, Vector<Real>& w, Real& sum) {
    const Eigen::Index K = y.size();
    Real least(infinity);
    for (Eigen::Index a = 0; a < K; ++a) least = min(row[a], least);
    const Mask<Real> thin = busy & (least >= Real(-emptiness_tolerance));
    if (any(thin)) {  // project onto {A x <= v + eps} instead; x is in the simplex, so that is a shift of A
      const Real shift = select(thin, least + Real(emptiness_tolerance), Real(0.0));
      for (Eigen::Index a = 0; a < K; ++a) row[a] = row[a] - shift;
    }
    Real s1(0.0);
    for (Eigen::Index a = 0; a < K; ++a) s1 = fma(y[a], row[a], s1);
    const Mask<Real> outside = busy & (s1 > Real(negligible));
    for (Eigen::Index a = 0; a < K; ++a) w[a] = select(busy, y[a], w[a]);
    if (any(outside)) root(y, row, outside, w);
    Real slow_sum(0.0);
    for (Eigen::Index a = 0; a < K; ++a) slow_sum += w[a];
    sum = select(busy, slow_sum, sum);
    return busy & (least > Real(emptiness_tolerance));
  }
};

}  // namespace regretta
