#pragma once
/// The KL projection with several constraints: Newton's method on the dual ln sum_a y(a) exp(-lambda'A(a)), lambda >=
/// 0, whose gradient is -E[A_i] and whose Hessian is Cov(A_i, A_j) under the current weights. Nearly every round needs
/// two or three steps from lambda = 0. Lanes that are not settled after a few dozen go to KlByBarrier.

#include "regretta/learners/math/kl_by_barrier.hpp"
#include "regretta/learners/math/kl_one_constraint.hpp"
#include "regretta/learners/math/thin_sets.hpp"

namespace regretta {

template <class Real>
class KlManyConstraints {
 public:
  KlManyConstraints(int num_arms, int num_constraints)
      : K_(num_arms),
        m_(num_constraints),
        lambda_(zeros(m_)),
        direction_(lambda_),
        mean_(lambda_),
        trial_mean_(lambda_),
        hessian_(Matrix<Real>::Constant(m_, m_, Real(0.0))),
        trial_hessian_(hessian_),
        factor_(hessian_),
        exponent_(zeros(K_)),
        push_(exponent_),
        trial_w_(exponent_),
        thin_sets_(num_arms, num_constraints),
        barrier_(num_arms, num_constraints) {}

  /// Writes the unnormalised solution to w, K. Rows of A are shifted in place where the set is empty or thin.
  KlOutcome<Real> solve(const Vector<Real>& y, Matrix<Real>& A, Vector<Real>& w) {
    Real worst(-infinity), least_high(infinity);
    for (int i = 0; i < m_; ++i) {
      Real sum(0.0);
      for (int a = 0; a < K_; ++a) sum = fma(y[a], A(i, a), sum);
      worst = max(sum, worst);
    }
    for (int a = 0; a < K_; ++a) w[a] = y[a];
    const Mask<Real> moved = worst > Real(negligible);
    Mask<Real> empty = moved & !moved;
    if (!any(moved)) return {moved, empty};

    size_ = Real(0.0);
    for (int a = 0; a < K_; ++a) {
      Real highest(-infinity);
      for (int i = 0; i < m_; ++i) {
        highest = max(A(i, a), highest);
        size_ = max(abs(A(i, a)), size_);
      }
      least_high = min(highest, least_high);  // an arm well inside proves that the set is neither empty nor thin
    }
    const Mask<Real> doubtful = moved & !(least_high < Real(-emptiness_tolerance));
    if (any(doubtful)) empty = thin_sets_.widen(A, doubtful);
    minimise_dual(y, A, moved, w);
    return {moved, empty};
  }

 private:
  static constexpr double negligible = 1e-280;  ///< sums of weights times violations below this are zero
  static constexpr double longest_step = 16;    ///< no exponent changes by more at once
  static constexpr int most_passes = 30;

  static Vector<Real> zeros(int n) { return Vector<Real>::Constant(n, Real(0.0)); }

