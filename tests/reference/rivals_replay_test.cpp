// Rivals against their naive definitions on the same draws, over 1,000 rounds: the same arms, strategies to 1e-9. The
// naive side is given the history as it was played: importance weights amplify a difference in the last bit.

#include <gtest/gtest.h>

#include "regretta/learners/ucpd.hpp"
#include "regretta/learners/exp3.hpp"
#include "regretta/learners/hedge.hpp"
#include "regretta/learners/tsallis_inf.hpp"
#include "regretta/learners/ucb.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"
#include "regretta/tests/reference/naive_rivals.hpp"

namespace regretta {
namespace {

constexpr int rounds = 1000;

template <template <class> class L>
void expect_same_replay(const typename L<double>::Params& params, const naive::Rival& rival) {
  for (const int m : {1, 3}) {
    naive::Game game = drifting_game({.arms = 3 + m, .constraints = m, .horizon = 5000, .safe_arm = true},
                                     700 + static_cast<std::uint64_t>(m));
    game.noise = NoiseKind::bernoulli;
    const CellWork work = cell_of(game, 9, rounds);
    const EnginePlayed engine = watch(L<double>(work.problem, params), work, 2, rounds);
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
    tests::expect_copies_are_independent<L>(work, params);
    const naive::Books books = naive::keep_books(game, played);
    EXPECT_NEAR(engine.result[Quantity::violation], static_cast<double>(books.violation), 1e-8);
    EXPECT_NEAR(engine.result[Quantity::signed_violation], static_cast<double>(books.signed_violation), 1e-8);
  }
}

TEST(RivalsReplay, Exp3) {
  const auto slow = [](bool anytime) {
    return [anytime](const naive::Game& game, const auto& seen) { return naive::exp3(game, seen, anytime); };
  };
  expect_same_replay<Exp3>({}, slow(false));
  expect_same_replay<Exp3>({.step_size = "anytime"}, slow(true));
}
TEST(RivalsReplay, Exp3Six) {
  expect_same_replay<Exp3Six>({}, [](const auto& game, const auto& seen) { return naive::exp3_six(game, seen, 1); });
  expect_same_replay<Exp3Six>({.switches = 7},
                              [](const auto& game, const auto& seen) { return naive::exp3_six(game, seen, 7); });
}
TEST(RivalsReplay, Exp3P) { expect_same_replay<Exp3P>({}, naive::exp3_p); }
TEST(RivalsReplay, TsallisInf) {
  for (const bool reduced : {false, true})
    expect_same_replay<TsallisInf>(
        {.estimator = reduced ? "reduced-variance" : "importance-weighted"},
        [reduced](const auto& game, const auto& seen) { return naive::tsallis_inf(game, seen, reduced); });
}
TEST(RivalsReplay, Ucb1) {
  expect_same_replay<Ucb1>({}, [](const auto& game, const auto& seen) { return naive::ucb1(game, seen, 1.5L); });
}
TEST(RivalsReplay, Ucpd) { expect_same_replay<Ucpd>({}, naive::ucpd); }

}  // namespace
}  // namespace regretta
