#pragma once
/// The KL projection with several constraints: Newton's method on the dual ln sum_a y(a) exp(-lambda'A(a)) +
/// lambda'level, lambda >= 0, whose gradient is level - E[A_i] and whose Hessian is Cov(A_i, A_j) under the current
/// weights.
///
/// In nearly every round of a learner the projection moves the point only a little. Then the first step is computed
/// from the moments of y, and one pass of short exponentials gives the second step d (about 1e-4 or less), which is
/// applied to the weights as a series. The remainder (about d^2) is found with the same Hessian and applied while the
/// weights are normalised. Lanes whose solution is not certified in this way go to KlBySearch. Called by KlProjection.

#include "regretta/learners/math/kl_by_search.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/nonnegative_newton.hpp"
#include "regretta/learners/math/projection_counts.hpp"
#include "regretta/learners/math/thin_sets.hpp"

namespace regretta {

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

  /// weights: LaneWeights or RowWeights. Ends with their `finish`.
  template <class Weights>
  [[gnu::noinline]] KlSolution<Real> solve(Weights& weights, const ConstraintSet<Real>& set,
                                           ProjectionCounts<Real>& counts) {
    Real sum(0.0);
    weights.sums(set, sum, first_, newton_.hessian);
    Real worst(-infinity);
    for (int i = 0; i < m_; ++i) worst = max(fma(-set.level, sum, first_[i]), worst);
    const Mask<Real> moved = worst > Real(negligible_violation);
    if (!any(moved)) return {moved, moved, sum};
    const ThinLanes<Real> thin = thin_sets_.find(set, moved);
    const Mask<Real> certain = approach(weights, set, moved & !thin.lanes, sum);
    const Mask<Real> left = moved & !certain;
    if (any(left)) {
      weights.slowly(left, [&](const Vector<Real>& y, Vector<Real>& w) {
        search_.solve(y, ConstraintSet<Real>{set.rows, set.level + thin.shift, set.size}, left, w);
        Real slow_sum(0.0);
        for (Eigen::Index a = 0; a < w.size(); ++a) slow_sum += w[a];
        sum = select(left, slow_sum, sum);
      });
      for (int i = 0; i < m_; ++i) first_[i] = select(left, Real(0.0), first_[i]);
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
  template <class Weights>
  REGRETTA_INLINE Mask<Real> approach(Weights& weights, const ConstraintSet<Real>& set, Mask<Real> busy, Real& sum) {
    for (int i = 0; i < m_; ++i) lambda_[i] = Real(0.0);
    Mask<Real> sound = centre(set.level, sum, lambda_);
    for (int i = 0; i < m_; ++i) lambda_[i] = select(busy, newton_.target[i], Real(0.0));
    Mask<Real> close, again = busy;
    Real reach;
    for (int pass = 1;; ++pass) {
      const Mask<Real> small = weights.tilt(lambda_, set, again);
      weights.tilted_sums(set, sum, first_, newton_.hessian);
      const Mask<Real> found = centre(set.level, sum, lambda_);
      sound = sound & small & found;
      reach = Real(0.0);
      for (int i = 0; i < m_; ++i) {
        step_[i] = select(busy, newton_.target[i] - lambda_[i], Real(0.0));
        reach = fma(abs(step_[i]), set.size, reach);
      }
      close = reach <= Real(tiny_exponent_limit);
      again = busy & sound & !close;
      if (pass == most_passes || !any(again)) break;
      // Lanes that are close compute the same bits again.
      for (int i = 0; i < m_; ++i) lambda_[i] = select(close, lambda_[i], newton_.target[i]);
    }
    return push(weights, set, busy & close & sound, reach, sum);
  }

  /// Computes the nonnegative Newton step at `lambda` from the sums there.
  Mask<Real> centre(Real level, Real sum, const Vector<Real>& lambda) {
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
  template <class Weights>
  REGRETTA_INLINE Mask<Real> push(Weights& weights, const ConstraintSet<Real>& set, Mask<Real> close, Real reach,
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
  Vector<Real> first_;  ///< sums of w A_i; E[A_i] inside `centre`
  Vector<Real> lambda_, step_, last_;
  ThinSets<Real> thin_sets_;
  KlBySearch<Real> search_;
};

}  // namespace regretta
