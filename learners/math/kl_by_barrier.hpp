#pragma once
/// The KL projection with several constraints, robust rather than fast: for weights that span hundreds of powers of e,
/// thin sets and everything else that KlBySearch cannot solve. An interior-point method: it follows the minimiser of
/// the dual plus a barrier, ln sum_a y(a) exp(-lambda'A(a)) - mu sum_i ln lambda_i, from mu = 1 to about 1e-32 by
/// primal-dual steps, in which separate slacks s_i take the place of mu / lambda_i in the curvature. One lane at a
/// time, in doubles.

#include <cstddef>
#include <vector>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// Fill y() and A(), then call solve().
class KlByBarrier {
 public:
  KlByBarrier(int num_arms, int num_constraints)
      : K_(num_arms),
        m_(num_constraints),
        A_(count(m_, K_)),
        log_y_(count(1, K_)),
        exponent_(count(1, K_)),
        push_(count(1, K_)),
        w_(count(1, K_)),
        lambda_(count(1, m_)),
        slack_(count(1, m_)),
        mean_(count(1, m_)),
        gradient_(count(1, m_)),
        direction_(count(1, m_)),
        hessian_(count(m_, m_)) {}

  double* y() { return log_y_.data(); }  ///< input: K weights > 0
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
  static std::size_t count(int rows, int columns) {
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
      // Exponents are updated, not recomputed from lambda: with large multipliers they would be lost to rounding.
      for (std::size_t a = 0; a < exponent_.size(); ++a) exponent_[a] = fma(-scale, push_[a], exponent_[a]);
      for (std::size_t i = 0; i < lambda_.size(); ++i) {
        const double wanted = (mu - slack_[i] * direction_[i]) / lambda_[i];
        lambda_[i] = fma(scale, direction_[i], lambda_[i]);
        const double central = mu / lambda_[i];
        slack_[i] = min(max(fma(scale, wanted - slack_[i], slack_[i]), 1e-2 * central), 1e2 * central);
      }
      if (scale == 1 && reach <= close) return;
    }
  }

  /// w = y exp(exponent - scale push), its largest entry 1; mean_i = E[A_i].
  void weigh(double scale) {
    double top = -infinity, sum = 0;
    for (std::size_t a = 0; a < w_.size(); ++a) {
      w_[a] = fma(-scale, push_[a], exponent_[a]) + log_y_[a];
      top = max(w_[a], top);
    }
    for (double& mean : mean_) mean = 0;
    for (std::size_t a = 0; a < w_.size(); ++a) {
      w_[a] = exp(w_[a] - top);
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

}  // namespace regretta
