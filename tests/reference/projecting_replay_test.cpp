// Projecting learners of other papers, compared with their naive definitions on the same draws (replay.hpp).

#include "regretta/learners/bccf.hpp"
#include "regretta/learners/s_ops.hpp"
#include "regretta/tests/reference/naive_draws.hpp"
#include "regretta/tests/reference/naive_kl.hpp"
#include "regretta/tests/reference/naive_rivals.hpp"
#include "regretta/tests/reference/replay.hpp"
#include "regretta/tools/studies/expopt_explorer.hpp"

namespace regretta::naive {

// Learners of other papers that project onto optimistic sets, from their definitions, in long double; everything is
// recomputed from past observations.

namespace {

/// One step of mirror descent: KLP(x e^(-eta lhat), A).
Column mirror_step(Column x, const Round& round, Number eta, Number chance, const Table& A) {
  x[round.arm] *= std::exp(-eta * round.loss[round.arm] / chance);
  return kl_projection(x, A).x;
}

Number log_term(const Game& game) {
  return std::log(static_cast<Number>(game.horizon() * game.arms() * game.constraints()) / game.delta);
}

Column bccf(const Game& game, const std::vector<Round>& rounds, Number kappa, Number scale, bool adaptive, Column& x) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const Number L = log_term(game), eta = std::sqrt(std::log(K) / (K * T));
  if (rounds.empty()) return x = uniform_strategy(game.arms());
  Column pulls(game.arms()), total(game.constraints());
  Table g_hat(game.constraints(), pulls);
  for (std::size_t t = 1; t <= rounds.size(); ++t) {
    const Round& round = rounds[t - 1];
    const auto now = static_cast<Number>(t);
    pulls[round.arm] += 1;
    for (std::size_t i = 0; i < total.size(); ++i) {
      const Number threshold = kappa * std::sqrt(2 * K * now * L);
      const Number excess = adaptive ? std::clamp<Number>(total[i] - threshold, 0, std::sqrt(now)) : 0;
      const Number beta = std::min<Number>(1, (1 + excess) / pulls[round.arm]), g = round.violation[i][round.arm];
      g_hat[i][round.arm] = (1 - beta) * g_hat[i][round.arm] + beta * g;
      total[i] += g;
    }
  }
  Table A = g_hat;
  for (Column& row : A)
    for (std::size_t a = 0; a < row.size(); ++a)
      row[a] = pulls[a] == 0 ? -1 : row[a] - scale * std::sqrt(2 * L / pulls[a]);
  return x = mirror_step(x, rounds.back(), eta, x[rounds.back().arm] + eta / 2, A);
}

struct Explorer {
  Number share;  ///< b: the uniform strategy has weight T^-b
  bool weighted = true;
  Number limit = 1;  ///< c: importance weights are at most T^c
  bool exploration = true;
  Number scale = 0.05L;
};

/// x: the strategy before mixing, of the previous round on input, of this round on output.
Column expopt_explorer(const Game& game, const std::vector<Round>& rounds, const Explorer& setting, Column& x) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const std::size_t n0 = setting.exploration ? static_cast<std::size_t>(std::ceil(std::sqrt(T) - 1e-9L)) : 0;
  const std::size_t exploration_rounds = n0 * game.arms();
  if (rounds.empty()) x = uniform_strategy(game.arms());
  if (rounds.size() > exploration_rounds) {
    Table A(game.constraints(), Column(game.arms()));
    for (std::size_t a = 0; a < game.arms(); ++a) {
      Column sum(game.constraints());
      Number weights = 0, squares = 0;
      for (std::size_t t = 0; t < rounds.size(); ++t) {
        if (rounds[t].arm != a) continue;
        const Number inverse_chance = t < exploration_rounds ? K : 1 / rounds[t].x[a];
        const Number w = setting.weighted ? std::min(inverse_chance, std::pow(T, setting.limit)) : 1;
        weights += w;
        squares += w * w;
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += w * rounds[t].violation[i][a];
      }
      const Number n = weights == 0 ? 1 : weights * weights / squares;
      for (std::size_t i = 0; i < sum.size(); ++i)
        A[i][a] = (weights == 0 ? 0 : sum[i] / weights) - 4 * setting.scale * std::sqrt(log_term(game) / n);
    }
    const Round& last = rounds.back();
    const Number eta = std::sqrt(std::log(K * T) / (K * T));
    x = mirror_step(x, last, eta, last.x[last.arm] + eta / 2, A);
  }
  Column z(game.arms());
  if (rounds.size() < exploration_rounds) {
    z[rounds.size() / n0] = 1;
    return z;
  }
  const Number share = std::pow(T, -setting.share);
  for (std::size_t a = 0; a < z.size(); ++a) z[a] = (1 - share) * x[a] + share / K;
  return z;
}

/// The mixture lambda safe + (1 - lambda) x.
Column mixed(Number lambda, const Column& safe, Column x) {
  for (std::size_t a = 0; a < x.size(); ++a) x[a] = lambda * safe[a] + (1 - lambda) * x[a];
  return x;
}

struct KnownArm {
  Column strategy;  ///< K
  Column margin;    ///< d, m
};

KnownArm known_arm(std::size_t arm, const Game& game, Column margin) {
  KnownArm safe{Column(game.arms()), std::move(margin)};
  safe.strategy[arm] = 1;
  return safe;
}

