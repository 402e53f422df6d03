#pragma once
/// argmin over {x in the simplex, A x <= level} of D(x || y): the projection of mirror descent with negative entropy
/// (learners/ALGORITHMS.md). The solution is x(a) ~ y(a) exp(-sum_i lambda_i A_i(a)), where lambda >= 0 minimises the
/// convex dual ln sum_a y(a) exp(-lambda'A(a)) + lambda'level. Empty and thin sets are relaxed as described there.
///
/// The computation in a lane depends only on the numbers in that lane. Called by MirrorDescent.

#include "regretta/learners/math/kl_by_search.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/thin_sets.hpp"

namespace regretta {

/// The KL projection with one constraint: a root of S(lambda) = sum_a y(a) (A(a) - level) exp(-lambda A(a)).
///
/// In nearly every round of a learner the projection moves the point only a little (lambda max|A| about 1e-2). Then one
/// third-order step from the moments at 0, one pass of short exponentials and another third-order step, applied to the
/// weights as a series, are accurate to rounding. Longer steps, as with short horizons, take a pass or two more. Lanes
/// that are not certified in this way use a bracketed Newton iteration on ln P(lambda) - ln N(lambda), where P and N
/// are the positive and negative parts of S; this function is nearly linear even for very unequal weights.
template <class Real>
class KlOneConstraint {
 public:
  /// weights: LaneWeights or TrialMajorWeights; call their finish() with the solution. Not inlined, because its loops
  /// need all registers.
  [[gnu::noinline]] KlSolution<Real> solve(auto& weights, const ConstraintSet<Real>& set,
                                           ProjectionCounts<Real>& counts) {
    RowMoments<Real> moments = weights.moments(set);
    const CentredMoments<Real> at_zero = moments.about(set.level);
    const Mask<Real> moved = at_zero.first > Real(negligible_violation);
    if (!any(moved)) return {moved, moved, moments.sum};

    const Real first_step = at_zero.third_order_step();
    Mask<Real> quick = moved & (abs(first_step) * set.size <= Real(furthest));
    Real lambda = select(quick, -first_step, Real(0.0));  // at 0 a pass leaves a lane's weights as they are
    Mask<Real> repeated = quick;
    CentredMoments<Real> at_lambda = at_zero;
    Real last_step = first_step;
    for (int pass = 1;; ++pass) {
      moments = weights.weigh(lambda, set, repeated);
      at_lambda = moments.about(set.level);
      last_step = at_lambda.third_order_step();
      const Mask<Real> unfinished = quick & !(abs(last_step) * set.size <= Real(tiny_exponent_limit));
      if (pass == most_passes || !any(unfinished)) break;
      // In lanes that have converged, lambda stays the same, so a further pass gives the same bits.
      const Real next = lambda - last_step;
      const Mask<Real> too_far = unfinished & !(abs(next) * set.size <= Real(furthest));
      repeated = unfinished & !too_far;
      lambda = select(repeated, next, lambda);
      quick = quick & !too_far;
    }
    // If no entry were below level - 1e-9 (a thin or empty set), the second moment at such a root could not exceed
    // 2.1e-9 times the largest deviation.
    const Real deviation = set.size + abs(set.level);
    const Mask<Real> done = quick & (abs(last_step) * set.size <= Real(tiny_exponent_limit)) &
                            (at_lambda.second > Real(1e-8) * deviation * moments.sum);
    const Real step = select(done, -last_step, Real(0.0));
    Real sum = moments.sum_after(step);
    const Mask<Real> rest = moved & !done;
    Mask<Real> empty = moved & !moved;  // no lane
    if (any(rest))
      weights.solve_with(
          rest, [&](const Vector<Real>& y, Vector<Real>& w) { empty = solve_bracketed(y, set, rest, w, sum); });
    const KlSolution<Real> solution{moved, empty, sum, step, nullptr, &set.rows};
    counts.add(solution);
    return solution;
  }

