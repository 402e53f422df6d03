#pragma once
/// The KL projection with several constraints from any starting weights: Newton's method with a line search on the
/// dual. Called by KlManyConstraints; lanes that have not converged after 30 passes go to KlByBarrier.

#include <cstddef>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/real.hpp"
#include "regretta/learners/math/kl_problem.hpp"

namespace regretta {

/// The Newton step for the multipliers of m constraints: minimises over lambda >= 0 the quadratic model of the dual,
/// -mean'(lambda - lambda_0) + (lambda - lambda_0)'H(lambda - lambda_0)/2, by principal pivoting on the set of free
/// multipliers; the others are fixed at 0 (Judice and Pires 1994: first exchange all wrong multipliers at once, then
/// use Murty's least index rule). Used by the KL projection with several constraints.
///
/// Fill `mean` and `hessian`, then call solve(). All storage is allocated by the constructor.
template <class Real>
class NonnegativeNewton {
 public:
  explicit NonnegativeNewton(int m)
      : target(Vector<Real>::Constant(m, Real(0.0))),
        mean(target),
        hessian(Matrix<Real>::Constant(m, m, Real(0.0))),
        m_(m),
        right_side_(target),
        inverse_pivot_(target),
        factor_(hessian),
        free_(static_cast<std::size_t>(m)) {}

  Vector<Real> target;   ///< output: the new multipliers, m, >= 0
  Vector<Real> mean;     ///< input: E[A_i] - level at lambda_0, m
  Matrix<Real> hessian;  ///< input: Cov(A_i, A_j) for j <= i, m x m

  /// Computes `target` from lambda_0 = `lambda`. Initially the multipliers that are positive, or whose constraint is
  /// violated by more than `tolerance`, are free. Returns the lanes in which the minimiser was found; in the others
  /// `target` is the last iterate, clipped at 0.
  Mask<Real> solve(const Vector<Real>& lambda, Real tolerance) {
    for (int i = 0; i < m_; ++i) {
      const Mask<Real> positive = lambda[i] > Real(0.0), violated = mean[i] > tolerance;
      free_[index(i)].lanes = positive | violated;
      right_side_[i] = mean[i];
      for (int j = 0; j < m_; ++j) right_side_[i] = fma(entry(i, j), lambda[j], right_side_[i]);
    }
    Mask<Real> wrong_lanes = tolerance < Real(0.0);  // no lane, as tolerance >= 0
    for (int pivoting = 0; pivoting <= 2 * m_ + 2; ++pivoting) {
      factorise();
      solve_free(right_side_, target);
      wrong_lanes = exchange_wrong(tolerance, pivoting > 3);
      if (!any(wrong_lanes)) break;
    }
    for (int i = 0; i < m_; ++i) target[i] = max(target[i], Real(0.0));
    return !wrong_lanes;
  }

  /// Solves H step = residual on the multipliers that are free after the last solve(); step = 0 on the others. For a
  /// last correction (KlManyConstraints).
  void solve_free(const Vector<Real>& residual, Vector<Real>& step) const {
    for (int i = 0; i < m_; ++i) {
      Real rest = select(is_free(i), residual[i], Real(0.0));
      for (int k = 0; k < i; ++k) rest = fma(-factor_(i, k), step[k], rest);
      step[i] = rest;
    }
    for (int i = m_ - 1; i >= 0; --i) {
      Real rest = step[i] * inverse_pivot_[i];
      for (int k = i + 1; k < m_; ++k) rest = fma(-factor_(k, i), step[k], rest);
      step[i] = rest;
    }
  }

  const Mask<Real>& is_free(int i) const { return free_[index(i)].lanes; }
  const Real& entry(int i, int j) const { return i >= j ? hessian(i, j) : hessian(j, i); }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Factorises H = L D L' on the free multipliers, with the identity on the others. Dependent rows give pivots at
  /// rounding level, which are bounded below.
  void factorise() {
    for (int i = 0; i < m_; ++i) {
      Real pivot = select(is_free(i), hessian(i, i), Real(1.0));
      const Real least = fma(abs(pivot), Real(1e-14), Real(1e-300));
      for (int j = 0; j < i; ++j) {
        const Mask<Real> row = is_free(i), column = is_free(j);
        Real scaled = select(row & column, hessian(i, j), Real(0.0));
        for (int k = 0; k < j; ++k) scaled = fma(-scaled_[index(k)], factor_(j, k), scaled);
        scaled_[index(j)] = scaled;
        factor_(i, j) = scaled * inverse_pivot_[j];
        pivot = fma(-scaled, factor_(i, j), pivot);
      }
      inverse_pivot_[i] = Real(1.0) / max(pivot, least);
    }
  }

