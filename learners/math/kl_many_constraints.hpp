#pragma once
/// The KL projection with several constraints: projected Newton on the dual ln sum_a y(a) exp(-lambda'A(a)), lambda >= 0,
/// whose gradient is -E[A_i] and whose Hessian is Cov(A_i, A_j) under the current weights. A cap on the largest change of
/// an exponent, Armijo's rule and a ridge keep it safe with dependent rows; coordinate ascent finishes what it does not.

#include <vector>

#include "regretta/engine/trial/hindsight.hpp"
#include "regretta/learners/math/kl_one_constraint.hpp"

namespace regretta {

template <class Real>
class KlManyConstraints {
 public:
  KlManyConstraints(int num_arms, int num_constraints)
      : K_(num_arms), m_(num_constraints), lambda_(zeros(m_)), trial_(lambda_), direction_(lambda_), mean_(lambda_),
        trial_mean_(lambda_), hessian_(Matrix<Real>::Constant(m_, m_, Real(0.0))), trial_hessian_(hessian_),
        factor_(hessian_), base_(zeros(K_)) {}

  /// Writes the unnormalised solution to w, K. Rows of A may be shifted in place.
  KlOutcome<Real> solve(const Vector<Real>& y, Matrix<Real>& A, Vector<Real>& w) {
    Real worst(-infinity), certificate(infinity);
    size_ = Real(0.0);
    for (int i = 0; i < m_; ++i) {
      Real sum(0.0);
      for (int a = 0; a < K_; ++a) sum = fma(y[a], A(i, a), sum);
      worst = max(sum, worst);
    }
    for (int a = 0; a < K_; ++a) w[a] = y[a];
    const Mask<Real> moved = worst > Real(1e-280);
    Mask<Real> empty = moved & !moved;
    if (!any(moved)) return {moved, empty, sum_of(w)};

    for (int a = 0; a < K_; ++a) {
      Real highest(-infinity);
      for (int i = 0; i < m_; ++i) {
        highest = max(A(i, a), highest);
        size_ = max(abs(A(i, a)), size_);
      }
      certificate = min(highest, certificate);  // an arm strictly inside proves that the set is neither empty nor thin
    }
    const Mask<Real> doubtful = moved & !(certificate < Real(-emptiness_tolerance));
    if (any(doubtful)) empty = widen(A, doubtful);
    minimise_dual(y, A, moved, w);
    return {moved, empty, sum_of(w)};
  }

 private:
  static Real sum_of(const Vector<Real>& w) {
    Real sum(0.0);
    for (Eigen::Index a = 0; a < w.size(); ++a) sum += w[a];
    return sum;
  }
  static Vector<Real> zeros(int n) { return Vector<Real>::Constant(n, Real(0.0)); }

  /// Finds v = min_x max_i (A x)_i in the lanes asked for and shifts A where the set is empty or thin.
  [[gnu::noinline]] Mask<Real> widen(Matrix<Real>& A, Mask<Real> doubtful) {
    Real shift(0.0), value(-1.0);
    for (int k = 0; k < lanes<Real>; ++k) {
      if (!mask_lane(doubtful, k)) continue;
      std::vector<double> rows(static_cast<std::size_t>(m_ * K_));
      for (std::size_t e = 0; e < rows.size(); ++e) rows[e] = lane(A.data()[e], k);
      const double v = solve_minimax(rows, K_).value;
      set_lane(value, k, v);
      if (v >= -emptiness_tolerance) set_lane(shift, k, v + emptiness_tolerance);
    }
    for (Eigen::Index e = 0; e < A.size(); ++e) A.data()[e] -= shift;
    return doubtful & (value > Real(emptiness_tolerance));
  }

