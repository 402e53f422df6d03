// Unconstrained learners of other papers, compared with their naive definitions on the same draws (replay.hpp).

#include <gtest/gtest.h>

#include "regretta/learners/exp3.hpp"
#include "regretta/learners/hedge.hpp"
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
    return [anytime](const naive::Game& game, const auto& past) { return naive::exp3(game, past, anytime); };
  };
  expect_same_replay<Exp3>({}, slow(false));
  expect_same_replay<Exp3>({.step_size = Exp3Step::anytime}, slow(true));
}
TEST(RivalsReplay, Exp3Six) {
  expect_same_replay<Exp3Six>({}, [](const auto& game, const auto& past) { return naive::exp3_six(game, past, 1); });
  expect_same_replay<Exp3Six>({.switches = 7},
                              [](const auto& game, const auto& past) { return naive::exp3_six(game, past, 7); });
}
TEST(RivalsReplay, Exp3P) { expect_same_replay<Exp3P>({}, naive::exp3_p); }
TEST(RivalsReplay, TsallisInf) {
  for (const bool reduced : {false, true})
    expect_same_replay<TsallisInf>(
        {.estimator = reduced ? LossEstimator::reduced_variance : LossEstimator::importance_weighted},
        [reduced](const auto& game, const auto& past) { return naive::tsallis_inf(game, past, reduced); });
}
TEST(RivalsReplay, Ucb1) {
  const naive::LearnerDraws draws(9, 2);
  expect_same_replay<Ucb1>({},
                           [&](const auto& game, const auto& past) { return naive::ucb1(game, past, 1.5L, draws); });
}

}  // namespace
}  // namespace regretta
