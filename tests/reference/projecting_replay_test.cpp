// Projecting learners of other papers, compared with their naive definitions on the same draws; see replay.hpp.

#include "regretta/learners/bccf.hpp"
#include "regretta/learners/expopt_explorer.hpp"
#include "regretta/learners/ma_ops.hpp"
#include "regretta/learners/s_ops.hpp"
#include "regretta/tests/reference/naive_draws.hpp"
#include "regretta/tests/reference/naive_projecting.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta {
namespace {

void expect_bccf(double kappa, double scale, bool adaptive) {
  expect_same_replay<Bccf>({.confidence_scale = scale, .kappa = kappa, .adaptive = adaptive},
                           [=, x = naive::Column()](const auto& game, const auto& seen) mutable {
                             return naive::bccf(game, seen, kappa, scale, adaptive, x);
                           });
}

TEST(ProjectingReplay, Bccf) { expect_bccf(1, 0.2, true); }
TEST(ProjectingReplay, BccfForgets) { expect_bccf(0.002, 0.2, true); }
TEST(ProjectingReplay, BccfWithoutWeights) { expect_bccf(1, 0.2, false); }

void expect_explorer(const naive::Explorer& setting) {
  ExpOptExplorerParams params;
  params.exploration = setting.exploration;
  params.uniform_share = static_cast<double>(setting.share);
  params.estimator = setting.weighted ? ViolationEstimator::weighted : ViolationEstimator::means;
  params.weight_limit = static_cast<double>(setting.limit);
  params.confidence_scale = static_cast<double>(setting.scale);
  expect_same_replay<ExpOptExplorer>(params, [=, x = naive::Column()](const auto& game, const auto& seen) mutable {
    return naive::expopt_explorer(game, seen, setting, x);
  });
}

TEST(ProjectingReplay, Explorer) { expect_explorer({.share = 0.25L}); }
TEST(ProjectingReplay, ExplorerWithMeans) { expect_explorer({.share = 0.5L, .weighted = false}); }
TEST(ProjectingReplay, ExplorerWithWeightsCut) { expect_explorer({.share = 0.25L, .limit = 0.2L}); }
TEST(ProjectingReplay, ExplorerWithoutExploration) { expect_explorer({.share = 0.25L, .exploration = false}); }

TEST(ProjectingReplay, SvOps) {
  expect_same_replay<SvOps>({.confidence_scale = 0.1}, [learner = std::shared_ptr<naive::Learner>()](
                                                           const auto& game, const auto& seen) mutable {
    if (seen.empty())
      learner = std::make_shared<naive::Learner>(
          game,
          naive::Setting{
              .name = "known-c", .sees = naive::Sees::played_arm, .confidence_scale = 0.1L, .fixed_share = false});
    if (!seen.empty()) learner->observe(seen.size(), seen.back());
    return learner->strategy(seen.size() + 1);
  });
}

/// The last arm of the games is safe by far.
naive::SafeKnown measured_safe_arm(const naive::Game& game) {
  const std::size_t arm = game.arms() - 1;
  naive::Column margin(game.constraints(), 1);
  for (const auto& table : game.violation)
    for (std::size_t i = 0; i < margin.size(); ++i) margin[i] = std::min(margin[i], -table[i][arm]);
  return naive::safe_arm_known(arm, game, margin);
}

TEST(ProjectingReplay, SOps) {
  for (const bool measured : {false, true}) {
    SOpsParams params{.confidence_scale = 0.1};
    if (!measured) {
      params.safe_arm = {.measured = false, .value = 4};
      params.safe_arm_violation = {.measured = false, .value = -0.3};
    }
    expect_same_replay<SOps>(params, [=, x = naive::Column()](const naive::Game& game, const auto& seen) mutable {
      const naive::Column known(game.constraints(), 0.3);
      const naive::SafeKnown safe = measured ? measured_safe_arm(game) : naive::safe_arm_known(3, game, known);
      return naive::s_ops(game, seen, safe, 0.1L, x);
    });
  }
}

/// Both arms are known to violate, whatever their loss: the optimistic set is empty, and the arm that is said to be
/// safe is played alone.
TEST(ProjectingReplay, SOpsPlaysTheSafeArmAloneIfNothingLooksSafe) {
  const Problem problem{.horizon = 1000, .num_arms = 2, .num_constraints = 1, .delta = 0.05};
  SOps<double> learner(problem,
                       {.safe_arm = {.measured = false, .value = 2},
                        .safe_arm_violation = {.measured = false, .value = -0.5},
                        .confidence_scale = 0},
                       {});
  EXPECT_NEAR(learner.strategy()[0], 0.5 / 3, 1e-15) << "lambda = 1 / (1 + d), of which half is left to each arm";
  using Writer = FeedbackWriter<double>;
  for (const int arm : {0, 1}) {
    BanditFeedback<double> round(2, 1);
    Writer::loss(round) = 0.5;
    Writer::violations(round)[0] = 1;
    Writer::set_arm(round, {arm}, arm);
    learner.observe(round);
  }
  EXPECT_EQ(learner.strategy()[1], 1);
}

/// The safe arm violates a constraint: its margin is taken to be least_margin.
TEST(ProjectingReplay, SOpsWithoutASafeArm) {
  expect_same_replay<SOps>({.safe_arm = {.measured = false, .value = 1},
                            .safe_arm_violation = {.measured = false, .value = 0.4},
                            .least_margin = 0.05,
                            .confidence_scale = 0.1},
                           [x = naive::Column()](const naive::Game& game, const auto& seen) mutable {
                             const naive::SafeKnown safe =
                                 naive::safe_arm_known(0, game, naive::Column(game.constraints(), 0.05L));
                             return naive::s_ops(game, seen, safe, 0.1L, x);
                           });
}

/// Every round of the search, and of s-ops after it; which strategy of largest margin is taken is the engine's choice.
/// `told`: the margin of the safe arm is said to be small, so that a larger one is found; else it suffices.
void expect_ma_ops(int m, bool told) {
  naive::Game game = drifting_game({.arms = 3 + m, .constraints = m, .horizon = 5000, .safe_arm = true},
                                   700 + static_cast<std::uint64_t>(m));
  game.noise = NoiseKind::bernoulli;
  SOpsParams params{.confidence_scale = 0.1};
  naive::SafeKnown safe = measured_safe_arm(game);
  if (told) {
    params.safe_arm = {.measured = false, .value = 3.0 + m};
    params.safe_arm_violation = {.measured = false, .value = -0.0625};
    safe.margin.assign(game.constraints(), 0.0625L);
  }
  constexpr int rounds = 1000;
  const CellWork work = cell_of(game, 9, rounds);
  Match match(MaOps(work.problem, params, work.facts->oracle()), work, 2);
  const naive::Luck luck(9, 2);
  const naive::OwnDraws draws(9, 2);
  naive::MaOpsSearch search(game, safe, 0.1L);
  naive::Game rest = game;  // that of s-ops
  rest.delta /= 2;
  std::vector<naive::Round> after;
  naive::Column x_hat;
  std::vector<double> shown;
  const auto choose = [&](const naive::Table& lower) {
    const naive::Column chosen(shown.begin() + 1, shown.begin() + 1 + std::ssize(lower[0]));
    naive::Number worst = -2;
    for (const naive::Column& row : lower) worst = std::max(worst, naive::dot(row, chosen));
    EXPECT_NEAR(static_cast<double>(worst), static_cast<double>(naive::minimax(lower)), 1e-12);
    return chosen;
  };
  std::size_t searched = 0;
  for (std::size_t t = 1; t <= rounds; ++t) {
    const auto& round = match.reveal(static_cast<std::int64_t>(t));
    const Vector<double> ours = match.learner().strategy();
    const naive::Column x = search.ended ? naive::s_ops(rest, after, search.safe, 0.1L, x_hat) : search.strategy();
    for (std::size_t a = 0; a < x.size(); ++a)
      EXPECT_NEAR(ours[static_cast<Eigen::Index>(a)], static_cast<double>(x[a]), 1e-9) << "round " << t;
    const naive::Round played = naive::play_round(game, luck, t, {ours.begin(), ours.end()});
    ASSERT_EQ(round.arm()[0], static_cast<int>(played.arm)) << "round " << t;
    match.learner().observe(round);
    if (search.ended) {
      after.push_back(played);
      continue;
    }
    ++searched;
    Internals internals;
    match.learner().show(internals);
    shown = internals.values();
    search.observe(played, draws.uniform(t, 0, 0), choose);
    EXPECT_EQ(shown[0], search.ended ? 0 : 1) << "round " << t;
    rest.loss.erase(rest.loss.begin());
    rest.violation.erase(rest.violation.begin());
  }
  EXPECT_GT(searched, 10U) << "m = " << m;
  EXPECT_GT(after.size(), 20U) << "m = " << m;
  EXPECT_EQ(search.safe.margin != safe.margin, told);
}

TEST(ProjectingReplay, MaOpsFindsALargerMargin) {
  expect_ma_ops(1, true);
  expect_ma_ops(3, true);
}
TEST(ProjectingReplay, MaOpsKeepsTheMarginOfTheSafeArm) { expect_ma_ops(1, false); }

}  // namespace
}  // namespace regretta