  /// Makes free multipliers bound if they are negative, and bound ones free if their constraint is violated: all of
  /// these, or only the first. Returns the lanes that had any.
  Mask<Real> exchange_wrong(Real tolerance, bool only_first) {
    Mask<Real> wrong_lanes = tolerance < Real(0.0);  // no lane, as tolerance >= 0
    for (int i = 0; i < m_; ++i) {
      Real slack = -right_side_[i];
      for (int j = 0; j < m_; ++j) slack = fma(entry(i, j), target[j], slack);
      const Mask<Real> free = is_free(i), bound = !free;
      // Written such that NaN counts as wrong.
      const Mask<Real> nonnegative = target[i] >= Real(0.0), satisfied = slack >= -tolerance;
      const Mask<Real> negative = free & !nonnegative, violated = bound & !satisfied;
      Mask<Real> wrong = negative | violated;
      if (only_first) wrong = wrong & !wrong_lanes;
      wrong_lanes = wrong_lanes | wrong;
      const Mask<Real> stays = free & !wrong, enters = bound & wrong;
      free_[index(i)].lanes = stays | enters;
    }
    return wrong_lanes;
  }

  int m_;
  Vector<Real> right_side_;     // mean + H lambda_0; H target must equal it on the free multipliers
  Vector<Real> inverse_pivot_;  // 1 / D
  Matrix<Real> factor_;         // L
  std::vector<Real> scaled_ = std::vector<Real>(static_cast<std::size_t>(m_));  // L D of the current row
  struct Freedom {  // because a Mask may be a bool, and std::vector<bool> has no references
    Mask<Real> lanes{};
  };
  std::vector<Freedom> free_;
};

/// The KL projection with several constraints, robust rather than fast: for weights that span hundreds of powers of e,
/// nearly thin sets and other cases that KlBySearch cannot solve. An interior-point method: it follows the minimiser of
/// the dual plus a barrier, ln sum_a y(a) exp(-lambda'A(a)) - mu sum_i ln lambda_i, from mu = 1 to about 1e-32 by
/// primal-dual steps, in which the curvature of the barrier is s_i / lambda_i, with slacks s_i near mu / lambda_i.
/// Solves one lane at a time, in doubles.
///
/// Fill y() and A(), then call solve().
class KlByBarrier {
 public:
  KlByBarrier(int num_arms, int num_constraints)
      : K_(num_arms),
        m_(num_constraints),
        A_(num_entries(m_, K_)),
        log_y_(num_entries(1, K_)),
        exponent_(num_entries(1, K_)),
        push_(num_entries(1, K_)),
        w_(num_entries(1, K_)),
        lambda_(num_entries(1, m_)),
        slack_(num_entries(1, m_)),
        mean_(num_entries(1, m_)),
        gradient_(num_entries(1, m_)),
        direction_(num_entries(1, m_)),
        hessian_(num_entries(m_, m_)) {}

  double* y() { return log_y_.data(); }  ///< input: K weights > 0; solve() replaces them by their logarithms
  double* A() { return A_.data(); }      ///< input: m x K, row-major; {A x <= 0} must not be empty

  /// Returns the solution, K, scaled to largest weight 1. Overwrites y and A.
  const double* solve() {
    double size = 0;
    for (const double entry : A_) size = max(abs(entry), size);
    for (double& entry : A_) entry /= size;
    for (double& weight : log_y_) weight = log(weight);
    for (double& u : exponent_) u = 0;
    for (std::size_t i = 0; i < lambda_.size(); ++i) {
      lambda_[i] = slack_[i] = 1;
      for (std::size_t a = 0; a < exponent_.size(); ++a) exponent_[a] -= A(i, a);
    }
    for (double mu = 1; mu > 1e-32; mu *= 0.1) centre(mu, mu > 1e-30 ? 1e-2 : 1e-14);
    weigh(0);
    return w_.data();
  }

