// Learners that solve linear programs, compared with their naive definitions on the same draws, over 600 rounds. The
// naive side gets the history of the engine. If several x are optimal, the engine must play one of them.

#include <set>

#include <gtest/gtest.h>

#include "regretta/learners/lincon.hpp"
#include "regretta/learners/meta_lp.hpp"
#include "regretta/learners/opb.hpp"
#include "regretta/learners/optimistic_lp.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"
#include "regretta/tests/reference/naive_optimistic.hpp"
#include "regretta/tests/reference/naive_thompson.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta::naive {

// Master algorithms over instances of NS-SOPS, from their definitions, in long double: the probabilities of the
// instances, round by round. Roots are found by bisection.

namespace {

/// The probabilities 1 / (u_j + s_j z), with the z for which they sum to 1.
Column log_barrier(const Column& u, const Column& s) {
  Number low = -HUGE_VALL;
  for (std::size_t j = 0; j < u.size(); ++j) low = std::max(low, (1 - u[j]) / s[j]);
  const auto weights = [&](Number z) {
    Column w;
    for (std::size_t j = 0; j < u.size(); ++j) w.push_back(1 / (u[j] + s[j] * z));
    return w;
  };
  const auto excess = [&](Number z) {
    Number sum = -1;
    for (const Number weight : weights(z)) sum += weight;
    return sum;
  };
  Number high = low + 1;
  while (excess(high) > 0) high = low + 2 * (high - low);
  for (int step = 0; step < 200; ++step) {
    const Number middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  return weights(high);
}

class Meta {
 public:
  Meta(const Game& game, bool corral, Number confidence_scale)
      : game_(game), corral_(corral), scale_(confidence_scale) {
    const auto T = static_cast<Number>(game.horizon());
    M_ = static_cast<std::size_t>(std::ceil(std::log2(T)));
    const auto M = static_cast<Number>(M_);
    p_ = w_ = Column(M_, 1 / M);
    rho_ = Column(M_, 2 * M);
    eta_ = Column(M_, std::sqrt(M / T));
    S_ = Column(M_);
    nu_ = Column(M_, M);
    seen_.resize(M_);
  }

  const Column& chances() const { return w_; }
  std::size_t choose(Number u) const {
    Number running = 0;
    for (std::size_t j = 0; j < M_; ++j)
      if ((running += w_[j]) > u) return j;
    return M_ - 1;
  }
  /// The linear program of instance j.
  Program program(std::size_t j) const {
    return ns_lp(game_, seen_[j], scale_, std::pow(2.0L, static_cast<Number>(j + 1)));
  }
  /// Updates the master, and instance j, which has played the round.
  void learn(std::size_t j, const Round& round) {
    seen_[j].push_back(round);
    const auto T = static_cast<Number>(game_.horizon()), m = static_cast<Number>(game_.constraints());
    Number payoff = round.loss[round.arm];
    for (const Column& means : ArmMeans(game_, seen_[j]).violation)
      payoff += (1 + m) * std::max<Number>(0, dot(means, round.x));
    payoff /= 1 + (1 + m) * m;
    const Number estimate = payoff / w_[j];
    if (corral_) {
      Column u;
      for (const Number p : p_) u.push_back(1 / p);
      u[j] += eta_[j] * estimate;
      p_ = log_barrier(u, eta_);
      for (std::size_t i = 0; i < M_; ++i) {
        w_[i] = (1 - 1 / T) * p_[i] + 1 / T / static_cast<Number>(M_);
        if (1 / w_[i] <= rho_[i]) continue;
        rho_[i] = 2 / w_[i];
        eta_[i] *= std::exp(1 / std::log(T));
      }
    } else {
      S_[j] += estimate;
      Column u;
      for (std::size_t i = 0; i < M_; ++i) {
        const Number nu = std::max(nu_[i], 1 / w_[i]);
        S_[i] -= (nu - nu_[i]) / (40 * eta_[i] * std::log(T));
        nu_[i] = nu;
        u.push_back(eta_[i] * S_[i]);
      }
      w_ = log_barrier(u, eta_);
    }
  }

 private:
  const Game& game_;
  bool corral_;
  Number scale_;
  std::size_t M_ = 1;
  Column p_, w_, rho_, eta_, S_, nu_;  // M, symbols of the papers; w_: chances
  std::vector<std::vector<Round>> seen_;
};

}  // namespace

}  // namespace regretta::naive

