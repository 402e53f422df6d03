// Learners that solve linear programs, compared with their naive definitions on the same draws, over 600 rounds. The
// naive side is given the history as played. Several x may be optimal: then the engine's must be one of them.

#include <gtest/gtest.h>

#include <set>

#include "regretta/learners/corral.hpp"
#include "regretta/learners/lag_ftrl.hpp"
#include "regretta/learners/lincon_ts.hpp"
#include "regretta/learners/opb.hpp"
#include "regretta/learners/optimistic_lp.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"
#include "regretta/tests/reference/naive_meta.hpp"
#include "regretta/tests/reference/naive_thompson.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta {
namespace {

naive::Game game_of(int m) {
  naive::Game game = drifting_game({.arms = 3 + m, .constraints = m, .horizon = 5000, .safe_arm = true},
                                   700 + static_cast<std::uint64_t>(m));
  game.noise = NoiseKind::bernoulli;
  return game;
}

template <template <class> class L>
void expect_same_strategies(const typename L<double>::Params& params, int m, const naive::Definition& definition) {
  const naive::Game game = game_of(m);
  const CellWork work = cell_of(game, 9, replay_rounds);
  const EnginePlayed engine = watch(tests::make_learner<L, double>(work, params), work, 2, replay_rounds);
  const naive::Luck luck(9, 2);
  std::vector<naive::Round> played;
  std::size_t mixed = 0;
  for (std::size_t t = 1; t <= replay_rounds; ++t) {
    const std::vector<double>& x = engine.x[t - 1];
    expect_solves(definition(game, played), x, t);
    played.push_back(naive::play_round(game, luck, t, {x.begin(), x.end()}));
    ASSERT_EQ(engine.arms[t - 1], static_cast<int>(played.back().arm)) << "round " << t;
    mixed += *std::max_element(x.begin(), x.end()) < 1;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(mixed, replay_rounds / 20) << "constraints hardly ever bind";
}

TEST(OptimisticReplay, OptLp) {
  for (const int m : {1, 3})
    for (const double scale : {0.1, 0.4})
      expect_same_strategies<OptLp>({.confidence_scale = scale}, m, [scale](const auto& game, const auto& seen) {
        return naive::optlp(game, seen, scale);
      });
}
TEST(OptimisticReplay, LinConTs) {
  const naive::OwnDraws draws(9, 2);
  for (const int m : {1, 3})
    expect_same_strategies<LinConTs>(
        {}, m, [&](const auto& game, const auto& seen) { return naive::lincon_ts(game, seen, draws); });
}
TEST(OptimisticReplay, NsLp) {
  for (const int m : {1, 3})
    for (const double C : {0.0, 10.0})
      expect_same_strategies<NsLp>(
          {.confidence_scale = 0.1, .corruption = {.measured = false, .value = C}}, m,
          [C](const auto& game, const auto& seen) { return naive::ns_lp(game, seen, 0.1L, C); });
}
TEST(OptimisticReplay, Opb) {
  for (const int m : {1, 3}) {
    const int safe = 2 + m;
    expect_same_strategies<Opb>({.confidence_scale = 0.1,
                                 .safe_arm = {.measured = false, .value = safe + 1.0},
                                 .safe_arm_loss = {.measured = false, .value = 0.9},
                                 .safe_arm_violation = {.measured = false, .value = -0.5}},
                                m, [safe](const auto& game, const auto& seen) {
                                  return naive::opb(game, seen, 0.1L, static_cast<std::size_t>(safe), 0.9,
                                                    naive::Column(game.constraints(), -0.5), 0.01);
                                });
    // As measured by the running sums, which leave nothing out.
    const CellWork work = cell_of(game_of(m), 9, replay_rounds);
    const Oracle oracle = work.facts->oracle();
    ASSERT_EQ(oracle.safe_arm, safe);
    expect_same_strategies<Opb>({.confidence_scale = 0.1}, m, [&oracle](const auto& game, const auto& seen) {
      return naive::opb(game, seen, 0.1L, static_cast<std::size_t>(oracle.safe_arm), oracle.safe_arm_loss,
                        {oracle.safe_arm_violation.begin(), oracle.safe_arm_violation.end()}, 0.01);
    });
  }
}

/// The drawn instance, its strategy, and the probabilities of all instances, in every round.
template <template <class> class L>
void expect_same_meta(bool corral, int m, double step_limit) {
  const naive::Game game = game_of(m);
  const CellWork work = cell_of(game, 9, replay_rounds);
  typename L<double>::Params params;
  params.confidence_scale = 0.1;
  Match match(L<double>(work.problem, params), work, 2);
  const Draws<double> draws(9, 2);
  const naive::Luck luck(9, 2);
  naive::Meta slow(game, corral, 0.1L);
  std::set<std::size_t> drawn;
  naive::Number worst = 0, farthest = 0;
  for (std::size_t t = 1; t <= replay_rounds; ++t) {
    const auto& feedback = match.reveal(static_cast<std::int64_t>(t));
    const L<double>& fast = match.learner();
    const std::vector<double> x(fast.strategy().begin(), fast.strategy().end());
    const std::size_t j = slow.choose(Randomness<double>(draws, static_cast<std::int64_t>(t)).uniform({}));
    drawn.insert(j);
    expect_solves(slow.program(j), x, t);
    for (std::size_t k = 0; k < slow.chances().size(); ++k) {
      const naive::Number chance = fast.chances()[static_cast<Eigen::Index>(k)];
      worst = std::max(worst, std::abs(chance - slow.chances()[k]));
      farthest = std::max(farthest, std::abs(chance * static_cast<naive::Number>(slow.chances().size()) - 1));
    }
    naive::Number sum = 0;
    for (std::size_t a = 0; a < x.size(); ++a) {
      const double mixed = fast.mixture()[static_cast<Eigen::Index>(a)];
      EXPECT_GE(mixed, static_cast<double>(slow.chances()[j]) * x[a] - 1e-12);
      sum += mixed;
    }
    EXPECT_NEAR(static_cast<double>(sum), 1, 1e-13);
    const naive::Round round = naive::play_round(game, luck, t, {x.begin(), x.end()});
    ASSERT_EQ(feedback.arm()[0], static_cast<int>(round.arm));
    slow.learn(j, round);
    match.learner().observe(feedback);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_LT(worst, 1e-9L);
  EXPECT_GT(farthest, step_limit) << "chances hardly move";
  EXPECT_EQ(drawn.size(), slow.chances().size());
}
TEST(OptimisticReplay, Corral) {
  for (const int m : {1, 3}) expect_same_meta<Corral>(true, m, 0.2);
}
TEST(OptimisticReplay, LagFtrl) {
  for (const int m : {1, 3}) expect_same_meta<LagFtrl>(false, m, 0.2);
}

}  // namespace
}  // namespace regretta
