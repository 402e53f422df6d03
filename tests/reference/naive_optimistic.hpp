#pragma once
/// Learners that solve a linear program over optimistic estimates, from their definitions, in long double. A definition
/// returns the linear program of round t, which is solved by trying every basis.

#include <functional>

#include "regretta/tests/reference/naive_game.hpp"

namespace regretta::naive {

/// min c'x over the simplex subject to A x <= 0.
struct Program {
  Column c;
  Table A;
};

/// Solves a square system by elimination with partial pivoting; empty if it is singular.
inline Column solve_square(Table rows, Column right_side) {
  const std::size_t n = rows.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t r = k; r < n; ++r)
      if (std::abs(rows[r][k]) > std::abs(rows[best][k])) best = r;
    if (std::abs(rows[best][k]) < 1e-17L) return {};
    std::swap(rows[best], rows[k]);
    std::swap(right_side[best], right_side[k]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == k) continue;
      const Number factor = rows[r][k] / rows[k][k];
      for (std::size_t j = k; j < n; ++j) rows[r][j] -= factor * rows[k][j];
      right_side[r] -= factor * right_side[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) right_side[k] /= rows[k][k];
  return right_side;
}

inline Number dot(const Column& a, const Column& b) {
  Number sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// The program, relaxed as in learners/ALGORITHMS.md if its feasible set is empty or thin.
inline Program relaxed(Program p) {
  const Number v = minimax(p.A);
  if (v >= -1e-9L)
    for (Column& row : p.A)
      for (Number& entry : row) entry -= v + 1e-9L;
  return p;
}

/// The cheapest basic feasible solution; empty if there is none. A basis consists of m + 1 of the K + m columns, which
/// are the arms and the slacks.
inline Column best_vertex(const Program& p) {
  const std::size_t K = p.c.size(), m = p.A.size();
  std::vector<bool> chosen(K + m, false);
  std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(m) + 1, true);
  Column best;
  Number least = HUGE_VALL;
  do {
    std::vector<std::size_t> basis;
    for (std::size_t k = 0; k < chosen.size(); ++k)
      if (chosen[k]) basis.push_back(k);
    Table rows(m + 1, Column(m + 1));
    for (std::size_t k = 0; k <= m; ++k) {
      for (std::size_t i = 0; i < m; ++i) rows[i][k] = basis[k] < K ? p.A[i][basis[k]] : (basis[k] == K + i ? 1 : 0);
      rows[m][k] = basis[k] < K ? 1 : 0;
    }
    Column right_side(m + 1);
    right_side[m] = 1;
    const Column weights = solve_square(rows, right_side);
    if (weights.empty() || *std::min_element(weights.begin(), weights.end()) < -1e-15L) continue;
    Column x(K);
    for (std::size_t k = 0; k <= m; ++k)
      if (basis[k] < K) x[basis[k]] = std::max<Number>(0, weights[k]);
    if (dot(p.c, x) < least - 1e-15L) {
      least = dot(p.c, x);
      best = x;
    }
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return best;
}

/// The number of pulls and the mean loss and violations of each arm. An arm that was not played has mean 0 and counts
/// as played once.
struct ArmMeans {
  Column pulls, loss;
  Table violation;

  ArmMeans(const Game& game, const std::vector<Round>& rounds)
      : pulls(game.arms()), loss(game.arms()), violation(game.constraints(), Column(game.arms())) {
    for (const Round& round : rounds) {
      pulls[round.arm] += 1;
      loss[round.arm] += round.loss[round.arm];
      for (std::size_t i = 0; i < violation.size(); ++i) violation[i][round.arm] += round.violation[i][round.arm];
    }
    for (std::size_t a = 0; a < pulls.size(); ++a) {
      pulls[a] = std::max<Number>(1, pulls[a]);
      loss[a] /= pulls[a];
      for (Column& row : violation) row[a] /= pulls[a];
    }
  }
};

using LpDefinition = std::function<Program(const Game&, const std::vector<Round>&)>;

inline Program optlp(const Game& game, const std::vector<Round>& rounds, Number scale) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const Number log = std::log(2 * K * (static_cast<Number>(game.constraints()) + 1) * T / game.delta);
  ArmMeans means(game, rounds);
  for (std::size_t a = 0; a < game.arms(); ++a) {
    means.loss[a] -= scale * std::sqrt(log / (2 * means.pulls[a]));
    for (Column& row : means.violation) row[a] -= scale * std::sqrt(2 * log / means.pulls[a]);
  }
  return {means.loss, means.violation};
}

inline Program ns_lp(const Game& game, const std::vector<Round>& rounds, Number scale, Number C) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const Number L = std::log(T * K * static_cast<Number>(game.constraints()) / game.delta);
  ArmMeans means(game, rounds);
  for (std::size_t a = 0; a < game.arms(); ++a) {
    const Number N = means.pulls[a];
    means.loss[a] -= std::min<Number>(1, scale * std::sqrt(L / (2 * N))) + C / N;
    for (Column& row : means.violation) row[a] -= std::min<Number>(2, scale * std::sqrt(2 * L / N)) + C / N + C / T;
  }
  return {means.loss, means.violation};
}

/// The program of opb as published (Pacchiano et al. 2021), with rewards 1 - l and costs (g + 1) / 2, whose threshold
/// tau is 1/2. least_gap: a lower bound on the gap of the safe arm.
inline Program opb(const Game& game, const std::vector<Round>& rounds, Number scale, std::size_t safe, Number safe_loss,
                   const Column& safe_violation, Number least_gap) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const std::size_t m = game.constraints();
  Number gap = 1;
  for (const Number g : safe_violation) gap = std::min(gap, 0.5L - (g + 1) / 2);
  gap = std::max(gap, least_gap);
  const Number alpha = m == 1 ? 1 + 2 * safe_loss / gap : 1 + 2 / gap;
  const ArmMeans means(game, rounds);
  Program p{Column(game.arms()), Table(m, Column(game.arms()))};
  for (std::size_t a = 0; a < game.arms(); ++a) {
    const Number beta = scale * std::sqrt(2 * std::log(4 * K * T / game.delta) / means.pulls[a]);
    const Number reward = a == safe ? 1 - safe_loss : 1 - means.loss[a] + alpha * beta;
    p.c[a] = 1 - reward;
    for (std::size_t i = 0; i < m; ++i) {
      const Number cost = a == safe ? (safe_violation[i] + 1) / 2 : (means.violation[i][a] + 1) / 2 + beta;
      p.A[i][a] = 2 * (cost - 0.5L);
    }
  }
  return p;
}

}  // namespace regretta::naive