  /// w = y exp(-lambda'A); returns ln sum w and writes E[A_i] and Cov(A_i, A_j).
  Real evaluate(const Vector<Real>& y, const Matrix<Real>& A, const Vector<Real>& lambda, Vector<Real>& w,
                Vector<Real>& mean, Matrix<Real>& covariance) {
    Real reach(0.0);
    for (int i = 0; i < m_; ++i) reach = fma(lambda[i], size_, reach);
    const Mask<Real> small = reach <= Real(small_exponent_limit);
    const bool all_small = all(small);
    Real sum(0.0);
    for (int i = 0; i < m_; ++i) {
      mean[i] = Real(0.0);
      for (int j = 0; j <= i; ++j) covariance(i, j) = Real(0.0);
    }
    for (int a = 0; a < K_; ++a) {
      Real u(0.0);
      for (int i = 0; i < m_; ++i) u = fma(lambda[i], A(i, a), u);
      u = max(min(-u, Real(700.0)), Real(-1400.0));
      w[a] = y[a] * (all_small ? exp_small(u) : exp_bounded(u, small));
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
    return log(sum);
  }

  /// Newton's direction on the free coordinates (0 on the others), by Cholesky with a small ridge.
  void newton_direction() {
    Real trace(0.0);
    for (int i = 0; i < m_; ++i) trace += hessian_(i, i);
    const Real ridge = fma(trace, Real(1e-13), Real(1e-300));
    for (int i = 0; i < m_; ++i) {
      const Mask<Real> free_i = free(i);
      for (int j = 0; j <= i; ++j) {
        Real entry = select(free_i & free(j), hessian_(i, j), Real(0.0));
        if (i == j) entry = select(free_i, entry + ridge, Real(1.0));
        for (int k = 0; k < j; ++k) entry = fma(-factor_(i, k), factor_(j, k), entry);
        factor_(i, j) = i == j ? sqrt(max(entry, ridge)) : entry / factor_(j, j);
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
  Mask<Real> free(int i) const { return (lambda_[i] > Real(0.0)) | (mean_[i] > Real(1e-15) * size_); }

  /// max_a |sum_i d_i A_i(a)|: how far a step moves an exponent.
  Real reach_of(const Matrix<Real>& A, const Vector<Real>& d) const {
    Real reach(0.0);
    for (int a = 0; a < K_; ++a) {
      Real u(0.0);
      for (int i = 0; i < m_; ++i) u = fma(d[i], A(i, a), u);
      reach = max(abs(u), reach);
    }
    return reach;
  }

  void minimise_dual(const Vector<Real>& y, const Matrix<Real>& A, Mask<Real> busy, Vector<Real>& w) {
    for (int i = 0; i < m_; ++i) lambda_[i] = Real(0.0);
    Real value = evaluate(y, A, lambda_, w, mean_, hessian_);
    Real scale(1.0), slope(0.0);
    Mask<Real> fresh = busy;    // lanes that need a direction at lambda_
    Mask<Real> active = busy;
    for (int pass = 0; pass < 150; ++pass) {
      if (any(fresh)) {
        // Directions of lanes in the middle of a line search are recomputed too, to the same bits: lambda_ has not moved.
        newton_direction();
        const Real reach = reach_of(A, direction_);
        Mask<Real> clipped = fresh & !fresh;
        Real residual(0.0);
        slope = Real(0.0);
        for (int i = 0; i < m_; ++i) {
          clipped = clipped | (lambda_[i] + direction_[i] < Real(0.0));
          residual = max(select(lambda_[i] > Real(0.0), abs(mean_[i]), mean_[i]), residual);
          slope = fma(direction_[i], mean_[i], slope);
        }
        const Mask<Real> final_step = fresh & !clipped & (reach <= Real(1e-6));
        const Mask<Real> settled = fresh & (final_step | (residual <= Real(2e-15) * size_));
        finish(y, A, active & settled, final_step, w);
        active = active & !settled;
        if (!any(active)) return;
        scale = select(fresh, min(Real(1.0), Real(16.0) / reach), scale);
      }
      for (int i = 0; i < m_; ++i) trial_[i] = max(fma(scale, direction_[i], lambda_[i]), Real(0.0));
      const Real trial_value = evaluate(y, A, trial_, base_, trial_mean_, trial_hessian_);
      const Real allowed = value - Real(1e-4) * scale * slope + Real(1e-15) * (abs(value) + Real(1.0));
      const Mask<Real> accepted = active & ((trial_value <= allowed) | (scale < Real(1e-12)));
      for (int i = 0; i < m_; ++i) {
        lambda_[i] = select(accepted, trial_[i], lambda_[i]);
        mean_[i] = select(accepted, trial_mean_[i], mean_[i]);
        for (int j = 0; j <= i; ++j) hessian_(i, j) = select(accepted, trial_hessian_(i, j), hessian_(i, j));
      }
      value = select(accepted, trial_value, value);
      scale = select(accepted, Real(1.0), Real(0.5) * scale);
      fresh = accepted;
    }
    ascend_by_coordinates(y, A, active, w);
  }

  /// w = y exp(-(lambda + step)'A), where the step is taken only in the lanes of `last`.
  void finish(const Vector<Real>& y, const Matrix<Real>& A, Mask<Real> which, Mask<Real> last, Vector<Real>& w) {
    if (!any(which)) return;
    for (int i = 0; i < m_; ++i) trial_[i] = lambda_[i] + select(last, direction_[i], Real(0.0));
    write_weights(y, A, trial_, which, w);
  }
  void write_weights(const Vector<Real>& y, const Matrix<Real>& A, const Vector<Real>& lambda, Mask<Real> which,
                     Vector<Real>& w) const {
    for (int a = 0; a < K_; ++a) {
      Real u(0.0);
      for (int i = 0; i < m_; ++i) u = fma(lambda[i], A(i, a), u);
      w[a] = select(which, y[a] * exp(max(min(-u, Real(700.0)), Real(-1400.0))), w[a]);
    }
  }

  /// Cyclic exact minimisation over one multiplier at a time: slow and sure.
  [[gnu::noinline]] void ascend_by_coordinates(const Vector<Real>& y, const Matrix<Real>& A, Mask<Real> busy,
                                               Vector<Real>& w) {
    KlOneConstraint<Real> one;
    Mask<Real> active = busy;
    for (int sweep = 0; sweep < 2000 && any(active); ++sweep) {
      Real change(0.0);
      for (int i = 0; i < m_; ++i) {
        const Real old = lambda_[i];
        Vector<Real>& others = base_;
        lambda_[i] = select(active, Real(0.0), old);
        write_weights(y, A, lambda_, active, others);
        Real sum(0.0);
        for (int a = 0; a < K_; ++a) sum = fma(others[a], A(i, a), sum);
        const Mask<Real> needed = active & (sum > Real(1e-280));
        if (any(needed)) {
          const Real found = one.root(others, &A(i, 0), needed, w);
          lambda_[i] = select(needed, found, lambda_[i]);
        }
        change = max(abs(lambda_[i] - old) * size_, change);
      }
      active = active & !(change <= Real(1e-13));
    }
    write_weights(y, A, lambda_, busy, w);
  }

  int K_;
  int m_;
  Real size_{0.0};  ///< max |A|
  Vector<Real> lambda_, trial_, direction_, mean_, trial_mean_;
  Matrix<Real> hessian_, trial_hessian_, factor_;
  Vector<Real> base_;
};

}  // namespace regretta
