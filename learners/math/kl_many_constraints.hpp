#pragma once
/// The KL projection with several constraints: Newton's method on the dual ln sum_a y(a) exp(-lambda'A(a)) +
/// lambda'level, lambda >= 0, whose gradient is level - E[A_i] and whose Hessian is Cov(A_i, A_j) under the current
/// weights.
///
/// In nearly every round of a learner the projection moves the point only a little. Then the first step is computed
/// from the moments of y, and one pass of short exponentials gives the second step d (about 1e-4 or less), which is
/// applied to the weights as a series. The remainder (about d^2) is found with the same Hessian and applied while the
/// weights are normalised. Lanes whose solution is not certified in this way go to KlBySearch. Called by KlProjection.

#include "regretta/learners/math/arm_sums.hpp"
#include "regretta/learners/math/kl_by_search.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/nonnegative_newton.hpp"
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
        scratch_(Vector<Real>::Constant(num_arms, Real(0.0))),
        thin_sets_(num_arms, num_constraints),
        search_(num_arms, num_constraints) {}

  /// x: in, K weights; out, the solution. w: K Reals of scratch.
  KlOutcome<Real> solve(Vector<Real>& x, const ConstraintSet<Real>& set, const UniformShare& share, Vector<Real>& w) {
    ArmByArm arms{x, set.rows, w, scratch_};
    return solve_with(arms, set, share);
  }

  /// The same for weights that `arms` holds: ArmByArm, or those of RowWeights.
  template <class Arms>
  REGRETTA_INLINE KlOutcome<Real> solve_with(Arms& arms, const ConstraintSet<Real>& set, const UniformShare& share) {
    Real sum(0.0);
    arms.sums(sum, first_, newton_.hessian);
    Real worst(-infinity);
    for (int i = 0; i < m_; ++i) worst = max(fma(-set.level, sum, first_[i]), worst);
    const Mask<Real> moved = worst > Real(negligible_violation);
    if (!any(moved)) {
      arms.normalise(sum, share);
      return {moved, moved};
    }
    const ThinLanes<Real> thin = thin_sets_.find(set, moved);
    const Mask<Real> certain = approach(arms, set, moved & !thin.lanes, sum);
    const Mask<Real> left = moved & !certain;
    if (any(left)) {
      arms.slowly(left, [&](const Vector<Real>& y, Vector<Real>& w) {
        search_.solve(y, ConstraintSet<Real>{set.rows, set.level + thin.shift, set.size}, left, w);
        Real slow_sum(0.0);
        for (Eigen::Index a = 0; a < w.size(); ++a) slow_sum += w[a];
        sum = select(left, slow_sum, sum);
      });
      for (int i = 0; i < m_; ++i) first_[i] = select(left, Real(0.0), first_[i]);
    }
    Real total = sum;
    for (int i = 0; i < m_; ++i) total = fma(-last_[i], first_[i], total);
    arms.finish(last_, total, share, moved);
    return {moved, thin.empty};
  }

  template <class Archive>
  void state(Archive& archive) {
    archive(thin_sets_);
  }

 private:
  /// All trials at once, arm by arm.
  struct ArmByArm {
    Vector<Real>& x;
    const Matrix<Real>& A;
    Vector<Real>& w;
    Vector<Real>& scratch;

    REGRETTA_INLINE void sums(Real& sum, Vector<Real>& first, Matrix<Real>& second) const {
      sum_moments(x.data(), A, sum, first, second);
    }
    REGRETTA_INLINE void normalise(Real sum, const UniformShare& share) { scale_to_simplex(x, sum, share); }
    /// w = x exp(-lambda'A); returns the lanes in which all exponents are small.
    REGRETTA_INLINE Mask<Real> tilt(const Vector<Real>& lambda, Mask<Real>) {
      return tilt_arms(lambda, A, x.data(), scratch, w.data()) <= Real(small_exponent_limit);
    }
    REGRETTA_INLINE void tilted_sums(Real& sum, Vector<Real>& first, Matrix<Real>& second) const {
      sum_moments(w.data(), A, sum, first, second);
    }
    /// w <- w exp(-step'A); the sums of w and w A.
    REGRETTA_INLINE void push(const Vector<Real>& step, Mask<Real>, Real& sum, Vector<Real>& first) {
      sum = push_arms(step, A, scratch, w.data(), first);
    }
    template <class Solve>
    void slowly(Mask<Real>, Solve solve) {
      solve(x, w);
    }
    /// x = w (1 - last'A) / total, then fixed share.
    REGRETTA_INLINE void finish(const Vector<Real>& last, Real total, const UniformShare& share, Mask<Real>) {
      const Finish<Real> finished(total, share);
      const Real* from = w.data();
      Real* to = x.data();
      for_each_mixture(last, A, scratch,
                       [&](int a, Real u) REGRETTA_FLAT { to[a] = finished(from[a] * (Real(1.0) - u)); });
    }
  };

  static constexpr int most_passes = 4;
  static constexpr double tolerance = 1e-13;  ///< for E[A_i] - level, which should be 0 or less

  /// In the lanes of `busy`, writes to w (and sum, and last_) the solution up to a factor exp(-last_'A); in the other
  /// lanes w = y. Returns the lanes in which this is certified.
  template <class Arms>
  REGRETTA_INLINE Mask<Real> approach(Arms& arms, const ConstraintSet<Real>& set, Mask<Real> busy, Real& sum) {
    for (int i = 0; i < m_; ++i) lambda_[i] = Real(0.0);
    Mask<Real> sound = centre(set.level, sum, lambda_);
    for (int i = 0; i < m_; ++i) lambda_[i] = select(busy, newton_.target[i], Real(0.0));
    Mask<Real> close, again = busy;
    Real reach;
    for (int pass = 1;; ++pass) {
      const Mask<Real> small = arms.tilt(lambda_, again);
      arms.tilted_sums(sum, first_, newton_.hessian);
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
    return push(arms, set, busy & close & sound, reach, sum);
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
  template <class Arms>
  REGRETTA_INLINE Mask<Real> push(Arms& arms, const ConstraintSet<Real>& set, Mask<Real> close, Real reach, Real& sum) {
    for (int i = 0; i < m_; ++i) step_[i] = select(close, step_[i], Real(0.0));
    arms.push(step_, close, sum, first_);
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
  Vector<Real> scratch_;
  ThinSets<Real> thin_sets_;
  KlBySearch<Real> search_;
};

}  // namespace regretta
