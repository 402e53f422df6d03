#pragma once
/// Primal-dual learners from their definitions, in long double, everything recomputed from what was seen so far.

#include "regretta/tests/reference/naive_rivals.hpp"

namespace regretta::naive {

inline Column ucpd(const Game& game, const std::vector<Round>& rounds) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  Column x = uniform_strategy(game.arms()), queue(game.constraints());
  for (const Round& round : rounds) {
    Column next = x;
    for (std::size_t a = 0; a < x.size(); ++a) {
      Number pressure = std::sqrt(T) * round.loss[a];
      for (std::size_t i = 0; i < queue.size(); ++i) pressure += queue[i] * round.violation[i][a];
      next[a] = ((1 - 1 / T) * x[a] + 1 / (T * K)) * std::exp(-pressure / T);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      Number violation = 0;
      for (std::size_t a = 0; a < x.size(); ++a) violation += round.violation[i][a] * x[a];
      queue[i] = std::max<Number>(0, queue[i] + violation);
    }
    x = normalised(next);
  }
  return x;
}

}  // namespace regretta::naive
