#pragma once
/// The Newton step for the multipliers of m constraints: minimises over lambda >= 0 the quadratic model of the dual,
/// -mean'(lambda - lambda_0) + (lambda - lambda_0)'H(lambda - lambda_0)/2, by principal pivoting on the set of free
/// multipliers, which may be positive (Judice and Pires 1994: first exchange all wrong multipliers at once, then use
/// Murty's least index rule). Used by the KL projection with several constraints.

#include <vector>

#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Fill `mean` and `hessian`, then call solve(). All storage is allocated by the constructor.
template <class Real>
class NonnegativeNewton {
 public:
  explicit NonnegativeNewton(int m)
      : target(Vector<Real>::Constant(m, Real(0.0))),
        mean(target),
        hessian(Matrix<Real>::Constant(m, m, Real(0.0))),
        m_(m),
        wanted_(target),
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
      const Mask<Real> in_use = lambda[i] > Real(0.0), broken = mean[i] > tolerance;
      free_[index(i)].lanes = in_use | broken;
      wanted_[i] = mean[i];
      for (int j = 0; j < m_; ++j) wanted_[i] = fma(entry(i, j), lambda[j], wanted_[i]);
    }
    Mask<Real> wrong_lanes = tolerance < Real(0.0);
    for (int pivoting = 0; pivoting <= 2 * m_ + 2; ++pivoting) {
      factorise();
      solve_free(wanted_, target);
      wrong_lanes = flip_wrong(tolerance, pivoting > 3);
      if (!any(wrong_lanes)) break;
    }
    for (int i = 0; i < m_; ++i) target[i] = max(target[i], Real(0.0));
    return !wrong_lanes;
  }

  /// Solves H step = residual on the multipliers that are free after the last solve(); step = 0 on the others.
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

  /// Exchanges the free multipliers that are negative and the others whose constraint is violated, all of them or only
  /// the first; returns the lanes that had any.
  Mask<Real> flip_wrong(Real tolerance, bool only_first) {
    Mask<Real> lanes_wrong = tolerance < Real(0.0);
    for (int i = 0; i < m_; ++i) {
      Real slack = -wanted_[i];
      for (int j = 0; j < m_; ++j) slack = fma(entry(i, j), target[j], slack);
      const Mask<Real> free = is_free(i), bound = !free;
      // Written such that NaN counts as wrong.
      const Mask<Real> sound = target[i] >= Real(0.0), kept = slack >= -tolerance;
      const Mask<Real> negative = free & !sound, broken = bound & !kept;
      Mask<Real> wrong = negative | broken;
      if (only_first) wrong = wrong & !lanes_wrong;
      lanes_wrong = lanes_wrong | wrong;
      const Mask<Real> stays = free & !wrong, enters = bound & wrong;
      free_[index(i)].lanes = stays | enters;
    }
    return lanes_wrong;
  }

  int m_;
  Vector<Real> wanted_;  // mean + H lambda_0, which H target must equal on the free multipliers
  Vector<Real> inverse_pivot_;
  Matrix<Real> factor_;
  std::vector<Real> scaled_ = std::vector<Real>(static_cast<std::size_t>(m_));  // L D of the current row
  struct Freedom {
    Mask<Real> lanes{};
  };
  std::vector<Freedom> free_;
};

}  // namespace regretta