 private:
  static std::size_t num_entries(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
  double A(std::size_t i, std::size_t a) const { return A_[i * exponent_.size() + a]; }
  double& H(std::size_t i, std::size_t j) { return hessian_[i * lambda_.size() + j]; }

  /// Takes steps at one mu until no exponent changes by more than `close`. Each step is halved until the slope at its
  /// end is not steeply positive.
  void centre(double mu, double close) {
    for (int step = 0; step < 20; ++step) {
      weigh(0);
      second_moments(mu);
      solve_for_direction();
      double longest = 1, slope = 0;
      for (std::size_t i = 0; i < lambda_.size(); ++i) {
        slope += gradient_[i] * direction_[i];
        if (direction_[i] < 0) longest = min(0.99 * lambda_[i] / -direction_[i], longest);
      }
      if (!(slope < 0)) return;
      double reach = 0;
      for (std::size_t a = 0; a < push_.size(); ++a) {
        push_[a] = 0;
        for (std::size_t i = 0; i < lambda_.size(); ++i) push_[a] = fma(direction_[i], A(i, a), push_[a]);
        reach = max(abs(push_[a]), reach);
      }
      double scale = longest;
      for (int cut = 0; cut < 50 && slope_at(scale, mu) > -0.3 * slope; ++cut) scale *= 0.5;
      // Exponents are updated, not recomputed: large multipliers would make rounding errors large.
      for (std::size_t a = 0; a < exponent_.size(); ++a) exponent_[a] = fma(-scale, push_[a], exponent_[a]);
      for (std::size_t i = 0; i < lambda_.size(); ++i) {
        const double new_slack = (mu - slack_[i] * direction_[i]) / lambda_[i];
        lambda_[i] = fma(scale, direction_[i], lambda_[i]);
        const double central = mu / lambda_[i];  // slacks stay within a factor of 100 of this value
        slack_[i] = min(max(fma(scale, new_slack - slack_[i], slack_[i]), 1e-2 * central), 1e2 * central);
      }
      if (scale == 1 && reach <= close) return;
    }
  }

  /// w = y exp(exponent - scale push), its largest entry 1; mean_i = E[A_i].
  void weigh(double scale) {
    double largest = -infinity, sum = 0;
    for (std::size_t a = 0; a < w_.size(); ++a) {
      w_[a] = fma(-scale, push_[a], exponent_[a]) + log_y_[a];
      largest = max(w_[a], largest);
    }
    for (double& mean : mean_) mean = 0;
    for (std::size_t a = 0; a < w_.size(); ++a) {
      w_[a] = exp(w_[a] - largest);
      sum += w_[a];
      for (std::size_t i = 0; i < mean_.size(); ++i) mean_[i] = fma(w_[a], A(i, a), mean_[i]);
    }
    total_ = sum;
    for (double& mean : mean_) mean /= sum;
  }
  double slope_at(double scale, double mu) {
    weigh(scale);
    double slope = 0;
    for (std::size_t i = 0; i < lambda_.size(); ++i)
      slope -= direction_[i] * (mean_[i] + mu / fma(scale, direction_[i], lambda_[i]));
    return slope;
  }
  /// Computes the gradient and the Hessian: covariances about the mean (uncentred sums would cancel) plus the curvature
  /// of the barrier.
  void second_moments(double mu) {
    for (std::size_t i = 0; i < lambda_.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = 0;
        for (std::size_t a = 0; a < w_.size(); ++a) sum = fma(w_[a] * (A(i, a) - mean_[i]), A(j, a) - mean_[j], sum);
        H(i, j) = sum / total_;
      }
      H(i, i) += slack_[i] / lambda_[i];
      gradient_[i] = -(mean_[i] + mu / lambda_[i]);
    }
  }
  /// Solves H direction = -gradient by Cholesky. Dependent rows give pivots at rounding level, which are bounded below.
  void solve_for_direction() {
    const std::size_t m = lambda_.size();
    for (std::size_t i = 0; i < m; ++i) {
      const double least = fma(H(i, i), 1e-15, 1e-300);
      for (std::size_t j = 0; j <= i; ++j) {
        double entry = H(i, j);
        for (std::size_t k = 0; k < j; ++k) entry = fma(-H(i, k), H(j, k), entry);
        H(i, j) = i == j ? sqrt(max(entry, least)) : entry / H(j, j);
      }
    }
    for (std::size_t i = 0; i < m; ++i) {
      double rest = -gradient_[i];
      for (std::size_t k = 0; k < i; ++k) rest = fma(-H(i, k), direction_[k], rest);
      direction_[i] = rest / H(i, i);
    }
    for (std::size_t i = m; i-- > 0;) {
      double rest = direction_[i];
      for (std::size_t k = i + 1; k < m; ++k) rest = fma(-H(k, i), direction_[k], rest);
      direction_[i] = rest / H(i, i);
    }
  }

