// Learners that play one arm at a time, or in epochs, compared with their naive definitions on the same draws, over
// 600 rounds.

#include <gtest/gtest.h>

#include "regretta/learners/barbar.hpp"
#include "regretta/learners/doubly_opt_arm.hpp"
#include "regretta/learners/layered_elimination.hpp"
#include "regretta/learners/thompson.hpp"
#include "regretta/learners/ucb.hpp"
#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/naive_indices.hpp"
#include "regretta/tests/reference/naive_thompson.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta {
namespace {

/// The learner's draws in the replayed trial.
const naive::LearnerDraws fixed_draws(9, 2);

/// The number of rounds in which the strategy changed.
template <template <class> class L>
int changes(const typename L<double>::Params& params, const naive::Policy& policy) {
  const EngineTrial engine = expect_same_replay<L>(params, policy);
  int changes = 0;
  for (std::size_t t = 1; t < engine.x.size(); ++t) changes += engine.x[t] != engine.x[t - 1];
  return changes;
}

TEST(IndicesReplay, KlUcb) {
  for (const auto& [log_scale, c] : {std::pair(1.0, 0.0), std::pair(0.25, 0.0), std::pair(1.0, 3.0)})
    EXPECT_GT(changes<KlUcb>({.log_scale = log_scale, .c = c},
                             [scale = log_scale, weight = c](const auto& game, const auto& past) {
                               return naive::kl_ucb(game, past, scale, weight, fixed_draws);
                             }),
              5);
}
TEST(IndicesReplay, DoublyOptArm) {
  for (const bool by_kl : {true, false})
    EXPECT_GT(changes<DoublyOptArm>({.index = by_kl ? RewardIndex::kl_ucb : RewardIndex::ucb},
                                    [=](const auto& game, const auto& past) {
                                      return naive::doubly_opt_arm(game, past, by_kl, fixed_draws);
                                    }),
              10);
}
TEST(IndicesReplay, Thompson) {
  EXPECT_GT(changes<Thompson>(
                {}, [](const auto& game, const auto& past) { return naive::thompson(game, past, fixed_draws); }),
            10);
}
TEST(IndicesReplay, Barbar) {
  for (const double scale : {1e-3, 1e-5})
    EXPECT_GE(changes<Barbar>({.lambda_scale = scale},
                              [scale](const auto& game, const auto& past) { return naive::barbar(game, past, scale); }),
              2);
}
/// With the smallest widths, some layers eliminate all arms.
TEST(IndicesReplay, LayeredElimination) {
  std::size_t rounds_with_eliminated = 0, empty_draws = 0;
  for (const double scale : {0.15, 0.01}) {
    expect_same_replay<LayeredElimination>({.confidence_scale = scale}, [&](const auto& game, const auto& past) {
      const bool last = past.size() == replay_rounds - 1;
      const naive::Column x = naive::layered_elimination(game, past, scale, fixed_draws, last ? &empty_draws : nullptr);
      rounds_with_eliminated += std::ranges::count(x, 0) > 0;
      return x;
    });
  }
  EXPECT_GT(rounds_with_eliminated, 200U);
  EXPECT_GT(empty_draws, 100U);
}

}  // namespace
}  // namespace regretta
