#pragma once
/// Random games in which learners are compared with their naive definitions.

#include <random>

#include "regretta/tests/reference/naive_game.hpp"

namespace regretta {

struct GameShape {
  int arms;
  int constraints;
  int horizon;
  bool safe_arm = false;    ///< whether the last arm is expensive and far from violating; the uniform strategy violates
  bool duplicates = false;  ///< whether every second constraint repeats the one before it
  bool bad_middle = false;  ///< whether no arm is safe in rounds T/10 to 3T/4, so that sets become empty
};

/// A game with drifting means: two blocks of random means, mixed by a slow wave, with a little noise in every round.
/// Cheap arms violate, so that constraints bind.
inline naive::Game drifting_game(const GameShape& shape, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&random] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const auto K = static_cast<std::size_t>(shape.arms), m = static_cast<std::size_t>(shape.constraints);
  const auto row = [&](double low, double high) {
    naive::Column values(K);
    for (auto& value : values) value = low + (high - low) * uniform();
    return values;
  };
  naive::Column loss[2] = {row(0.1, 0.9), row(0.1, 0.9)};
  if (shape.safe_arm) loss[0][K - 1] = loss[1][K - 1] = 0.95;
  naive::Table violation[2];
  for (auto& block : violation)
    for (std::size_t i = 0; i < m; ++i) {
      block.push_back(row(-0.25, 0.45));
      for (std::size_t a = 0; a < K; ++a) block.back()[a] += 0.8 * (0.5 - loss[0][a]);
      block.back()[i % K] = -0.6;                   // makes some mixture safe
      if (m % 2 == 0) block.back()[K - 1] = -0.15;  // makes the last arm safe
      if (shape.safe_arm) {
        block.back()[K - 1] = -0.7;
        naive::Number sum = 0;
        for (const auto value : block.back()) sum += value;
        const auto count = static_cast<naive::Number>(K);
        for (std::size_t a = 0; a + 1 < K; ++a) block.back()[a] += (0.15L * count - sum) / (count - 1);  // mean 0.15
      }
      if (shape.duplicates && i % 2 == 1) block[i] = block[i - 1];
    }
  naive::Game game;
  for (int t = 0; t < shape.horizon; ++t) {
    const double share = 0.5 + 0.5 * std::sin(t * 9.0 / shape.horizon);
    const bool is_bad = shape.bad_middle && 10 * t >= shape.horizon && 4 * t < 3 * shape.horizon;
    // Rounded to double, so that both sides of the comparison have the same means.
    const auto mix = [&](const naive::Column& first, const naive::Column& second, double low, double shift) {
      naive::Column values(K);
      for (std::size_t a = 0; a < K; ++a) {
        const double mean = static_cast<double>(first[a]) * share + static_cast<double>(second[a]) * (1 - share) +
                            shift + 0.1 * (uniform() - 0.5);
        values[a] = std::min(1.0, std::max(low, mean));
      }
      return values;
    };
    game.loss.push_back(mix(loss[0], loss[1], 0, 0));
    game.violation.emplace_back();
    for (std::size_t i = 0; i < m; ++i) {
      if (shape.duplicates && i % 2 == 1) {
        game.violation.back().push_back(game.violation.back().back());
      } else {
        game.violation.back().push_back(mix(violation[0][i], violation[1][i], -1, is_bad ? 0.9 : 0));
      }
    }
  }
  return game;
}

}  // namespace regretta