  int K_;
  int m_;
  std::vector<double> A_;                                             // m x K, largest entry 1
  std::vector<double> log_y_;                                         // K
  std::vector<double> exponent_;                                      // -lambda'A(a), K
  std::vector<double> push_;                                          // direction'A(a), K
  std::vector<double> w_;                                             // K
  double total_ = 0;                                                  // sum of w
  std::vector<double> lambda_, slack_, mean_, gradient_, direction_;  // m
  std::vector<double> hessian_;                                       // m x m, then its factor
};

/// Newton's method with a line search on the dual of the KL projection. All storage is allocated by the constructor.
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
    Real scale(1.0), slope(0.0), reach(0.0), exponent_bound(0.0);
    Mask<Real> needs_direction = busy;  // lanes that need a direction at lambda_
    Mask<Real> active = busy;
    for (int pass = 0; pass < most_passes; ++pass) {
      if (any(needs_direction)) {
        // Lanes in the middle of a line search get the same direction again, because lambda_ has not changed.
        const Mask<Real> found = find_direction(set.size);
        Real residual(0.0);
        slope = Real(0.0);
        for (int i = 0; i < m_; ++i) {
          slope = fma(direction_[i], mean_[i], slope);
          residual = max(select(lambda_[i] > Real(0.0), abs(mean_[i]), mean_[i]), residual);
        }
        reach = push_along(A);
        const Mask<Real> optimal = residual <= Real(1e-16) * set.size;
        const Mask<Real> sound = found & (slope >= Real(0.0));  // false if the direction is NaN
        const Mask<Real> near = sound & (reach <= Real(1e-7)), finished = optimal | near;
        const Mask<Real> settled = active & needs_direction & finished;
        if (any(settled)) {
          for (int a = 0; a < K_; ++a)
            w[a] = select(settled, w[a] * select(optimal, Real(1.0), exp_tiny(-push_[a])), w[a]);
          active = active & !settled;
          if (!any(active)) return;
        }
        scale = select(needs_direction, min(Real(1.0), Real(longest_step) / reach), scale);
      }
      const Real trial_bound = fma(scale, reach, exponent_bound);
      weigh(y, scale, trial_bound);
      moments(trial_w_, set, trial_mean_, trial_hessian_);
      Real trial_slope(0.0);
      for (int i = 0; i < m_; ++i) trial_slope = fma(direction_[i], trial_mean_[i], trial_slope);
      // slope: how fast the convex dual falls. A step is too long if the dual rises steeply at its end.
      const Mask<Real> accepted = active & (trial_slope >= Real(-0.5) * slope);
      accept(accepted, scale, w);
      exponent_bound = select(accepted, trial_bound, exponent_bound);
      scale = select(accepted, Real(1.0), Real(0.5) * scale);
      needs_direction = accepted;
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

  /// push_ = direction'A; returns its largest absolute value, the largest change of an exponent in a full step.
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

  /// trial_w_ = y exp(exponent_ - scale push_). No exponent exceeds `bound` in absolute value.
  void weigh(const Vector<Real>& y, const Real& scale, const Real& bound) {
    const Mask<Real> small = bound <= Real(small_exponent_limit);
    for (int a = 0; a < K_; ++a) {
      const Real u = max(min(fma(-scale, push_[a], exponent_[a]), Real(1400.0)), Real(-1400.0));
      trial_w_[a] = select(small, y[a] * exp_small(u), times_exp(y[a], u));
    }
  }

  /// Moves to the trial point. Exponents are updated, not recomputed from lambda, because large multipliers would make
  /// rounding errors large.
  void accept(Mask<Real> accepted, const Real& scale, Vector<Real>& w) {
    for (int a = 0; a < K_; ++a) {
      exponent_[a] = select(accepted, fma(-scale, push_[a], exponent_[a]), exponent_[a]);
      w[a] = select(accepted, trial_w_[a], w[a]);
    }
    for (int i = 0; i < m_; ++i) {
      // Adding the direction makes a multiplier exactly 0 if its target is 0 and the step is full.
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
  Matrix<Real> hessian_, trial_hessian_;                 ///< m x m, lower triangles
  Vector<Real> exponent_;                                ///< -lambda_'A, K
  Vector<Real> push_, trial_w_;                          ///< direction'A and the weights after the trial step, K
  KlByBarrier barrier_;
};

}  // namespace regretta
