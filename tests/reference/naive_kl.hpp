#pragma once
/// KLP(y, A) in long double from its definition (learners/ALGORITHMS.md): a slow path-following method on the dual
/// ln sum_a y(a) exp(-lambda'A(a)) - mu sum_i ln lambda_i with mu -> 0; bisection if there is one constraint. No active
/// set, no lanes, and no code in common with learners/.

#include <algorithm>
#include <cmath>
#include <vector>

#include "regretta/tests/reference/naive_minimax.hpp"

namespace regretta::naive {

struct KlSolution {
  Column x;             ///< K, in the simplex
  Column lambda;        ///< m
  Number value = 0;     ///< v = min_x max_i (A x)_i
  bool empty = false;   ///< v > 1e-9: x is the projection onto {A x <= v + 1e-9} instead
  bool thin = false;    ///< |v| <= 1e-9: likewise, unless y satisfies A x <= 0
  Number residual = 0;  ///< largest violation of the KKT conditions
};

namespace detail {

/// x(a) proportional to y(a) exp(-lambda'A(a)), with sum 1. log_y: the logarithms of y.
inline Column gibbs(const Column& log_y, const Table& A, const Column& lambda) {
  Column u(log_y);
  for (std::size_t a = 0; a < u.size(); ++a)
    for (std::size_t i = 0; i < A.size(); ++i) u[a] -= lambda[i] * A[i][a];
  const Number largest = *std::max_element(u.begin(), u.end());
  Number sum = 0;
  for (Number& entry : u) sum += entry = std::exp(entry - largest);
  for (Number& entry : u) entry /= sum;
  return u;
}

inline Number dot(const Column& p, const Column& q) {
  Number sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += p[k] * q[k];
  return sum;
}

/// Solves H d = r for a symmetric positive semi-definite H by Cholesky's method. A tiny ridge on the diagonal and a
/// smallest pivot handle a singular H.
inline Column solve_symmetric(Table H, Column r) {
  const std::size_t m = r.size();
  for (std::size_t i = 0; i < m; ++i) H[i][i] *= 1 + 1e-17L;
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Number entry = H[i][j];
      for (std::size_t k = 0; k < j; ++k) entry -= H[i][k] * H[j][k];
      if (j < i) {
        H[i][j] = entry / H[j][j];
      } else {
        H[i][i] = std::sqrt(std::max(entry, 1e-18L * H[i][i] + 1e-300L));
      }
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t k = 0; k < i; ++k) r[i] -= H[i][k] * r[k];
    r[i] /= H[i][i];
  }
  for (std::size_t i = m; i-- > 0;) {
    for (std::size_t k = i + 1; k < m; ++k) r[i] -= H[k][i] * r[k];
    r[i] /= H[i][i];
  }
  return r;
}

/// Minimises the dual with barrier mu, starting at `lambda`, by Newton's method. A step is halved until the slope at
/// its end is at most 0.3 times the size of the slope at its start (slopes are accurate where differences of values are
/// not). Ends after a full step that changes no multiplier by the fraction `close` or more.
inline void centre(const Column& log_y, const Table& A, Number mu, Column& lambda, Number close) {
  const std::size_t m = A.size();
  const auto gradient = [&](const Column& point, Column& g, Column& x) {
    x = gibbs(log_y, A, point);
    for (std::size_t i = 0; i < m; ++i) g[i] = -dot(A[i], x) - mu / point[i];
  };
  Column g(m), x, trial(m), trial_g(m), trial_x;
  for (int step = 0; step < 40; ++step) {
    gradient(lambda, g, x);
    Table H(m, Column(m));
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const Number mean_i = dot(A[i], x), mean_j = dot(A[j], x);
        for (std::size_t a = 0; a < x.size(); ++a) H[i][j] += x[a] * (A[i][a] - mean_i) * (A[j][a] - mean_j);
      }
      H[i][i] += mu / (lambda[i] * lambda[i]);
    }
    Column minus_g(m);
    for (std::size_t i = 0; i < m; ++i) minus_g[i] = -g[i];
    const Column d = solve_symmetric(H, minus_g);
    Number longest = 1, change = 0;
    for (std::size_t i = 0; i < m; ++i) {
      if (d[i] < 0) longest = std::min(longest, 0.99L * lambda[i] / -d[i]);
      change = std::max(change, std::abs(d[i]) / lambda[i]);
    }
    const Number first_slope = dot(g, d);
    if (!(first_slope < 0)) return;
    Number scale = longest;
    for (int cut = 0; cut < 60; ++cut) {
      for (std::size_t i = 0; i < m; ++i) trial[i] = lambda[i] + scale * d[i];
      gradient(trial, trial_g, trial_x);
      const Number slope = dot(trial_g, d);
      if (slope <= 0.3L * -first_slope) break;  // the step does not end far beyond the minimum
      scale *= 0.5L;
    }
    lambda = trial;
    if (scale == 1 && change < close) return;
  }
}

/// The multiplier of a single constraint, by bisection: E[A] falls as the multiplier grows.
inline Number bisect(const Column& log_y, const Table& A) {
  const auto violated = [&](Number lambda) { return dot(A[0], gibbs(log_y, A, {lambda})) > 0; };
  Number low = 0, high = 1;
  while (violated(high)) {
    low = high;
    high *= 2;
  }
  for (Number middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2)
    (violated(middle) ? low : high) = middle;
  return high;
}

}  // namespace detail

/// KLP(y, A). y: K positive weights with any sum. A: m rows of K numbers.
inline KlSolution kl_projection(const Column& y, Table A) {
  constexpr Number eps = 1e-9L;
  KlSolution solution;
  Column log_y;
  for (const Number weight : y) log_y.push_back(std::log(weight));

  solution.lambda.assign(A.size(), 0);
  solution.x = detail::gibbs(log_y, A, solution.lambda);
  solution.value = minimax(A);
  solution.empty = solution.value > eps;
  solution.thin = std::abs(solution.value) <= eps;
  bool inside = true;
  for (const Column& row : A) inside = inside && detail::dot(row, solution.x) <= 0;
  if (inside) return solution;
  if (solution.empty || solution.thin)
    for (Column& row : A)
      for (Number& entry : row) entry -= solution.value + eps;

  std::fill(solution.lambda.begin(), solution.lambda.end(), 1);
  if (A.size() == 1) {
    solution.lambda[0] = detail::bisect(log_y, A);
  } else {
    for (Number mu = 1; mu > 1e-33L; mu *= 0.2L)
      detail::centre(log_y, A, mu, solution.lambda, mu > 1e-32L ? 0.1L : 1e-17L);
  }
  solution.x = detail::gibbs(log_y, A, solution.lambda);
  for (std::size_t i = 0; i < A.size(); ++i) {
    const Number slack = -detail::dot(A[i], solution.x);
    solution.residual = std::max({solution.residual, -slack, std::min(std::abs(slack), solution.lambda[i])});
  }
  return solution;
}
inline KlSolution kl_projection(const std::vector<double>& y, const std::vector<std::vector<double>>& rows) {
  Table A;
  for (const auto& row : rows) A.emplace_back(row.begin(), row.end());
  return kl_projection(Column(y.begin(), y.end()), A);
}

}  // namespace regretta::naive
