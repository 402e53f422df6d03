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
using Rival = std::function<Column(const Game&, const std::vector<Round>&)>;
}  // namespace naive

/// Expects that x solves the program: it equals the naive solution, or is feasible and has the same value.
inline void expect_solves(const naive::Program& program, const std::vector<double>& x, std::size_t t) {
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

/// Compares the engine's rounds with the naive side on the same draws: arms, strategies and sums. Errors of weights
/// above 1e-3 are relative; those of smaller weights are divided by 1e-3.
inline void expect_same_course(const EnginePlayed& engine, const naive::Game& game, const naive::TrialDraws& draws,
                               const naive::Rival& rival, double tolerance = 1e-9) {
  std::vector<naive::Round> played;
  double worst = 0;
  for (std::size_t t = 1; t <= engine.x.size(); ++t) {
    const naive::Column x = rival(game, played);
    played.push_back(naive::play_round(game, draws, t, {engine.x[t - 1].begin(), engine.x[t - 1].end()}));
    if (!engine.arms.empty()) {
      ASSERT_EQ(engine.arms[t - 1], static_cast<int>(played.back().arm)) << "round " << t;
    }
    for (std::size_t a = 0; a < x.size(); ++a)
      worst = std::max(worst, static_cast<double>(std::abs(engine.x[t - 1][a] - x[a]) / std::max(x[a], 1e-3L)));
  }
  rival(game, played);  // stateful learners observe the last round in this call
  EXPECT_LT(worst, tolerance);
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

/// Compares trial 2 of games with one and three constraints. Returns the rounds of the latter.
template <template <class> class L>
EnginePlayed expect_same_replay(const typename L<double>::Params& params, const naive::Rival& rival) {
  EnginePlayed engine;
  for (const int m : {1, 3}) {
    SCOPED_TRACE("m = " + std::to_string(m));
    const naive::Game game = replayed_game(m);
    const CellWork work = cell_of(game, 9, replay_rounds);
    engine = watch(tests::make_learner<L, double>(work, params), work, 2, replay_rounds);
    expect_same_course(engine, game, naive::TrialDraws(9, 2), rival);
  }
  return engine;
}

/// A learner of the paper as the naive side. last, unless null, receives its state.
inline naive::Rival rival_of(const naive::Setting& setting, std::shared_ptr<naive::Learner>* last = nullptr) {
  return [=, learner = std::shared_ptr<naive::Learner>()](const auto& game, const auto& seen) mutable {
    if (seen.empty()) learner = std::make_shared<naive::Learner>(game, setting);
    if (last != nullptr) *last = learner;
    if (!seen.empty()) learner->observe(seen.size(), seen.back());
    return learner->strategy(seen.size() + 1);
  };
}

}  // namespace regretta
