// Projecting learners of other papers, compared with their naive definitions on the same draws; see replay.hpp.

#include "regretta/learners/bccf.hpp"
#include "regretta/learners/s_ops.hpp"
#include "regretta/tests/reference/naive_draws.hpp"
#include "regretta/tests/reference/naive_projecting.hpp"
#include "regretta/tests/reference/replay.hpp"
#include "regretta/tools/studies/expopt_explorer.hpp"

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
  studies::ExpOptExplorerParams params;
  params.exploration = setting.exploration;
  params.uniform_share = static_cast<double>(setting.share);
  params.estimator = setting.weighted ? studies::ViolationEstimator::weighted : studies::ViolationEstimator::means;
  params.weight_limit = static_cast<double>(setting.limit);
  params.confidence_scale = static_cast<double>(setting.scale);
  expect_same_replay<studies::ExpOptExplorer>(params,
                                              [=, x = naive::Column()](const auto& game, const auto& seen) mutable {
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

}  // namespace
}  // namespace regretta