  void minimise_dual(const Vector<Real>& y, const Matrix<Real>& A, Mask<Real> busy, Vector<Real>& w) {
    for (int i = 0; i < m_; ++i) lambda_[i] = Real(0.0);
    for (int a = 0; a < K_; ++a) exponent_[a] = Real(0.0);
    moments(w, A, mean_, hessian_);
    Real scale(1.0), slope(0.0), reach(0.0), travelled(0.0);
    Mask<Real> fresh = busy;  // lanes that need a direction at lambda_
    Mask<Real> active = busy;
    for (int pass = 0; pass < most_passes; ++pass) {
      if (any(fresh)) {
        // Directions of lanes in the middle of a line search are found again, to the same bits: lambda_ has not moved.
        newton_direction();
        slope = residual_ = Real(0.0);
        Mask<Real> clipped = fresh & !fresh;
        for (int i = 0; i < m_; ++i) {
          const Real target = lambda_[i] + direction_[i];
          clipped = clipped | (target < Real(0.0));
          direction_[i] = select(target < Real(0.0), -lambda_[i], direction_[i]);
          slope = fma(direction_[i], mean_[i], slope);
          residual_ = max(select(lambda_[i] > Real(0.0), abs(mean_[i]), mean_[i]), residual_);
        }
        reach = push_along(A);
        const Mask<Real> still = residual_ <= Real(1e-16) * size_;
        const Mask<Real> sound = (slope >= Real(0.0)) & !clipped;  // false for a direction that is not a number
        const Mask<Real> settled = active & fresh & (still | ((reach <= Real(1e-7)) & sound));
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
      moments(trial_w_, A, trial_mean_, trial_hessian_);
      Real trial_slope(0.0);
      for (int i = 0; i < m_; ++i) trial_slope = fma(direction_[i], trial_mean_[i], trial_slope);
      // The dual is convex: a step is too long where it has become steep upwards.
      const Mask<Real> accepted = active & (trial_slope >= Real(-0.5) * slope);
      accept(accepted, scale, w);
      travelled = select(accepted, bound, travelled);
      scale = select(accepted, Real(1.0), Real(0.5) * scale);
      fresh = accepted;
    }
    for (int k = 0; k < lanes<Real>; ++k)
      if (mask_lane(active, k)) solve_by_barrier(y, A, k, w);
  }

  /// E[A_i] and Cov(A_i, A_j), j <= i, under the weights w.
  void moments(const Vector<Real>& w, const Matrix<Real>& A, Vector<Real>& mean, Matrix<Real>& covariance) const {
    Real sum(0.0);
    for (int i = 0; i < m_; ++i) {
      mean[i] = Real(0.0);
      for (int j = 0; j <= i; ++j) covariance(i, j) = Real(0.0);
    }
    for (int a = 0; a < K_; ++a) {
      sum += w[a];
      for (int i = 0; i < m_; ++i) {
        const Real p = w[a] * A(i, a);
        mean[i] += p;
        for (int j = 0; j <= i; ++j) covariance(i, j) = fma(p, A(j, a), covariance(i, j));
      }
    }
    const Real inverse = Real(1.0) / sum;
    for (int i = 0; i < m_; ++i) mean[i] *= inverse;
    for (int i = 0; i < m_; ++i)
      for (int j = 0; j <= i; ++j) covariance(i, j) = fma(covariance(i, j), inverse, -(mean[i] * mean[j]));
  }

  /// Newton's direction on the free coordinates (0 on the others), by Cholesky. Dependent rows leave pivots at rounding
  /// level, which are propped up.
  void newton_direction() {
    for (int i = 0; i < m_; ++i) {
      const Mask<Real> free_i = free(i);
      const Real least = fma(hessian_(i, i), Real(1e-14), Real(1e-300));
      for (int j = 0; j <= i; ++j) {
        Real entry = select(free_i & free(j), hessian_(i, j), Real(0.0));
        if (i == j) entry = select(free_i, entry, Real(1.0));
        for (int k = 0; k < j; ++k) entry = fma(-factor_(i, k), factor_(j, k), entry);
        factor_(i, j) = i == j ? sqrt(max(entry, least)) : entry / factor_(j, j);
      }
    }
    for (int i = 0; i < m_; ++i) {
      Real rest = select(free(i), mean_[i], Real(0.0));
      for (int k = 0; k < i; ++k) rest = fma(-factor_(i, k), direction_[k], rest);
      direction_[i] = rest / factor_(i, i);
    }
    for (int i = m_ - 1; i >= 0; --i) {
      Real rest = direction_[i];
      for (int k = i + 1; k < m_; ++k) rest = fma(-factor_(k, i), direction_[k], rest);
      direction_[i] = rest / factor_(i, i);
    }
  }
  Mask<Real> free(int i) const {
    const Mask<Real> in_use = lambda_[i] > Real(0.0);
    const Mask<Real> violated = mean_[i] > Real(1e-15) * size_;
    return in_use | violated;
  }

  /// push_ = direction'A; returns its largest size: how far a step moves an exponent.
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
    if (all(small)) {
      for (int a = 0; a < K_; ++a) trial_w_[a] = y[a] * exp_small(fma(-scale, push_[a], exponent_[a]));
    } else {
      for (int a = 0; a < K_; ++a) {
        const Real u = max(min(fma(-scale, push_[a], exponent_[a]), Real(1400.0)), Real(-1400.0));
        trial_w_[a] = select(small, y[a] * exp_small(u), times_exp(y[a], u));
      }
    }
  }

  /// Moves to the trial point. Exponents are moved, not rebuilt from lambda: large multipliers would lose them.
  void accept(Mask<Real> accepted, const Real& scale, Vector<Real>& w) {
    for (int a = 0; a < K_; ++a) {
      exponent_[a] = select(accepted, fma(-scale, push_[a], exponent_[a]), exponent_[a]);
      w[a] = select(accepted, trial_w_[a], w[a]);
    }
    for (int i = 0; i < m_; ++i) {
      // A clipped multiplier is to be exactly 0 after a whole step.
      lambda_[i] = select(accepted, max(fma(scale, direction_[i], lambda_[i]), Real(0.0)), lambda_[i]);
      mean_[i] = select(accepted, trial_mean_[i], mean_[i]);
      for (int j = 0; j <= i; ++j) hessian_(i, j) = select(accepted, trial_hessian_(i, j), hessian_(i, j));
    }
  }

  [[gnu::cold, gnu::noinline]] void solve_by_barrier(const Vector<Real>& y, const Matrix<Real>& A, int k,
                                                     Vector<Real>& w) {
    for (int a = 0; a < K_; ++a) barrier_.y()[a] = lane(y[a], k);
    for (Eigen::Index e = 0; e < A.size(); ++e) barrier_.A()[e] = lane(A.data()[e], k);
    const double* found = barrier_.solve();
    for (int a = 0; a < K_; ++a) set_lane(w[a], k, found[a]);
  }

  int K_;
  int m_;
  Real size_{0.0};      ///< max |A|
  Real residual_{0.0};  ///< of the optimality conditions at lambda_
  Vector<Real> lambda_, direction_, mean_, trial_mean_;
  Matrix<Real> hessian_, trial_hessian_, factor_;
  Vector<Real> exponent_;  ///< -lambda_'A
  Vector<Real> push_, trial_w_;
  ThinSets<Real> thin_sets_;
  KlByBarrier barrier_;
};

}  // namespace regretta
