#pragma once
/// Thompson sampling from its definition, in long double, on the engine's random words.

#include "regretta/tests/reference/naive_draws.hpp"
#include "regretta/tests/reference/naive_optimistic.hpp"

namespace regretta::naive {

/// For each arm, a draw from Beta(1 + sum of x, 1 + sum of 1 - x) over the rounds in which it was played. value(round)
/// returns x in [0, 1].
template <class Value>
Column drawn_means(const Game& game, const std::vector<Round>& rounds, const LearnerDraws& draws, int purpose,
                   Value value) {
  Column ones(game.arms(), 1), zeros = ones, means;
  for (const Round& round : rounds) {
    ones[round.arm] += value(round);
    zeros[round.arm] += 1 - value(round);
  }
  for (std::size_t a = 0; a < game.arms(); ++a)
    means.push_back(draws.beta(rounds.size() + 1, purpose, a, ones[a], zeros[a]));
  return means;
}
inline Column drawn_losses(const Game& game, const std::vector<Round>& rounds, const LearnerDraws& draws) {
  return drawn_means(game, rounds, draws, 0, [](const Round& round) { return round.loss[round.arm]; });
}

inline Column thompson(const Game& game, const std::vector<Round>& rounds, const LearnerDraws& draws) {
  const Column losses = drawn_losses(game, rounds, draws);
  const auto least = std::min_element(losses.begin(), losses.end()) - losses.begin();
  return point_mass(game.arms(), static_cast<std::size_t>(least));
}

inline Program lincon_ts(const Game& game, const std::vector<Round>& rounds, const LearnerDraws& draws) {
  Program p{drawn_losses(game, rounds, draws), {}};
  for (std::size_t i = 0; i < game.constraints(); ++i) {
    p.A.push_back(drawn_means(game, rounds, draws, static_cast<int>(i) + 1,
                              [i](const Round& round) { return (round.violation[i][round.arm] + 1) / 2; }));
    for (Number& entry : p.A.back()) entry = 2 * entry - 1;
  }
  return p;
}

}  // namespace regretta::naive