  /// In the lanes of `busy`, sets w to y exp(-lambda (A - level)) at the root lambda of S. In these lanes y must
  /// violate the constraint, and A must have an entry below the level.
  void root(const Vector<Real>& y, const Real* row, Real level, Mask<Real> busy, Vector<Real>& w) {
    const Eigen::Index K = y.size();
    Real size(0.0);
    for (Eigen::Index a = 0; a < K; ++a) size = max(abs(row[a] - level), size);
    Real lambda(0.0), low(0.0), high(infinity), step(0.0);
    Mask<Real> active = busy;
    for (int pass = 0; pass < 2000 && any(active); ++pass) {
      Real P(0.0), N(0.0), P_slope(0.0), N_slope(0.0);
      for (Eigen::Index a = 0; a < K; ++a) {
        const Real v = row[a] - level;
        const Real p = times_exp(y[a], bounded(-lambda * v)) * v;
        const Real positive = max(p, Real(0.0));
        const Real negative = positive - p;
        P += positive;
        N += negative;
        P_slope = fma(positive, v, P_slope);
        N_slope = fma(negative, -v, N_slope);
      }
      const Real log_ratio = log(P / N);
      const Real newton = log_ratio / (P_slope / P + N_slope / N);
      const Mask<Real> above = log_ratio > Real(0.0);
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
  static Real bounded(Real u) { return max(min(u, Real(1400.0)), Real(-1400.0)); }  // the range of times_exp

  static constexpr double furthest = 0.5;  ///< lanes with exponents above this use the bracketed iteration
  static constexpr int most_passes = 4;

  /// In the lanes of `busy`, writes w and the sum of w. Returns the lanes of `busy` whose set is empty.
  [[gnu::noinline]] Mask<Real> solve_bracketed(const Vector<Real>& y, const ConstraintSet<Real>& set, Mask<Real> busy,
                                               Vector<Real>& w, Real& sum) {
    const Eigen::Index K = y.size();
    const Real* row = set.rows.data();
    Real least(infinity);
    for (Eigen::Index a = 0; a < K; ++a) least = min(row[a], least);
    least = least - set.level;
    const Mask<Real> thin = busy & (least >= Real(-emptiness_tolerance));
    // A thin or empty set is replaced by {A x <= level + v + 1e-9}.
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

/// The KL projection with several constraints: Newton's method on the dual ln sum_a y(a) exp(-lambda'A(a)) +
/// lambda'level, lambda >= 0, whose gradient is level - E[A_i] and whose Hessian is Cov(A_i, A_j) under the current
/// weights.
///
/// In nearly every round of a learner the projection moves the point only a little. Then the first step is computed
/// from the moments of y, and one pass of short exponentials gives the second step d (about 1e-4 or less), which is
/// applied to the weights as a series. The remainder (about d^2) is found with the same Hessian and applied while the
/// weights are normalised. Lanes whose solution is not certified in this way go to KlBySearch. Called by KlProjection.
///
/// All storage is allocated by the constructor.
template <class Real>
class KlManyConstraints {
 public:
  KlManyConstraints(int num_arms, int num_constraints)
      : m_(num_constraints),
        newton_(m_),
        first_(Vector<Real>::Constant(m_, Real(0.0))),
        lambda_(first_),
        step_(first_),
        last_(first_),
        thin_sets_(num_arms, num_constraints),
        search_(num_arms, num_constraints) {}

  /// weights: LaneWeights or TrialMajorWeights; call their finish() with the solution.
  [[gnu::noinline]] KlSolution<Real> solve(auto& weights, const ConstraintSet<Real>& set,
                                           ProjectionCounts<Real>& counts) {
    Real sum(0.0);
    weights.sums(set, sum, first_, newton_.hessian);
    Real worst(-infinity);
    for (int i = 0; i < m_; ++i) worst = max(fma(-set.level, sum, first_[i]), worst);
    const Mask<Real> moved = worst > Real(negligible_violation);
    if (!any(moved)) return {moved, moved, sum};
    const ThinLanes<Real> thin = thin_sets_.find(set, moved);
    const Mask<Real> certified = approach(weights, set, moved & !thin.lanes, sum);
    const Mask<Real> rest = moved & !certified;
    if (any(rest)) {
      weights.solve_with(rest, [&](const Vector<Real>& y, Vector<Real>& w) {
        search_.solve(y, ConstraintSet<Real>{set.rows, set.level + thin.shift, set.size}, rest, w);
        Real slow_sum(0.0);
        for (Eigen::Index a = 0; a < w.size(); ++a) slow_sum += w[a];
        sum = select(rest, slow_sum, sum);
      });
      for (int i = 0; i < m_; ++i) first_[i] = select(rest, Real(0.0), first_[i]);
    }
    Real total = sum;
    for (int i = 0; i < m_; ++i) total = fma(-last_[i], first_[i], total);
    const KlSolution<Real> solution{moved, thin.empty, total, Real(0.0), &last_, &set.rows};
    counts.add(solution);
    return solution;
  }

 private:
  static constexpr int most_passes = 4;
  static constexpr double tolerance = 1e-13;  ///< for E[A_i] - level, which should be 0 or less

  /// In the lanes of `busy`, writes to w (and sum, and last_) the solution up to a factor exp(-last_'A); in the other
  /// lanes w = y. Returns the lanes in which this is certified.
  REGRETTA_INLINE Mask<Real> approach(auto& weights, const ConstraintSet<Real>& set, Mask<Real> busy, Real& sum) {
    for (int i = 0; i < m_; ++i) lambda_[i] = Real(0.0);
    Mask<Real> sound = newton_step(set.level, sum, lambda_);
    for (int i = 0; i < m_; ++i) lambda_[i] = select(busy, newton_.target[i], Real(0.0));
    Mask<Real> close, repeated = busy;
    Real reach;
    for (int pass = 1;; ++pass) {
      const Mask<Real> small = weights.tilt(lambda_, set, repeated);
      weights.tilted_sums(set, sum, first_, newton_.hessian);
      const Mask<Real> found = newton_step(set.level, sum, lambda_);
      sound = sound & small & found;
      reach = Real(0.0);
      for (int i = 0; i < m_; ++i) {
        step_[i] = select(busy, newton_.target[i] - lambda_[i], Real(0.0));
        reach = fma(abs(step_[i]), set.size, reach);
      }
      close = reach <= Real(tiny_exponent_limit);
      repeated = busy & sound & !close;
      if (pass == most_passes || !any(repeated)) break;
      // In lanes that are close, lambda stays the same, so a further pass gives the same bits.
      for (int i = 0; i < m_; ++i) lambda_[i] = select(close, lambda_[i], newton_.target[i]);
    }
    return push(weights, set, busy & close & sound, reach, sum);
  }

  /// Computes the nonnegative Newton step at `lambda` from the sums there.
  Mask<Real> newton_step(Real level, Real sum, const Vector<Real>& lambda) {
    const Real inverse = Real(1.0) / sum;
    for (int i = 0; i < m_; ++i) first_[i] *= inverse;
    for (int i = 0; i < m_; ++i) {
      for (int j = 0; j <= i; ++j)
        newton_.hessian(i, j) = fma(newton_.hessian(i, j), inverse, -(first_[i] * first_[j]));
      newton_.mean[i] = first_[i] - level;
    }
    return newton_.solve(lambda, Real(0.1 * tolerance));
  }

  /// w <- w exp(-step_'A) with a tiny step, and its sum; last_ is the remaining step. Returns the lanes in which
  /// applying exp(-last_'A) as a linear factor meets the optimality conditions to rounding.
  REGRETTA_INLINE Mask<Real> push(auto& weights, const ConstraintSet<Real>& set, Mask<Real> close, Real reach,
                                  Real& sum) {
    for (int i = 0; i < m_; ++i) step_[i] = select(close, step_[i], Real(0.0));
    weights.push(step_, set, close, sum, first_);
    const Real inverse = Real(1.0) / sum;
    for (int i = 0; i < m_; ++i) newton_.mean[i] = fma(first_[i], inverse, -set.level);
    newton_.solve_free(newton_.mean, last_);
    Mask<Real> done = close;
    Real rest(0.0);
    for (int i = 0; i < m_; ++i) {
      rest = fma(abs(last_[i]), set.size, rest);
      Real slack = -newton_.mean[i];
      for (int j = 0; j < m_; ++j) slack = fma(newton_.entry(i, j), last_[j], slack);
      done = done & (newton_.target[i] + last_[i] >= Real(0.0)) & (slack >= Real(-tolerance));
    }
    // With a fixed Hessian, each correction is smaller than the previous one by a factor rest / reach.
    done = done & (rest <= Real(2e-8)) & (rest * rest <= Real(tolerance) * max(reach, Real(tolerance)));
    for (int i = 0; i < m_; ++i) last_[i] = select(done, last_[i], Real(0.0));
    return done;
  }

  int m_;
  NonnegativeNewton<Real> newton_;
  Vector<Real> first_;                 ///< sums of w A_i; newton_step() turns them into E[A_i]
  Vector<Real> lambda_, step_, last_;  ///< the multipliers, the second step d and the remaining step, m
  ThinSets<Real> thin_sets_;
  KlBySearch<Real> search_;
};

/// The KL projection with any number of constraints. All storage is allocated by the constructor.
template <class Real>
class KlProjection {
 public:
  KlProjection(int num_arms, int num_constraints) : many_(num_arms, num_constraints) {}

  /// weights: LaneWeights or TrialMajorWeights; call their finish() with the solution.
  REGRETTA_INLINE KlSolution<Real> solve(auto& weights, const ConstraintSet<Real>& set) {
    return set.rows.rows() == 1 ? one_.solve(weights, set, counts_) : many_.solve(weights, set, counts_);
  }

  const ProjectionCounts<Real>& counts() const { return counts_; }

 private:
  KlOneConstraint<Real> one_;
  KlManyConstraints<Real> many_;
  ProjectionCounts<Real> counts_;
};

}  // namespace regretta
