#pragma once
/// The KL projection with one constraint: a root of S(lambda) = sum_a y(a) (A(a) - level) exp(-lambda A(a)).
///
/// In nearly every round of a learner the projection moves the point only a little (lambda max|A| about 1e-2). Then one
/// third-order step from the moments at 0, one pass of short exponentials and another third-order step, applied to the
/// weights as a series, are accurate to rounding. Longer steps, as with short horizons, take a pass or two more. Lanes
/// that are not certified in this way use a bracketed Newton iteration on ln P(lambda) - ln N(lambda), where P and N
/// are the positive and negative parts of S; this function is nearly linear even for very unequal weights. Called by
/// KlProjection and allocates nothing.

#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/moments.hpp"
#include "regretta/learners/math/projection_counts.hpp"

namespace regretta {

template <class Real>
class KlOneConstraint {
 public:
  /// weights: LaneWeights or RowWeights. Ends with their `finish`. Not inlined, for its loops need all the registers.
  template <class Weights>
  [[gnu::noinline]] KlSolution<Real> solve(Weights& weights, const ConstraintSet<Real>& set,
                                           ProjectionCounts<Real>& counts) {
    RowMoments<Real> moments = weights.moments(set);
    const CentredMoments<Real> at_zero = moments.about(set.level);
    const Mask<Real> moved = at_zero.first > Real(negligible_violation);
    if (!any(moved)) return {moved, moved, moments.sum};

    const Real first = at_zero.third_order_step();
    Mask<Real> quick = moved & (abs(first) * set.size <= Real(furthest));
    Real lambda = select(quick, -first, Real(0.0));  // at 0 a pass leaves a lane's weights as they are
    Mask<Real> again = quick;
    CentredMoments<Real> there = at_zero;
    Real last = first;
    for (int pass = 1;; ++pass) {
      moments = weights.weigh(lambda, set, again);
      there = moments.about(set.level);
      last = there.third_order_step();
      const Mask<Real> open = quick & !(abs(last) * set.size <= Real(tiny_exponent_limit));
      if (pass == most_passes || !any(open)) break;
      // Lanes that have converged compute the same bits again.
      const Real next = lambda - last;
      const Mask<Real> lost = open & !(abs(next) * set.size <= Real(furthest));
      again = open & !lost;
      lambda = select(again, next, lambda);
      quick = quick & !lost;
    }
    // If no entry were below level - 1e-9 (a thin or empty set), the second moment at such a root could not exceed
    // 2.1e-9 times the largest deviation.
    const Real deviation = set.size + abs(set.level);
    const Mask<Real> done = quick & (abs(last) * set.size <= Real(tiny_exponent_limit)) &
                            (there.second > Real(1e-8) * deviation * moments.sum);
    const Real step = select(done, -last, Real(0.0));
    Real sum = moments.sum_after(step);
    const Mask<Real> left = moved & !done;
    Mask<Real> empty = moved & !moved;
    if (any(left))
      weights.slowly(left,
                     [&](const Vector<Real>& y, Vector<Real>& w) { empty = solve_bracketed(y, set, left, w, sum); });
    const KlSolution<Real> solution{moved, empty, sum, step, nullptr, &set.rows};
    counts.add(solution);
    return solution;
  }

  /// In the lanes of `busy`, sets w to y exp(-lambda (A - level)) at the root lambda of S. There y must violate the
  /// constraint, and A must have an entry below the level.
  void root(const Vector<Real>& y, const Real* row, Real level, Mask<Real> busy, Vector<Real>& w) {
    const Eigen::Index K = y.size();
    Real size(0.0);
    for (Eigen::Index a = 0; a < K; ++a) size = max(abs(row[a] - level), size);
    Real lambda(0.0), low(0.0), high(infinity), step(0.0);
    Mask<Real> active = busy;
    for (int pass = 0; pass < 2000 && any(active); ++pass) {
      Real up(0.0), down(0.0), up2(0.0), down2(0.0);
      for (Eigen::Index a = 0; a < K; ++a) {
        const Real v = row[a] - level;
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
      const Real middle =
          select(high < Real(infinity), Real(0.5) * (low + high), fma(lambda, Real(2.0), Real(1.0) / size));
      lambda = select(active, select(inside, target, middle), lambda);
    }
    for (Eigen::Index a = 0; a < K; ++a) {
      const Real v = row[a] - level;
      w[a] = select(busy, times_exp(y[a], bounded(-lambda * v)) * exp_tiny(-step * v), w[a]);
    }
  }

 private:
  static Real bounded(Real u) { return max(min(u, Real(1400.0)), Real(-1400.0)); }

  static constexpr double furthest = 0.5;  ///< larger exponents go to the bracketed iteration
  static constexpr int most_passes = 4;

  /// In the lanes of `busy`, writes w and the sum of w; returns those of them whose set is empty.
  [[gnu::noinline]] Mask<Real> solve_bracketed(const Vector<Real>& y, const ConstraintSet<Real>& set, Mask<Real> busy,
                                               Vector<Real>& w, Real& sum) {
    const Eigen::Index K = y.size();
    const Real* row = set.rows.data();
    Real least(infinity);
    for (Eigen::Index a = 0; a < K; ++a) least = min(row[a], least);
    least = least - set.level;
    const Mask<Real> thin = busy & (least >= Real(-emptiness_tolerance));
    // Use {A x <= level + v + eps} instead.
    const Real level = set.level + select(thin, least + Real(emptiness_tolerance), Real(0.0));
    Real s1(0.0);
    for (Eigen::Index a = 0; a < K; ++a) s1 = fma(y[a], row[a] - level, s1);
    const Mask<Real> outside = busy & (s1 > Real(negligible_violation));
    for (Eigen::Index a = 0; a < K; ++a) w[a] = select(busy, y[a], w[a]);
    if (any(outside)) root(y, row, level, outside, w);
    Real slow_sum(0.0);
    for (Eigen::Index a = 0; a < K; ++a) slow_sum += w[a];
    sum = select(busy, slow_sum, sum);
    return busy & (least > Real(emptiness_tolerance));
  }
};

}  // namespace regretta
