#pragma once
/// A learner compared with its naive definition on the same draws, over 600 rounds: the same arms, strategies to
/// 1e-9. The naive side is given the history as played, because importance weights amplify a difference in the last
/// bit.

#include <gtest/gtest.h>

#include <functional>

#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"
#include "regretta/tests/reference/naive_optimistic.hpp"

namespace regretta {

namespace naive {
/// From the rounds 1..t-1 to x_t.
using Rival = std::function<Column(const Game&, const std::vector<Round>&)>;
}  // namespace naive

/// Expects that x solves the program or equals the naive solution.
inline void expect_solves(const naive::Program& program, const std::vector<double>& x, std::size_t t) {
  const naive::Program p = naive::relaxed(program);
  const naive::Column best = naive::best_vertex(p), ours(x.begin(), x.end());
  naive::Number distance = 0, size = 1;
  for (std::size_t a = 0; a < x.size(); ++a) {
    distance = std::max(distance, std::abs(ours[a] - best[a]));
    size = std::max(size, std::abs(p.c[a]));
  }
  if (distance <= 1e-9L) return;
  EXPECT_NEAR(static_cast<double>(naive::dot(p.c, ours)), static_cast<double>(naive::dot(p.c, best)),
              static_cast<double>(1e-9L * size))
      << "round " << t;
  for (const naive::Column& row : p.A) EXPECT_LE(static_cast<double>(naive::dot(row, ours)), 1e-12) << "round " << t;
}

template <template <class> class L>
void expect_same_replay(const typename L<double>::Params& params, const naive::Rival& rival) {
  constexpr int rounds = replay_rounds;
  for (const int m : {1, 3}) {
    naive::Game game = drifting_game({.arms = 3 + m, .constraints = m, .horizon = 5000, .safe_arm = true},
                                     700 + static_cast<std::uint64_t>(m));
    game.noise = BernoulliNoise();
    const CellWork work = cell_of(game, 9, rounds);
    const EnginePlayed engine = watch(tests::make_learner<L, double>(work, params), work, 2, rounds);
    const naive::Luck luck(9, 2);
    std::vector<naive::Round> played;
    double worst = 0;
    for (std::size_t t = 1; t <= rounds; ++t) {
      const naive::Column x = rival(game, played);
      played.push_back(naive::play_round(game, luck, t, {engine.x[t - 1].begin(), engine.x[t - 1].end()}));
      if (!engine.arms.empty()) {
        ASSERT_EQ(engine.arms[t - 1], static_cast<int>(played.back().arm)) << "round " << t;
      }
      for (std::size_t a = 0; a < x.size(); ++a)
        worst = std::max(worst, static_cast<double>(std::abs(engine.x[t - 1][a] - x[a]) / std::max(x[a], 1e-3L)));
    }
    EXPECT_LT(worst, 1e-9) << "m = " << m;
    const naive::Books books = naive::keep_books(game, played);
    EXPECT_NEAR(engine.result[Quantity::violation], static_cast<double>(books.violation), 1e-8);
    EXPECT_NEAR(engine.result[Quantity::signed_violation], static_cast<double>(books.signed_violation), 1e-8);
  }
}

}  // namespace regretta