namespace regretta {
namespace {

template <template <class> class L>
void expect_same_strategies(const typename L<double>::Params& params, int m, const naive::LpDefinition& definition) {
  const naive::Game game = replayed_game(m);
  const CellWork work = cell_of(game, 9, replay_rounds);
  const EngineTrial engine = record_trial(tests::make_learner<L, double>(work, params), work, 2, replay_rounds);
  const naive::TrialDraws draws(9, 2);
  std::vector<naive::Round> played;
  std::size_t mixed = 0;
  for (std::size_t t = 1; t <= replay_rounds; ++t) {
    const std::vector<double>& x = engine.x[t - 1];
    expect_solves(definition(game, played), x, t);
    played.push_back(naive::play_round(game, draws, t, {x.begin(), x.end()}));
    ASSERT_EQ(engine.arms[t - 1], static_cast<int>(played.back().arm)) << "round " << t;
    mixed += *std::max_element(x.begin(), x.end()) < 1;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(mixed, replay_rounds / 20) << "constraints must bind often enough to be tested";
}

TEST(OptimisticReplay, OptLp) {
  for (const int m : {1, 3})
    for (const double scale : {0.1, 0.4})
      expect_same_strategies<OptLp>({.confidence_scale = scale}, m, [scale](const auto& game, const auto& past) {
        return naive::optlp(game, past, scale);
      });
}
TEST(OptimisticReplay, LinConTs) {
  const naive::LearnerDraws draws(9, 2);
  for (const int m : {1, 3})
    expect_same_strategies<LinConTs>(
        {}, m, [&](const auto& game, const auto& past) { return naive::lincon_ts(game, past, draws); });
}
TEST(OptimisticReplay, NsLp) {
  for (const int m : {1, 3})
    for (const double C : {0.0, 10.0})
      expect_same_strategies<NsLp>(
          {.confidence_scale = 0.1, .corruption = {.measured = false, .value = C}}, m,
          [C](const auto& game, const auto& past) { return naive::ns_lp(game, past, 0.1L, C); });
}
TEST(OptimisticReplay, Opb) {
  for (const int m : {1, 3}) {
    const int safe = 2 + m;
    expect_same_strategies<Opb>({.confidence_scale = 0.1,
                                 .safe_arm = {.measured = false, .value = safe + 1.0},
                                 .safe_arm_loss = {.measured = false, .value = 0.9},
                                 .safe_arm_violation = {.measured = false, .value = -0.5}},
                                m, [safe](const auto& game, const auto& past) {
                                  return naive::opb(game, past, 0.1L, static_cast<std::size_t>(safe), 0.9,
                                                    naive::Column(game.constraints(), -0.5), 0.01);
                                });
    // With the measured facts of the safe arm.
    const CellWork work = cell_of(replayed_game(m), 9, replay_rounds);
    const Oracle oracle = work.facts->oracle();
    ASSERT_EQ(oracle.safe_arm, safe);
    expect_same_strategies<Opb>({.confidence_scale = 0.1}, m, [&oracle](const auto& game, const auto& past) {
      return naive::opb(game, past, 0.1L, static_cast<std::size_t>(oracle.safe_arm), oracle.safe_arm_loss,
                        {oracle.safe_arm_violation.begin(), oracle.safe_arm_violation.end()}, 0.01);
    });
  }
}

/// Compares the drawn instance, its strategy, and the probabilities of all instances, in every round.
template <template <class> class L>
void expect_same_meta(bool corral, int m, double min_change) {
  const naive::Game game = replayed_game(m);
  const CellWork work = cell_of(game, 9, replay_rounds);
  typename L<double>::Params params;
  params.confidence_scale = 0.1;
  Match match(L<double>(work.problem, params), work, 2);
  const Draws<double> draws(9, 2);
  const naive::TrialDraws trial_draws(9, 2);
  naive::Meta slow(game, corral, 0.1L);
  std::set<std::size_t> drawn_instances;
  naive::Number max_error = 0, max_change = 0;
  for (std::size_t t = 1; t <= replay_rounds; ++t) {
    const auto& feedback = match.reveal(static_cast<std::int64_t>(t));
    const L<double>& fast = match.learner();
    const std::vector<double> x(fast.strategy().begin(), fast.strategy().end());
    const std::size_t j = slow.choose(Randomness<double>(draws, static_cast<std::int64_t>(t)).uniform({}));
    drawn_instances.insert(j);
    expect_solves(slow.program(j), x, t);
    for (std::size_t k = 0; k < slow.chances().size(); ++k) {
      const naive::Number chance = fast.chances()[static_cast<Eigen::Index>(k)];
      max_error = std::max(max_error, std::abs(chance - slow.chances()[k]));
      max_change = std::max(max_change, std::abs(chance * static_cast<naive::Number>(slow.chances().size()) - 1));
    }
    naive::Number sum = 0;
    for (std::size_t a = 0; a < x.size(); ++a) {
      const double mixed = fast.mixture()[static_cast<Eigen::Index>(a)];
      EXPECT_GE(mixed, static_cast<double>(slow.chances()[j]) * x[a] - 1e-12);
      sum += mixed;
    }
    EXPECT_NEAR(static_cast<double>(sum), 1, 1e-13);
    const naive::Round round = naive::play_round(game, trial_draws, t, {x.begin(), x.end()});
    ASSERT_EQ(feedback.arm()[0], static_cast<int>(round.arm));
    slow.learn(j, round);
    match.learner().observe(feedback);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_LT(max_error, 1e-9L);
  EXPECT_GT(max_change, min_change) << "the probabilities must move far enough to be tested";
  EXPECT_EQ(drawn_instances.size(), slow.chances().size());
}
TEST(OptimisticReplay, Corral) {
  for (const int m : {1, 3}) expect_same_meta<Corral>(true, m, 0.2);
}
TEST(OptimisticReplay, LagFtrl) {
  for (const int m : {1, 3}) expect_same_meta<LagFtrl>(false, m, 0.2);
}

}  // namespace

}  // namespace regretta
