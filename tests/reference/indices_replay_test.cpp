// Learners that play one arm at a time, or in epochs, compared with their naive definitions on the same draws, over
// 600 rounds.

#include <gtest/gtest.h>

#include "regretta/learners/barbar.hpp"
#include "regretta/learners/doubly_opt_arm.hpp"
#include "regretta/learners/layered_elimination.hpp"
#include "regretta/learners/thompson.hpp"
#include "regretta/learners/ucb.hpp"
#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"
#include "regretta/tests/reference/naive_indices.hpp"
#include "regretta/tests/reference/naive_thompson.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta {
namespace {

/// Of the trial below.
const naive::OwnDraws own_draws(9, 3);

/// Returns the number of rounds in which the strategy changed.
template <template <class> class L>
int expect_same_indices(const typename L<double>::Params& params, int m, const naive::Rival& rival) {
  naive::Game game = drifting_game({.arms = 3 + m, .constraints = m, .horizon = 5000, .safe_arm = true},
                                   700 + static_cast<std::uint64_t>(m));
  game.noise = BernoulliNoise();
  const CellWork work = cell_of(game, 9, replay_rounds);
  const EnginePlayed engine = watch(L<double>(work.problem, params), work, 3, replay_rounds);
  const naive::Luck luck(9, 3);
  std::vector<naive::Round> played;
  naive::Number worst = 0;
  int changes = 0;
  for (std::size_t t = 1; t <= replay_rounds; ++t) {
    const naive::Column x = rival(game, played), ours(engine.x[t - 1].begin(), engine.x[t - 1].end());
    for (std::size_t a = 0; a < x.size(); ++a) worst = std::max(worst, std::abs(ours[a] - x[a]));
    EXPECT_LT(worst, 1e-9L) << "round " << t << ", m = " << m;
    changes += t > 1 && engine.x[t - 1] != engine.x[t - 2];
    played.push_back(naive::play_round(game, luck, t, ours));
    EXPECT_EQ(engine.arms[t - 1], static_cast<int>(played.back().arm)) << "round " << t;
    if (testing::Test::HasFailure()) return changes;
  }
  return changes;
}

TEST(IndicesReplay, KlUcb) {
  for (const int m : {1, 3})
    for (const auto& [log_scale, c] : {std::pair(1.0, 0.0), std::pair(0.25, 0.0), std::pair(1.0, 3.0)})
      EXPECT_GT(expect_same_indices<KlUcb>({.log_scale = log_scale, .c = c}, m,
                                           [log_scale = log_scale, c = c](const auto& game, const auto& seen) {
                                             return naive::kl_ucb(game, seen, log_scale, c, own_draws);
                                           }),
                5);
}
TEST(IndicesReplay, DoublyOptArm) {
  for (const int m : {1, 3})
    for (const bool by_kl : {true, false})
      EXPECT_GT(expect_same_indices<DoublyOptArm>({.index = by_kl ? RewardIndex::kl_ucb : RewardIndex::ucb}, m,
                                                  [=](const auto& game, const auto& seen) {
                                                    return naive::doubly_opt_arm(game, seen, by_kl, own_draws);
                                                  }),
                10);
}
TEST(IndicesReplay, Thompson) {
  for (const int m : {1, 3})
    EXPECT_GT(expect_same_indices<Thompson>(
                  {}, m, [](const auto& game, const auto& seen) { return naive::thompson(game, seen, own_draws); }),
              10);
}
TEST(IndicesReplay, Barbar) {
  for (const int m : {1, 3})
    for (const double scale : {1e-3, 1e-5})
      EXPECT_GE(expect_same_indices<Barbar>(
                    {.lambda_scale = scale}, m,
                    [scale](const auto& game, const auto& seen) { return naive::barbar(game, seen, scale); }),
                2);
}
/// With the smallest widths, whole layers have no arm left.
TEST(IndicesReplay, LayeredElimination) {
  const naive::OwnDraws draws(9, 2);
  std::size_t without_some = 0, without_arms = 0;
  for (const double scale : {0.15, 0.01}) {
    expect_same_replay<LayeredElimination>({.confidence_scale = scale}, [&](const auto& game, const auto& seen) {
      const bool last = seen.size() == replay_rounds - 1;
      const naive::Column x = naive::layered_elimination(game, seen, scale, draws, last ? &without_arms : nullptr);
      without_some += std::ranges::count(x, 0) > 0;
      return x;
    });
  }
  EXPECT_GT(without_some, 200U);
  EXPECT_GT(without_arms, 100U);
}

}  // namespace
}  // namespace regretta
