#pragma once
/// The KL projection with several constraints from any starting weights: Newton's method with a line search on the
/// dual. Called by KlManyConstraints; lanes that have not converged after 30 passes go to KlByBarrier.

#include "regretta/learners/math/kl_by_barrier.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/nonnegative_newton.hpp"

namespace regretta {

/// All storage is allocated by the constructor.
template <class Real>
class KlBySearch {
 public:
  KlBySearch(int num_arms, int num_constraints)
      : K_(num_arms),
        m_(num_constraints),
        newton_(m_),
        lambda_(zeros(m_)),
        direction_(lambda_),
        mean_(lambda_),
        trial_mean_(lambda_),
        hessian_(Matrix<Real>::Constant(m_, m_, Real(0.0))),
        trial_hessian_(hessian_),
        exponent_(zeros(K_)),
        push_(exponent_),
        trial_w_(exponent_),
        barrier_(num_arms, num_constraints) {}

  /// In the lanes of `busy`, writes the unnormalised solution to w, K; their sets must be neither empty nor thin.
  [[gnu::noinline]] void solve(const Vector<Real>& y, const ConstraintSet<Real>& set, Mask<Real> busy,
                               Vector<Real>& w) {
    const Matrix<Real>& A = set.rows;
    for (int i = 0; i < m_; ++i) lambda_[i] = Real(0.0);
    for (int a = 0; a < K_; ++a) {
      exponent_[a] = Real(0.0);
      w[a] = select(busy, y[a], w[a]);
    }
    moments(y, set, mean_, hessian_);
    Real scale(1.0), slope(0.0), reach(0.0), travelled(0.0);
    Mask<Real> fresh = busy;  // lanes that need a direction at lambda_
    Mask<Real> active = busy;
    for (int pass = 0; pass < most_passes; ++pass) {
      if (any(fresh)) {
        // Lanes in the middle of a line search get the same direction again, bit for bit, as lambda_ has not changed.
        const Mask<Real> found = find_direction(set.size);
        Real residual(0.0);
        slope = Real(0.0);
        for (int i = 0; i < m_; ++i) {
          slope = fma(direction_[i], mean_[i], slope);
          residual = max(select(lambda_[i] > Real(0.0), abs(mean_[i]), mean_[i]), residual);
        }
        reach = push_along(A);
        const Mask<Real> still = residual <= Real(1e-16) * set.size;
        const Mask<Real> sound = found & (slope >= Real(0.0));  // false if the direction is NaN
        const Mask<Real> near = sound & (reach <= Real(1e-7)), over = still | near;
        const Mask<Real> settled = active & fresh & over;
        if (any(settled)) {
          for (int a = 0; a < K_; ++a)
            w[a] = select(settled, w[a] * select(still, Real(1.0), exp_tiny(-push_[a])), w[a]);
          active = active & !settled;
          if (!any(active)) return;
        }
        scale = select(fresh, min(Real(1.0), Real(longest_step) / reach), scale);
      }
      const Real bound = fma(scale, reach, travelled);
      weigh(y, scale, bound);
      moments(trial_w_, set, trial_mean_, trial_hessian_);
      Real trial_slope(0.0);
      for (int i = 0; i < m_; ++i) trial_slope = fma(direction_[i], trial_mean_[i], trial_slope);
      // The dual is convex: a step is too long if the slope at its end is steeply positive.
      const Mask<Real> accepted = active & (trial_slope >= Real(-0.5) * slope);
      accept(accepted, scale, w);
      travelled = select(accepted, bound, travelled);
      scale = select(accepted, Real(1.0), Real(0.5) * scale);
      fresh = accepted;
    }
    for (int k = 0; k < lanes<Real>; ++k)
      if (mask_lane(active, k)) solve_by_barrier(y, set, k, w);
  }

 private:
  static constexpr double longest_step = 16;  ///< largest change of an exponent in one step
  static constexpr int most_passes = 30;

  static Vector<Real> zeros(int n) { return Vector<Real>::Constant(n, Real(0.0)); }

