// Bandit learners compared with the naive ones on the same draws, over the first 600 of 5,000 rounds: the same arms,
// and strategies to 1e-9. (They are chaotic: a difference in the last bit grows until it changes an arm.)

#include <gtest/gtest.h>

#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"

namespace regretta {
namespace {

void expect_same_steps(const naive::Game& game, const naive::Setting& setting, std::uint64_t seed,
                       std::uint32_t trial) {
  const EnginePlayed engine = engine_play(game, setting, seed, trial, replay_rounds);
  const naive::Played slow = naive::play(game, setting, naive::Luck(seed, trial), replay_rounds);
  double worst = 0;
  for (std::size_t t = 0; t < slow.rounds.size(); ++t) {
    ASSERT_EQ(engine.arms[t], static_cast<int>(slow.rounds[t].arm)) << setting.name << " round " << t + 1;
    for (std::size_t a = 0; a < game.arms(); ++a)
      worst = std::max(worst, static_cast<double>(std::abs(engine.x[t][a] - slow.rounds[t].x[a]) /
                                                  std::max(slow.rounds[t].x[a], 1e-3L)));
  }
  EXPECT_LT(worst, 1e-9) << setting.name;
  const naive::Books books = naive::keep_books(game, slow.rounds);
  EXPECT_NEAR(engine.result[Quantity::violation], static_cast<double>(books.violation), 1e-8);
  EXPECT_NEAR(engine.result[Quantity::signed_violation], static_cast<double>(books.signed_violation), 1e-8);
  EXPECT_NEAR(engine.result[Quantity::realised_violation], static_cast<double>(books.realised_violation), 1e-9);
  const double opt = static_cast<double>(naive::optimum(game, replay_rounds));
  EXPECT_NEAR(engine.result[Quantity::opt], opt, 1e-9);
  EXPECT_NEAR(engine.result[Quantity::regret], static_cast<double>(books.loss) - opt, 1e-8);
  EXPECT_NEAR(engine.result[Quantity::expected_regret], static_cast<double>(books.expected_loss) - opt, 1e-8);
  EXPECT_EQ(engine.result[quantity_named("empty_rounds")], slow.empty_rounds);
  if (setting.constraints) {
    EXPECT_GT(engine.result[quantity_named("active_rounds")], 5) << setting.name;
  }
}

class BanditReplay : public testing::TestWithParam<int> {
 protected:
  /// m = 1, 2, 3; Bernoulli noise.
  naive::Game game() const {
    const int m = GetParam();
    naive::Game made = drifting_game({.arms = 3 + m, .constraints = m, .horizon = 5000, .safe_arm = true},
                                     900 + static_cast<std::uint64_t>(m));
    made.noise = BernoulliNoise();
    return made;
  }
};

TEST_P(BanditReplay, ImplicitExploration) {
  naive::Setting setting{.name = "conomd-fs-ix", .sees = naive::Sees::constraints};
  setting.confidence_scale = 0.02L;
  expect_same_steps(game(), setting, 5, 0);
  expect_same_steps(game(), setting, 5, 3);
  setting.instantaneous = true;
  expect_same_steps(game(), setting, 6, 1);
}

TEST_P(BanditReplay, ExpOpt) {
  naive::Setting setting{.name = "expopt-conomd", .sees = naive::Sees::played_arm};
  setting.fixed_share = false;
  setting.confidence_scale = 0.02L;
  expect_same_steps(game(), setting, 5, 0);
  setting.beta = 0.4L;
  expect_same_steps(game(), setting, 5, 3);
  setting.exploration = false;
  expect_same_steps(game(), setting, 7, 1);
  setting.fixed_share = true;
  expect_same_steps(game(), setting, 7, 2);
  setting.constraints = false;
  expect_same_steps(game(), setting, 7, 4);
}

TEST_P(BanditReplay, KnownC) {
  naive::Setting setting{.name = "known-c", .sees = naive::Sees::played_arm};
  setting.fixed_share = false;
  setting.confidence_scale = 0.02L;
  setting.corruption = 1.5L;
  expect_same_steps(game(), setting, 5, 0);
  setting.corruption = 0;
  expect_same_steps(game(), setting, 8, 3);
}

INSTANTIATE_TEST_SUITE_P(Constraints, BanditReplay, testing::Values(1, 2, 3));

}  // namespace
}  // namespace regretta
