// Rivals compared with their naive definitions on the same draws; see replay.hpp.

#include <gtest/gtest.h>

#include "regretta/learners/conservative_ucb.hpp"
#include "regretta/learners/exp3.hpp"
#include "regretta/learners/hedge.hpp"
#include "regretta/learners/layered_elimination.hpp"
#include "regretta/learners/tsallis_inf.hpp"
#include "regretta/learners/ucb.hpp"
#include "regretta/tests/reference/naive_rivals.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta {
namespace {

TEST(RivalsReplay, Hedge) { expect_same_replay<Hedge>({}, naive::hedge); }
TEST(RivalsReplay, Exp3Ix) { expect_same_replay<Exp3Ix>({}, naive::exp3_ix); }
TEST(RivalsReplay, Exp3) {
  const auto slow = [](bool anytime) {
    return [anytime](const naive::Game& game, const auto& seen) { return naive::exp3(game, seen, anytime); };
  };
  expect_same_replay<Exp3>({}, slow(false));
  expect_same_replay<Exp3>({.step_size = Exp3Step::anytime}, slow(true));
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
        {.estimator = reduced ? LossEstimator::reduced_variance : LossEstimator::importance_weighted},
        [reduced](const auto& game, const auto& seen) { return naive::tsallis_inf(game, seen, reduced); });
}
TEST(RivalsReplay, Ucb1) {
  for (const Ties ties : {Ties::every_round, Ties::per_trial}) {
    const naive::OwnDraws draws(9, 2, ties == Ties::per_trial);
    expect_same_replay<Ucb1>({.ties = ties},
                             [&](const auto& game, const auto& seen) { return naive::ucb1(game, seen, 1.5L, draws); });
  }
}
TEST(RivalsReplay, ConservativeUcb) {
  const naive::OwnDraws draws(9, 2);
  std::size_t defaults = 0, others = 0;
  for (const double share : {0.03, 0.3}) {
    const ConservativeUcbParams params{.share = share,
                                       .safe_arm = {.measured = false, .value = 2},
                                       .safe_arm_loss = {.measured = false, .value = 0.6},
                                       .confidence_scale = 1};
    expect_same_replay<ConservativeUcb>(params, [&](const auto& game, const auto& seen) {
      const naive::Column x = naive::conservative_ucb(game, seen, 1, 0.6L, share, draws);
      (x[1] == 1 ? defaults : others) += 1;
      return x;
    });
  }
  EXPECT_GT(defaults, 200U);
  EXPECT_GT(others, 200U);
}
TEST(RivalsReplay, LayeredElimination) {
  const naive::OwnDraws draws(9, 2);
  std::size_t without_some = 0;
  for (const double scale : {1.0, 0.15}) {
    expect_same_replay<LayeredElimination>({.confidence_scale = scale}, [&](const auto& game, const auto& seen) {
      const naive::Column x = naive::layered_elimination(game, seen, scale, draws);
      without_some += std::ranges::count(x, 0) > 0;
      return x;
    });
  }
  EXPECT_GT(without_some, 500U);
}

}  // namespace
}  // namespace regretta
