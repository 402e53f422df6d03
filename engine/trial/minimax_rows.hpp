#pragma once
/// min over x in the simplex of max over rows of row'x, for any number of rows that can be read one at a time: solved
/// on a few rows, to which the rows that x violates most are added until there are none.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "regretta/engine/trial/simplex.hpp"

namespace regretta {

/// As Minimax, with the weights of the named rows; all others have none.
struct SparseMinimax {
  double value = 0;
  std::vector<double> strategy;    ///< x, K
  std::vector<std::int64_t> rows;  ///< from 0, in no order
  std::vector<double> weights;     ///< one per entry of `rows`
};

/// The game on these rows alone. rows: as many rows as there are names, K numbers each; least: at most every entry.
/// x = z / sum z for max sum z s.t. (A + shift) z <= 1, where the shift makes every entry at least 1.
inline void solve_game(const std::vector<double>& rows, double least, SparseMinimax& game) {
  const std::size_t K = game.strategy.size();
  const double shift = 1 - least;
  Simplex simplex(static_cast<int>(game.rows.size()), static_cast<int>(K));
  for (int r = 0; r < static_cast<int>(game.rows.size()); ++r) {
    for (int a = 0; a < static_cast<int>(K); ++a)
      simplex.set(r, a, rows[static_cast<std::size_t>(r) * K + static_cast<std::size_t>(a)], shift);
    simplex.set_bound(r, 1);
  }
  for (int a = 0; a < static_cast<int>(K); ++a) simplex.set_gain(a, 1);
  simplex.solve();  // bounded, since every entry is positive; were it to stall, x would still be a strategy
  const Twofold total = simplex.value();
  game.value = (Twofold{1, 0} / total - Twofold{shift, 0}).hi;
  for (std::size_t a = 0; a < K; ++a) game.strategy[a] = std::max(0.0, (simplex.solution()[a] / total).hi);
  game.weights.resize(game.rows.size());
  for (std::size_t r = 0; r < game.weights.size(); ++r)
    game.weights[r] = std::max(0.0, (simplex.multipliers()[r] / total).hi);
}

/// row(r): pointer to the K numbers of row r, r in 0..num_rows-1, valid until the next call; cheapest in increasing r.
/// The value is within 1e-14 of the exact one.
template <class Row>
SparseMinimax minimax_over_rows(std::int64_t num_rows, int num_arms, Row&& row) {
  constexpr std::int64_t few = 64;
  constexpr std::size_t starters = 16;
  constexpr int stripes = 8;  // of consecutive rows, each of which may contribute its worst row to the next game
  constexpr double rounding = 1e-14;
  const auto K = static_cast<std::size_t>(num_arms);

  SparseMinimax game;
  game.strategy.resize(K);
  std::vector<double> rows;
  const auto take = [&](std::int64_t r) {
    if (std::find(game.rows.begin(), game.rows.end(), r) != game.rows.end()) return false;
    game.rows.push_back(r);
    const double* values = row(r);
    rows.insert(rows.end(), values, values + K);
    return true;
  };

  double least = row(0)[0];
  std::vector<double> worst(K, -infinity);
  std::vector<std::int64_t> worst_row(K);
  for (std::int64_t r = 0; r < num_rows; ++r) {
    const double* values = row(r);
    for (std::size_t a = 0; a < K; ++a) {
      least = std::min(least, values[a]);
      if (values[a] > worst[a]) {
        worst[a] = values[a];
        worst_row[a] = r;
      }
    }
  }
  if (num_rows <= few) {
    for (std::int64_t r = 0; r < num_rows; ++r) take(r);
  } else {
    for (std::size_t a = 0; a < std::min(K, starters); ++a) take(worst_row[a]);
  }

  for (bool grown = true; grown;) {
    solve_game(rows, least, game);
    grown = false;
    if (num_rows <= few) break;
    std::array<std::int64_t, stripes> candidates;
    candidates.fill(-1);
    for (int s = 0; s < stripes; ++s) {
      double most = game.value + rounding;
      for (std::int64_t r = num_rows * s / stripes; r < num_rows * (s + 1) / stripes; ++r) {
        const double* values = row(r);
        double sum = 0;
        for (std::size_t a = 0; a < K; ++a) sum += values[a] * game.strategy[a];
        if (sum > most) {
          most = sum;
          candidates[static_cast<std::size_t>(s)] = r;
        }
      }
    }
    for (const std::int64_t r : candidates) grown |= r >= 0 && take(r);
  }
  return game;
}

}  // namespace regretta