/// x_hat: the strategy before mixing, of the previous round on input, of this round on output.
Column s_ops(const Game& game, const std::vector<Round>& rounds, const KnownArm& safe, Number scale, Column& x_hat) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const auto m = static_cast<Number>(game.constraints());
  const Number u = std::log(32 * m * K * T / game.delta), eta = std::sqrt(u / (2 * T * K));
  Column pulls(game.arms());
  Table sum(game.constraints(), pulls), lower, upper;
  for (const Round& round : rounds) {
    pulls[round.arm] += 1;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i][round.arm] += round.violation[i][round.arm];
  }
  lower = upper = sum;
  for (std::size_t i = 0; i < sum.size(); ++i)
    for (std::size_t a = 0; a < pulls.size(); ++a) {
      const Number cost = pulls[a] == 0 ? 0 : (sum[i][a] / pulls[a] + 1) / 2;
      const Number xi = pulls[a] == 0 ? 1 : std::min<Number>(1, scale * 2 * std::sqrt(u / pulls[a]));
      lower[i][a] = 2 * (cost - xi) - 1;
      upper[i][a] = 2 * (cost + xi) - 1;
    }
  Number lambda = 0;
  if (rounds.empty()) {
    x_hat = uniform_strategy(game.arms());
  } else {
    const Round& last = rounds.back();
    x_hat[last.arm] *= std::exp(-eta * last.loss[last.arm] / (last.x[last.arm] + eta));
    const KlSolution projected = kl_projection(x_hat, lower);
    x_hat = projected.x;
    if (projected.empty) lambda = 1;
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const Number w = std::min<Number>(1, detail::dot(upper[i], x_hat));
    if (w > 0) lambda = std::max(lambda, w / (w + safe.margin[i]));
  }
  return mixed(lambda, safe.strategy, x_hat);
}

}  // namespace

}  // namespace regretta::naive

namespace regretta {
namespace {

void expect_bccf(double kappa, double scale, bool adaptive) {
  expect_same_replay<Bccf>({.confidence_scale = scale, .kappa = kappa, .adaptive = adaptive},
                           [=, x = naive::Column()](const auto& game, const auto& past) mutable {
                             return naive::bccf(game, past, kappa, scale, adaptive, x);
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
                                              [=, x = naive::Column()](const auto& game, const auto& past) mutable {
                                                return naive::expopt_explorer(game, past, setting, x);
                                              });
}

TEST(ProjectingReplay, Explorer) { expect_explorer({.share = 0.25L}); }
TEST(ProjectingReplay, ExplorerWithMeans) { expect_explorer({.share = 0.5L, .weighted = false}); }
TEST(ProjectingReplay, ExplorerWithWeightsCut) { expect_explorer({.share = 0.25L, .limit = 0.2L}); }
TEST(ProjectingReplay, ExplorerWithoutExploration) { expect_explorer({.share = 0.25L, .exploration = false}); }

TEST(ProjectingReplay, SvOps) {
  expect_same_replay<SvOps>(
      {.confidence_scale = 0.1},
      policy_of({.name = "known-c", .sees = naive::Sees::played_arm, .confidence_scale = 0.1L, .fixed_share = false}));
}

/// The last arm as the known safe arm, with its true margins. In these games it is far from violating.
naive::KnownArm measured_safe_arm(const naive::Game& game) {
  const std::size_t arm = game.arms() - 1;
  naive::Column margin(game.constraints(), 1);
  for (const auto& table : game.violation)
    for (std::size_t i = 0; i < margin.size(); ++i) margin[i] = std::min(margin[i], -table[i][arm]);
  return naive::known_arm(arm, game, margin);
}

TEST(ProjectingReplay, SOps) {
  for (const bool measured : {false, true}) {
    SOpsParams params{.confidence_scale = 0.1};
    if (!measured) {
      params.safe_arm = {.measured = false, .value = 4};
      params.safe_arm_violation = {.measured = false, .value = -0.3};
    }
    expect_same_replay<SOps>(params, [=, x = naive::Column()](const naive::Game& game, const auto& past) mutable {
      const naive::Column known(game.constraints(), 0.3);
      const naive::KnownArm safe = measured ? measured_safe_arm(game) : naive::known_arm(3, game, known);
      return naive::s_ops(game, past, safe, 0.1L, x);
    });
  }
}

/// Both arms certainly violate, so that the optimistic set is empty, and only the arm declared to be safe is played.
TEST(ProjectingReplay, SOpsPlaysOnlyTheSafeArmIfTheOptimisticSetIsEmpty) {
  const Problem problem{.horizon = 1000, .num_arms = 2, .num_constraints = 1, .delta = 0.05};
  SOps<double> learner(problem,
                       {.safe_arm = {.measured = false, .value = 2},
                        .safe_arm_violation = {.measured = false, .value = -0.5},
                        .confidence_scale = 0},
                       {});
  EXPECT_NEAR(learner.strategy()[0], 0.5 / 3, 1e-15) << "lambda = 1 / (1 + d); both arms share the rest equally";
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

/// If the safe arm violates a constraint, its margin is replaced by least_margin.
TEST(ProjectingReplay, SOpsWithoutASafeArm) {
  expect_same_replay<SOps>({.safe_arm = {.measured = false, .value = 1},
                            .safe_arm_violation = {.measured = false, .value = 0.4},
                            .least_margin = 0.05,
                            .confidence_scale = 0.1},
                           [x = naive::Column()](const naive::Game& game, const auto& past) mutable {
                             const naive::KnownArm safe =
                                 naive::known_arm(0, game, naive::Column(game.constraints(), 0.05L));
                             return naive::s_ops(game, past, safe, 0.1L, x);
                           });
}

}  // namespace

}  // namespace regretta
