// Full feedback without noise is deterministic: the engine compared with the naive learners.

#include <gtest/gtest.h>

#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"

namespace regretta {
namespace {

constexpr double usual = 1e-9;
// While a set is empty the projection leaves masses near 1e-9, which rounding in ghat (1e-16) changes by 1e-7 of their
// size in each of some 100 rounds. Without fixed share this is never forgotten, and the masses grow back when the set
// opens.
constexpr double after_empty_sets = 1e-4;

double difference(double value, naive::Number exact) {
  return static_cast<double>(std::abs(value - exact) / std::max<naive::Number>(1, std::abs(exact)));
}

/// Largest difference of strategies: relative for weights above 1e-3, absolute (times 1e3) below.
double strategy_difference(const EnginePlayed& engine, const naive::Played& slow) {
  double worst = 0;
  for (std::size_t t = 0; t < slow.rounds.size(); ++t)
    for (std::size_t a = 0; a < slow.rounds[t].x.size(); ++a) {
      const naive::Number exact = slow.rounds[t].x[a];
      worst = std::max(worst, static_cast<double>(std::abs(engine.x[t][a] - exact) / std::max(exact, 1e-3L)));
    }
  return worst;
}

void expect_same(const naive::Game& game, const naive::Setting& setting, double tolerance = usual) {
  const EnginePlayed engine = engine_play(game, setting, 11, 0);
  const naive::Played slow = naive::play(game, setting, naive::Luck(11, 0));
  const naive::Books books = naive::keep_books(game, slow.rounds);
  const naive::Number opt = naive::optimum(game, game.horizon());
  const double worst = strategy_difference(engine, slow);
  EXPECT_LT(worst, tolerance);
  EXPECT_LT(difference(engine.result[Quantity::violation], books.violation), tolerance);
  EXPECT_LT(difference(engine.result[Quantity::signed_violation], books.signed_violation), tolerance);
  EXPECT_LT(difference(engine.result[Quantity::realised_violation], books.realised_violation), tolerance);
  if (std::isnan(opt)) {
    EXPECT_TRUE(std::isnan(engine.result[Quantity::expected_regret]));
  } else {
    EXPECT_LT(difference(engine.result[Quantity::expected_regret], books.expected_loss - opt), tolerance);
    EXPECT_LT(difference(engine.result[Quantity::regret], books.loss - opt), tolerance);
  }
  EXPECT_LT(difference(engine.result[Quantity::corruption], naive::corruption(game)), tolerance);
  EXPECT_LT(difference(engine.result[Quantity::rho], naive::rho(game)), tolerance);
  EXPECT_LT(difference(engine.result[Quantity::rho_pure], naive::rho_pure(game)), tolerance);
  EXPECT_EQ(engine.result[quantity_named("empty_rounds")], slow.empty_rounds);
  testing::Test::RecordProperty("strategies_" + setting.name, std::to_string(worst * 1e12) + "e-12");
}

struct Case {
  GameShape shape;
  double scale;
};
// At this scale constraints bind within a few hundred rounds (xi = 4 scale sqrt(L / t), L about 12).
const Case cases[] = {{{.arms = 5, .constraints = 1, .horizon = 600}, 0.05},
                      {{.arms = 4, .constraints = 1, .horizon = 600, .bad_middle = true}, 0.1},
                      {{.arms = 6, .constraints = 3, .horizon = 300, .duplicates = true, .bad_middle = true}, 0.1},
                      {{.arms = 7, .constraints = 4, .horizon = 200, .duplicates = true}, 0.02},
                      {{.arms = 10, .constraints = 8, .horizon = 100}, 0.1}};

class FullFeedbackGame : public testing::TestWithParam<int> {
 protected:
  const Case& c() const { return cases[GetParam()]; }
  naive::Game game() const { return drifting_game(c().shape, 670 + static_cast<std::uint64_t>(GetParam())); }
};

TEST_P(FullFeedbackGame, ConOmdFs) {
  naive::Setting setting;
  setting.confidence_scale = c().scale;
  expect_same(game(), setting);
}

TEST_P(FullFeedbackGame, KnownC) {
  naive::Setting setting;
  setting.name = "known-c";
  setting.fixed_share = false;
  setting.confidence_scale = c().scale / 2;
  setting.corruption = 4;
  expect_same(game(), setting, c().shape.bad_middle ? after_empty_sets : usual);
}

TEST_P(FullFeedbackGame, Switches) {
  if (GetParam() % 2 == 1) return;  // of three games
  naive::Setting setting;
  setting.confidence_scale = c().scale;
  setting.instantaneous = true;
  expect_same(game(), setting);
  setting.instantaneous = false;
  setting.constraints = false;
  expect_same(game(), setting);
  setting.fixed_share = false;
  expect_same(game(), setting);
}

// The cases must contain what they claim: empty sets in some, projections in all.
TEST_P(FullFeedbackGame, CasesExerciseTheProjection) {
  naive::Setting setting;
  setting.confidence_scale = c().scale;
  const EnginePlayed engine = engine_play(game(), setting, 11, 0);
  EXPECT_GT(engine.result[quantity_named("active_rounds")], c().shape.horizon / 20);
  if (c().shape.bad_middle) {
    EXPECT_GT(engine.result[quantity_named("empty_rounds")], 5);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, FullFeedbackGame, testing::Range(0, static_cast<int>(std::size(cases))));

}  // namespace
}  // namespace regretta