  /// E[A_i] - level and Cov(A_i, A_j), j <= i, under the weights w.
  void moments(const Vector<Real>& w, const ConstraintSet<Real>& set, Vector<Real>& mean,
               Matrix<Real>& covariance) const {
    const Matrix<Real>& A = set.rows;
    Real sum(0.0);
    for (int i = 0; i < m_; ++i) {
      mean[i] = Real(0.0);
      for (int j = 0; j <= i; ++j) covariance(i, j) = Real(0.0);
    }
    for (int a = 0; a < K_; ++a) {
      sum += w[a];
      for (int i = 0; i < m_; ++i) {
        const Real p = w[a] * (A(i, a) - set.level);
        mean[i] += p;
        for (int j = 0; j <= i; ++j) covariance(i, j) = fma(p, A(j, a) - set.level, covariance(i, j));
      }
    }
    const Real inverse = Real(1.0) / sum;
    for (int i = 0; i < m_; ++i) mean[i] *= inverse;
    for (int i = 0; i < m_; ++i)
      for (int j = 0; j <= i; ++j) covariance(i, j) = fma(covariance(i, j), inverse, -(mean[i] * mean[j]));
  }

  Mask<Real> find_direction(Real size) {
    for (int i = 0; i < m_; ++i) {
      newton_.mean[i] = mean_[i];
      for (int j = 0; j <= i; ++j) newton_.hessian(i, j) = hessian_(i, j);
    }
    const Mask<Real> found = newton_.solve(lambda_, Real(1e-15) * size);
    for (int i = 0; i < m_; ++i) direction_[i] = newton_.target[i] - lambda_[i];
    return found;
  }

  /// push_ = direction'A; returns its largest absolute value, which is how far a step moves an exponent.
  Real push_along(const Matrix<Real>& A) {
    Real reach(0.0);
    for (int a = 0; a < K_; ++a) {
      Real u(0.0);
      for (int i = 0; i < m_; ++i) u = fma(direction_[i], A(i, a), u);
      push_[a] = u;
      reach = max(abs(u), reach);
    }
    return reach;
  }

  /// trial_w_ = y exp(exponent_ - scale push_), no exponent above `bound`.
  void weigh(const Vector<Real>& y, const Real& scale, const Real& bound) {
    const Mask<Real> small = bound <= Real(small_exponent_limit);
    for (int a = 0; a < K_; ++a) {
      const Real u = max(min(fma(-scale, push_[a], exponent_[a]), Real(1400.0)), Real(-1400.0));
      trial_w_[a] = select(small, y[a] * exp_small(u), times_exp(y[a], u));
    }
  }

  /// Moves to the trial point. Exponents are updated, not recomputed from lambda: with large multipliers they would be
  /// lost to rounding.
  void accept(Mask<Real> accepted, const Real& scale, Vector<Real>& w) {
    for (int a = 0; a < K_; ++a) {
      exponent_[a] = select(accepted, fma(-scale, push_[a], exponent_[a]), exponent_[a]);
      w[a] = select(accepted, trial_w_[a], w[a]);
    }
    for (int i = 0; i < m_; ++i) {
      // A multiplier that goes to 0 must be exactly 0 after a full step.
      lambda_[i] = select(accepted, max(fma(scale, direction_[i], lambda_[i]), Real(0.0)), lambda_[i]);
      mean_[i] = select(accepted, trial_mean_[i], mean_[i]);
      for (int j = 0; j <= i; ++j) hessian_(i, j) = select(accepted, trial_hessian_(i, j), hessian_(i, j));
    }
  }

  [[gnu::cold, gnu::noinline]] void solve_by_barrier(const Vector<Real>& y, const ConstraintSet<Real>& set, int k,
                                                     Vector<Real>& w) {
    const Matrix<Real>& A = set.rows;
    const double level = lane(set.level, k);
    for (int a = 0; a < K_; ++a) barrier_.y()[a] = lane(y[a], k);
    for (Eigen::Index e = 0; e < A.size(); ++e) barrier_.A()[e] = lane(A.data()[e], k) - level;
    const double* found = barrier_.solve();
    for (int a = 0; a < K_; ++a) set_lane(w[a], k, found[a]);
  }

  int K_;
  int m_;
  NonnegativeNewton<Real> newton_;
  Vector<Real> lambda_, direction_, mean_, trial_mean_;  ///< m
  Matrix<Real> hessian_, trial_hessian_;
  Vector<Real> exponent_;  ///< -lambda_'A, K
  Vector<Real> push_, trial_w_;
  KlByBarrier barrier_;
};

}  // namespace regretta
