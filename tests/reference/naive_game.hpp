#pragma once
/// The protocol and the running sums of engine/trial/PROTOCOL.md in long double, round by round, directly from the
/// definitions. Only the draws come from the engine, so that both sides have the same randomness.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/tests/reference/naive_minimax.hpp"

namespace regretta::naive {

/// The means of T rounds. The noise is none or bernoulli.
struct Game {
  std::vector<Column> loss;      ///< T rows of K
  std::vector<Table> violation;  ///< T tables of m x K
  Number delta = 0.05L;
  Noise noise{};

  std::size_t horizon() const { return loss.size(); }
  std::size_t arms() const { return loss[0].size(); }
  std::size_t constraints() const { return violation[0].size(); }
};

/// A round as played.
struct Round {
  Column x;         ///< K
  std::size_t arm;  ///< a_t
  Column loss;      ///< l_t, K
  Table violation;  ///< g_t, m x K
};

/// The draws of one trial.
class TrialDraws {
 public:
  TrialDraws(std::uint64_t seed, std::uint32_t trial) : draws_(seed, trial) {}
  /// The first arm at which the running sum of x exceeds u sum(x), where u is the draw of the arm in round t.
  std::size_t arm(std::size_t t, const Column& x) const {
    const Number u = Draws<double>::uniform52(draws_.word(Stream::arm, static_cast<std::int64_t>(t), 0));
    Number sum = 0, running = 0;
    for (const Number weight : x) sum += weight;
    for (std::size_t a = 0; a < x.size(); ++a) {
      running += x[a];
      if (running > u * sum) return a;
    }
    return x.size() - 1;
  }
  /// value 0: the draw of the arm's loss; value i + 1: that of its violation of constraint i.
  Number uniform(std::size_t t, std::size_t arm, std::size_t value) const {
    const auto word = draws_.word(Stream::values, static_cast<std::int64_t>(t), arm, static_cast<int>(value / 2));
    return Draws<double>::uniform(value % 2 == 0 ? word : word >> 32U);
  }

 private:
  Draws<double> draws_;
};

/// Plays round t = 1, 2, ... with strategy x.
inline Round play_round(const Game& game, const TrialDraws& draws, std::size_t t, const Column& x) {
  Round round{x, draws.arm(t, x), game.loss[t - 1], game.violation[t - 1]};
  if (std::holds_alternative<BernoulliNoise>(game.noise)) {
    for (std::size_t a = 0; a < game.arms(); ++a) {
      round.loss[a] = draws.uniform(t, a, 0) < round.loss[a] ? 1 : 0;
      for (std::size_t i = 0; i < game.constraints(); ++i)
        round.violation[i][a] = draws.uniform(t, a, i + 1) < (1 + round.violation[i][a]) / 2 ? 1 : -1;
    }
  }
  return round;
}

/// min_x sum lbar_t'x s.t. sum gbar_{t,i}'x <= 0 over the first `rounds` rounds, by bisection for the least loss that
/// some feasible strategy attains. NaN if no strategy is feasible.
inline Number optimum(const Game& game, std::size_t rounds) {
  Column c(game.arms());
  Table A(game.constraints(), c);
  for (std::size_t t = 0; t < rounds; ++t)
    for (std::size_t a = 0; a < c.size(); ++a) {
      c[a] += game.loss[t][a] / static_cast<Number>(rounds);
      for (std::size_t i = 0; i < A.size(); ++i) A[i][a] += game.violation[t][i][a] / static_cast<Number>(rounds);
    }
  if (minimax(A) > 1e-9L) return NAN;
  Number low = 0, high = 1;
  A.emplace_back();
  for (int step = 0; step < 70; ++step) {
    const Number middle = (low + high) / 2;
    A.back() = c;
    for (Number& entry : A.back()) entry -= middle;
    (minimax(A) <= 0 ? high : low) = middle;
  }
  return high * static_cast<Number>(rounds);
}

/// The sums that engine/trial/PROTOCOL.md defines over the played rounds.
struct RunningTotals {
  Number loss = 0, expected_loss = 0, violation = 0, signed_violation = 0, realised_violation = 0;
};
inline RunningTotals running_totals(const Game& game, const std::vector<Round>& rounds) {
  RunningTotals totals;
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    totals.loss += rounds[t].loss[rounds[t].arm];
    for (std::size_t a = 0; a < game.arms(); ++a) totals.expected_loss += game.loss[t][a] * rounds[t].x[a];
  }
  totals.signed_violation = totals.realised_violation = -HUGE_VALL;
  for (std::size_t i = 0; i < game.constraints(); ++i) {
    Number positive = 0, cancelling = 0, realised = 0;
    for (std::size_t t = 0; t < rounds.size(); ++t) {
      Number expected = 0;
      for (std::size_t a = 0; a < game.arms(); ++a) expected += game.violation[t][i][a] * rounds[t].x[a];
      positive += std::max<Number>(0, expected);
      cancelling += expected;
      realised += rounds[t].violation[i][rounds[t].arm];
    }
    totals.violation = std::max(totals.violation, positive);
    totals.signed_violation = std::max(totals.signed_violation, cancelling);
    totals.realised_violation = std::max(totals.realised_violation, realised);
  }
  return totals;
}

}  // namespace regretta::naive
