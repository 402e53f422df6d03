#pragma once
/// The projection as a competent user would write it, by Newton's method on the dual problem: safeguarded by a bracket
/// for one constraint; for several, with projection onto lambda >= 0 and Armijo's rule.

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

namespace regretta::peers {

class NewtonProjection {
 public:
  /// x = argmin {D(x || y) : x in the simplex, A x <= 0}; A: m x K, row-major. Returns true if y / sum y is infeasible.
  bool operator()(const std::vector<double>& y, const std::vector<double>& A, std::vector<double>& x) {
    K_ = y.size();
    m_ = A.size() / K_;
    x = y;
    lambda_.assign(m_, 0.0);
    measure(A, x);
    bool outside = false;
    for (const double mean : mean_) outside |= mean > 0;
    if (outside) m_ == 1 ? find_root(y, A, x) : minimise(y, A, x);
    for (double& weight : x) weight /= sum_;
    return outside;
  }

 private:
  static constexpr double tolerance = 1e-14;  ///< for expected violations, which are at most 1 in absolute value

  /// Computes x = y exp(-lambda'A) and its moments.
  void weigh(const std::vector<double>& y, const std::vector<double>& A, const std::vector<double>& lambda,
             std::vector<double>& x) {
    for (std::size_t a = 0; a < K_; ++a) {
      double exponent = 0;
      for (std::size_t i = 0; i < m_; ++i) exponent -= lambda[i] * A[i * K_ + a];
      x[a] = y[a] * std::exp(exponent);
    }
    measure(A, x);
  }
  /// Computes the sum of the weights, and mean and covariance of the violations.
  void measure(const std::vector<double>& A, const std::vector<double>& x) {
    sum_ = 0;
    for (const double weight : x) sum_ += weight;
    mean_.resize(m_);
    covariance_.resize(m_ * m_);
    for (std::size_t i = 0; i < m_; ++i) {
      double mean = 0;
      for (std::size_t a = 0; a < K_; ++a) mean += x[a] * A[i * K_ + a];
      mean_[i] = mean / sum_;
      for (std::size_t j = 0; j <= i; ++j) {
        double product = 0;
        for (std::size_t a = 0; a < K_; ++a) product += x[a] * A[i * K_ + a] * A[j * K_ + a];
        covariance_[i * m_ + j] = covariance_[j * m_ + i] = product / sum_ - mean_[i] * mean_[j];
      }
    }
  }

  void find_root(const std::vector<double>& y, const std::vector<double>& A, std::vector<double>& x) {
    double low = 0, high = std::numeric_limits<double>::infinity();
    for (int step = 0; step < 200; ++step) {
      double& lambda = lambda_[0];
      if (std::abs(mean_[0]) <= tolerance) return;
      (mean_[0] > 0 ? low : high) = lambda;
      const double newton = lambda + mean_[0] / (covariance_[0] + mean_[0] * mean_[0]);
      if (newton > low && newton < high) {
        lambda = newton;
      } else {
        lambda = std::isinf(high) ? 2 * lambda + 1 : 0.5 * (low + high);
      }
      weigh(y, A, lambda_, x);
    }
    throw std::runtime_error("the projection did not converge");
  }

  void minimise(const std::vector<double>& y, const std::vector<double>& A, std::vector<double>& x) {
    for (int step = 0; step < 200; ++step) {
      double residual = 0;
      for (std::size_t i = 0; i < m_; ++i)
        residual = std::max(residual, lambda_[i] > 0 ? std::abs(mean_[i]) : mean_[i]);
      if (residual <= tolerance) return;
      solve_for_direction();
      const double value = std::log(sum_);
      const std::vector<double> slope = mean_, start = lambda_;
      for (double scale = 1;; scale /= 2) {
        double decrease = 0;
        for (std::size_t i = 0; i < m_; ++i) {
          lambda_[i] = std::max(0.0, start[i] + scale * direction_[i]);
          decrease += slope[i] * (lambda_[i] - start[i]);
        }
        weigh(y, A, lambda_, x);
        if (std::log(sum_) <= value - 1e-4 * decrease + 1e-15) break;  // Armijo's rule; 1e-15: rounding
        if (scale < 1e-12) throw std::runtime_error("the line search failed");
      }
    }
    throw std::runtime_error("the projection did not converge");
  }

  /// Solves covariance * direction = mean by Cholesky's method, on the coordinates that are free to move; 0 elsewhere.
  void solve_for_direction() {
    std::vector<double>& L = covariance_;
    direction_ = mean_;
    for (std::size_t i = 0; i < m_; ++i) {
      if (lambda_[i] > 0 || mean_[i] > 0) continue;
      for (std::size_t j = 0; j < m_; ++j) L[i * m_ + j] = L[j * m_ + i] = 0;
      L[i * m_ + i] = 1;
      direction_[i] = 0;
    }
    for (std::size_t i = 0; i < m_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        for (std::size_t k = 0; k < j; ++k) L[i * m_ + j] -= L[i * m_ + k] * L[j * m_ + k];
        L[i * m_ + j] = i == j ? std::sqrt(std::max(L[i * m_ + i], 1e-12)) : L[i * m_ + j] / L[j * m_ + j];
      }
      for (std::size_t k = 0; k < i; ++k) direction_[i] -= L[i * m_ + k] * direction_[k];
      direction_[i] /= L[i * m_ + i];
    }
    for (std::size_t i = m_; i-- > 0;) {
      for (std::size_t k = i + 1; k < m_; ++k) direction_[i] -= L[k * m_ + i] * direction_[k];
      direction_[i] /= L[i * m_ + i];
    }
  }

  std::size_t K_ = 0, m_ = 0;
  double sum_ = 0;
  std::vector<double> lambda_, mean_, covariance_, direction_;
};

}  // namespace regretta::peers
