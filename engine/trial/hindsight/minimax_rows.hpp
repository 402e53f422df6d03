#pragma once
/// min over x in the simplex of max over rows of row'x, for any number of rows that can be read one at a time. The
/// problem is solved on a few rows, to which the rows that x violates most are added until none is violated. Used by
/// hindsight.cpp.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "regretta/engine/trial/hindsight/simplex.hpp"

namespace regretta {

/// The value, and the optimal strategies of both players.
struct Minimax {
  double value = 0;
  std::vector<double> strategy;    ///< x, K
  std::vector<std::int64_t> rows;  ///< those with a weight, from 0, in no particular order
  std::vector<double> weights;     ///< q, one per entry of `rows`: for every arm, sum_i q_i A_i(a) >= value
};

/// row(r): pointer to the K numbers of row r, r in 0..num_rows-1, valid until the next call; cheapest in increasing r.
/// The value is within 1e-14 of the exact one, or within 1e-12 if rows tie up to rounding.
///
/// The row player's side of the game is the linear program max sum z s.t. (shift - A)'z <= 1, z >= 0, with q = z / sum
/// z. The shift makes every coefficient at least 1. Each row is a column of the program, and x is its multipliers.
template <class Row>
Minimax minimax_over_rows(std::int64_t num_rows, int num_arms, Row&& row) {
  constexpr int stripes = 8;  // stripes of consecutive rows; each may add its worst row per iteration
  constexpr double rounding = 1e-14;
  const auto K = static_cast<std::size_t>(num_arms);

  double most = -infinity;
  for (std::int64_t r = 0; r < num_rows; ++r) {
    const double* values = row(r);
    for (std::size_t a = 0; a < K; ++a) most = std::max(most, values[a]);
  }
  const double shift = 1 + most;

  Minimax game;
  game.value = -infinity;
  game.strategy.assign(K, 1 / static_cast<double>(K));
  Simplex simplex(std::vector<double>(K, 1.0));
  std::vector<Twofold> coefficients(K);
  const auto take = [&](std::int64_t r) {
    if (std::find(game.rows.begin(), game.rows.end(), r) != game.rows.end()) return false;
    game.rows.push_back(r);
    const double* values = row(r);
    for (std::size_t a = 0; a < K; ++a) coefficients[a] = exact_sum(shift, -values[a]);
    simplex.add_column(coefficients, 1);
    return true;
  };
  while (true) {
    std::array<std::int64_t, stripes> worst;
    worst.fill(-1);
    for (int s = 0; s < stripes; ++s) {
      double bar = game.value + rounding;
      for (std::int64_t r = num_rows * s / stripes; r < num_rows * (s + 1) / stripes; ++r) {
        const double* values = row(r);
        double sum = 0;
        for (std::size_t a = 0; a < K; ++a) sum += values[a] * game.strategy[a];
        if (sum > bar) {
          bar = sum;
          worst[static_cast<std::size_t>(s)] = r;
        }
      }
    }
    bool grown = false;
    for (const std::int64_t r : worst) grown |= r >= 0 && take(r);
    if (!grown) break;
    simplex.solve();  // bounded, since every coefficient is positive
    const Twofold total = simplex.value();
    game.value = (Twofold{shift, 0} - Twofold{1, 0} / total).hi;
    game.strategy = proportions(simplex.multipliers());
  }
  game.weights = proportions(simplex.solution());
  return game;
}

}  // namespace regretta
