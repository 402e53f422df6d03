#pragma once
/// Compares a learner with its naive definition on the same draws, over 600 rounds: the arms must be equal, strategies
/// to 1e-9. The naive side gets the history of the engine, because importance weights amplify a difference in the last
/// bit.

#include <gtest/gtest.h>

#include <functional>

#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"
#include "regretta/tests/reference/naive_optimistic.hpp"

namespace regretta {

namespace naive {
/// A naive learner: a function from rounds 1..t-1 to x_t.
using Policy = std::function<Column(const Game&, const std::vector<Round>&)>;
}  // namespace naive

/// Expects that x solves the program: it equals the naive solution, or is feasible and has the same value.
inline void expect_solves(const naive::Program& program, const std::vector<double>& x, std::size_t t) {
  const naive::Program p = naive::relaxed(program);
  const naive::Column best = naive::best_vertex(p), played(x.begin(), x.end());
  naive::Number distance = 0, size = 1;
  for (std::size_t a = 0; a < x.size(); ++a) {
    distance = std::max(distance, std::abs(played[a] - best[a]));
    size = std::max(size, std::abs(p.c[a]));
  }
  if (distance <= 1e-9L) return;
  EXPECT_NEAR(static_cast<double>(naive::dot(p.c, played)), static_cast<double>(naive::dot(p.c, best)),
              static_cast<double>(1e-9L * size))
      << "round " << t;
  for (const naive::Column& row : p.A) EXPECT_LE(static_cast<double>(naive::dot(row, played)), 1e-12) << "round " << t;
}

/// Compares the engine's rounds with a naive policy on the same draws: arms, strategies and sums. Errors of weights
/// above 1e-3 are relative; those of smaller weights are divided by 1e-3.
inline void expect_same_rounds(const EngineTrial& engine, const naive::Game& game, const naive::TrialDraws& draws,
                               const naive::Policy& policy, double tolerance = 1e-9) {
  std::vector<naive::Round> played;
  double error = 0;
  for (std::size_t t = 1; t <= engine.x.size(); ++t) {
    const naive::Column x = policy(game, played);
    played.push_back(naive::play_round(game, draws, t, {engine.x[t - 1].begin(), engine.x[t - 1].end()}));
    if (!engine.arms.empty()) {
      ASSERT_EQ(engine.arms[t - 1], static_cast<int>(played.back().arm)) << "round " << t;
    }
    for (std::size_t a = 0; a < x.size(); ++a)
      error = std::max(error, static_cast<double>(std::abs(engine.x[t - 1][a] - x[a]) / std::max(x[a], 1e-3L)));
  }
  policy(game, played);  // stateful learners observe the last round in this call
  EXPECT_LT(error, tolerance);
  const naive::RunningTotals totals = naive::running_totals(game, played);
  const naive::Number opt = naive::optimum(game, played.size());
  const std::pair<Quantity, naive::Number> sums[] = {{Quantity::violation, totals.violation},
                                                     {Quantity::signed_violation, totals.signed_violation},
                                                     {Quantity::realised_violation, totals.realised_violation},
                                                     {Quantity::regret, totals.loss - opt},
                                                     {Quantity::expected_regret, totals.expected_loss - opt}};
  for (const auto& [quantity, sum] : sums) {
    const double value = engine.result[quantity], exact = static_cast<double>(sum);
    EXPECT_TRUE(std::isnan(exact) ? std::isnan(value)
                                  : std::abs(value - exact) <= 10 * tolerance * (1 + std::abs(exact)))
        << quantity_name(quantity) << ": " << value << ", expected " << exact;
  }
}

/// The game in which learners are compared.
inline naive::Game replayed_game(int m, std::uint64_t seed = 700) {
  naive::Game game = drifting_game({.arms = 3 + m, .constraints = m, .horizon = 5000, .safe_arm = true},
                                   seed + static_cast<std::uint64_t>(m));
  game.noise = BernoulliNoise();
  return game;
}

/// Compares trial 2 of games with one and three constraints. Returns the engine's trial of the second game.
template <template <class> class L>
EngineTrial expect_same_replay(const typename L<double>::Params& params, const naive::Policy& policy) {
  EngineTrial engine;
  for (const int m : {1, 3}) {
    SCOPED_TRACE("m = " + std::to_string(m));
    const naive::Game game = replayed_game(m);
    const CellWork work = cell_of(game, 9, replay_rounds);
    engine = record_trial(tests::make_learner<L, double>(work, params), work, 2, replay_rounds);
    expect_same_rounds(engine, game, naive::TrialDraws(9, 2), policy);
  }
  return engine;
}

/// The naive version of a learner of the paper, as a function. last, unless null, receives the learner.
inline naive::Policy policy_of(const naive::Setting& setting, std::shared_ptr<naive::Learner>* last = nullptr) {
  return [=, learner = std::shared_ptr<naive::Learner>()](const auto& game, const auto& past) mutable {
    if (past.empty()) learner = std::make_shared<naive::Learner>(game, setting);
    if (last != nullptr) *last = learner;
    if (!past.empty()) learner->observe(past.size(), past.back());
    return learner->strategy(past.size() + 1);
  };
}

}  // namespace regretta
