// Learners that solve linear programs against their naive definitions on the same draws, over 1,000 rounds. The naive
// side is given the history as it was played. Several x may be optimal: then the engine's must be one of them.

#include <gtest/gtest.h>

#include "regretta/learners/opb.hpp"
#include "regretta/learners/optimistic_lp.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"
#include "regretta/tests/reference/naive_optimistic.hpp"

namespace regretta {
namespace {

constexpr int rounds = 1000;

naive::Game game_of(int m) {
  naive::Game game = drifting_game({.arms = 3 + m, .constraints = m, .horizon = 5000, .safe_arm = true},
                                   700 + static_cast<std::uint64_t>(m));
  game.noise = NoiseKind::bernoulli;
  return game;
}

/// x solves the program, or is the naive solution.
void expect_solves(const naive::Program& program, const std::vector<double>& x, std::size_t t) {
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
void expect_same_replay(const typename L<double>::Params& params, int m, const naive::Definition& definition) {
  const naive::Game game = game_of(m);
  const CellWork work = cell_of(game, 9, rounds);
  const EnginePlayed engine = watch(tests::make_learner<L, double>(work, params), work, 2, rounds);
  const naive::Luck luck(9, 2);
  std::vector<naive::Round> played;
  std::size_t mixed = 0;
  for (std::size_t t = 1; t <= rounds; ++t) {
    const std::vector<double>& x = engine.x[t - 1];
    expect_solves(definition(game, played), x, t);
    played.push_back(naive::play_round(game, luck, t, {x.begin(), x.end()}));
    ASSERT_EQ(engine.arms[t - 1], static_cast<int>(played.back().arm)) << "round " << t;
    mixed += *std::max_element(x.begin(), x.end()) < 1;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(mixed, rounds / 20) << "constraints hardly ever bind";
  tests::expect_copies_are_independent<L>(work, params);
}

TEST(OptimisticReplay, OptLp) {
  for (const int m : {1, 3})
    for (const double scale : {0.1, 0.4})
      expect_same_replay<OptLp>({.confidence_scale = scale}, m, [scale](const auto& game, const auto& seen) {
        return naive::optlp(game, seen, scale);
      });
}
TEST(OptimisticReplay, NsLp) {
  for (const int m : {1, 3})
    for (const double C : {0.0, 10.0})
      expect_same_replay<NsLp>({.confidence_scale = 0.1, .corruption = {.measured = false, .value = C}}, m,
                               [C](const auto& game, const auto& seen) { return naive::ns_lp(game, seen, 0.1L, C); });
}
TEST(OptimisticReplay, Opb) {
  for (const int m : {1, 3}) {
    const int safe = 2 + m;
    expect_same_replay<Opb>({.confidence_scale = 0.1,
                             .safe_arm = {.measured = false, .value = safe + 1.0},
                             .safe_arm_loss = {.measured = false, .value = 0.9},
                             .safe_arm_violation = {.measured = false, .value = -0.5}},
                            m, [safe](const auto& game, const auto& seen) {
                              return naive::opb(game, seen, 0.1L, static_cast<std::size_t>(safe), 0.9,
                                                naive::Column(game.constraints(), -0.5), 0.01);
                            });
    // As measured by the books, from which nothing is left out.
    const CellWork work = cell_of(game_of(m), 9, rounds);
    const Oracle oracle = work.facts->oracle();
    ASSERT_EQ(oracle.safe_arm, safe);
    expect_same_replay<Opb>({.confidence_scale = 0.1}, m, [&oracle](const auto& game, const auto& seen) {
      return naive::opb(game, seen, 0.1L, static_cast<std::size_t>(oracle.safe_arm), oracle.safe_arm_loss,
                        {oracle.safe_arm_violation.begin(), oracle.safe_arm_violation.end()}, 0.01);
    });
  }
}

}  // namespace
}  // namespace regretta
