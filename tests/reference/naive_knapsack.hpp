#pragma once
/// Events, budgets, and the learners that know of either, from their definitions, in long double.

#include "regretta/tests/reference/naive_indices.hpp"
#include "regretta/tests/reference/naive_rivals.hpp"
#include "regretta/tests/reference/naive_thompson.hpp"

namespace regretta::naive {

/// Arms with one event each. With budgets the last arm is null, and thresholds are B_i / T.
struct Shop {
  Column probability, value;  ///< K
  Table cost;                 ///< m x K
  Column threshold;           ///< m
  Column budget;              ///< m, or empty
  std::size_t horizon = 0;

  std::size_t arms() const { return value.size(); }
  std::size_t constraints() const { return threshold.size(); }
  /// For the learners below that are defined over games.
  Game game() const {
    Game same{{horizon, Column(arms())}, {horizon, Table(constraints(), Column(arms()))}};
    for (std::size_t t = 0; t < horizon; ++t)
      for (std::size_t a = 0; a < arms(); ++a) {
        same.loss[t][a] = 1 - value[a] * probability[a];
        for (std::size_t i = 0; i < constraints(); ++i)
          same.violation[t][i][a] = cost[i][a] * probability[a] - threshold[i];
      }
    return same;
  }
};

/// A trial. Play stops before a cost exceeds what is left.
class ShopTrial {
 public:
  ShopTrial(const Shop& shop, const Luck& luck) : shop_(shop), luck_(luck), left_(shop.budget) {}

  const std::vector<Round>& rounds() const { return rounds_; }
  const Column& left() const { return left_; }
  std::size_t stopped() const { return stopped_; }  ///< 0: it has not

  void play(const Column& x) {
    const std::size_t t = rounds_.size() + 1;
    Round round{x, luck_.arm(t, x), Column(shop_.arms(), 1), Table(shop_.constraints(), Column(shop_.arms()))};
    Column paid(shop_.constraints());
    for (std::size_t a = 0; a < shop_.arms(); ++a) {
      const bool event = luck_.uniform(t, a, 0) < shop_.probability[a];
      round.loss[a] = event ? 1 - shop_.value[a] : 1;
      for (std::size_t i = 0; i < paid.size(); ++i) {
        round.violation[i][a] = (event ? shop_.cost[i][a] : 0) - shop_.threshold[i];
        if (a == round.arm && event) paid[i] = shop_.cost[i][a];
      }
    }
    for (std::size_t i = 0; i < left_.size(); ++i)
      if (stopped_ == 0 && paid[i] > left_[i] + 1e-9L) stopped_ = t;
    if (stopped_ > 0) {
      round.loss.assign(shop_.arms(), 1);
      for (std::size_t i = 0; i < paid.size(); ++i) round.violation[i].assign(shop_.arms(), -shop_.threshold[i]);
    } else {
      for (std::size_t i = 0; i < left_.size(); ++i) left_[i] -= paid[i];
    }
    rounds_.push_back(std::move(round));
  }

  /// sum_t lbar_t'x_t, where the null arm is played once play has stopped.
  Number expected_loss() const {
    Number sum = 0;
    for (std::size_t t = 0; t < rounds_.size(); ++t)
      if (stopped_ > 0 && t + 1 >= stopped_)
        sum += 1;
      else
        for (std::size_t a = 0; a < shop_.arms(); ++a)
          sum += rounds_[t].x[a] * (1 - shop_.value[a] * shop_.probability[a]);
    return sum;
  }

 private:
  const Shop& shop_;
  const Luck& luck_;
  Column left_;
  std::size_t stopped_ = 0;
  std::vector<Round> rounds_;
};

/// The program of arms whose events have the probabilities q for rewards and `least` for costs.
inline Program program_of_events(const Shop& shop, const Column& q, const Column& least) {
  Program p{Column(shop.arms()), Table(shop.constraints(), Column(shop.arms()))};
  for (std::size_t a = 0; a < shop.arms(); ++a) {
    p.c[a] = 1 - shop.value[a] * q[a];
    for (std::size_t i = 0; i < shop.constraints(); ++i) p.A[i][a] = shop.cost[i][a] * least[a] - shop.threshold[i];
  }
  return p;
}
inline Program lincon_ts(const Shop& shop, const std::vector<Round>& rounds, const OwnDraws& draws) {
  const Game game = shop.game();
  const Column q =
      drawn_means(game, rounds, draws, 0, [](const Round& round) { return round.loss[round.arm] < 1 ? 1 : 0; });
  return program_of_events(shop, q, q);
}
inline Program lincon_kl_ucb(const Shop& shop, const std::vector<Round>& rounds) {
  Column n(shop.arms()), events = n, q = n, least = n;
  for (const Round& round : rounds) n[round.arm] += 1, events[round.arm] += round.loss[round.arm] < 1 ? 1 : 0;
  for (std::size_t a = 0; a < n.size(); ++a) {
    const Number b = std::log(static_cast<Number>(rounds.size() + 1)) / n[a];
    q[a] = kl_upper(events[a] / n[a], b);
    least[a] = kl_lower(events[a] / n[a], b);
  }
  return program_of_events(shop, q, least);
}

/// Consumption (g - low) / width and its budget a round, for violations in [low, low + width].
struct Pace {
  Column low;  ///< m
  Number width = 1;
  bool has_null_arm = false;
  Number pace(std::size_t i) const { return -low[i] / width; }
  Number consumed(const Round& round, std::size_t i) const { return (round.violation[i][round.arm] - low[i]) / width; }
};
inline Pace pace_of(const Shop& shop) {
  Column low = shop.threshold;
  for (Number& value : low) value = -value;
  return {low, 1, !shop.budget.empty()};
}
inline Pace pace_of(const Game& game) { return {Column(game.constraints(), -1), 2}; }

/// Bounds with the radius sqrt(C mean / N) + C / N, C = ln((m + 1) T K).
struct ResourceBounds {
  Column upper;  ///< of rewards, K
  Table lower;   ///< of consumptions, m x K
};
inline ResourceBounds resource_bounds(const Game& game, const Pace& pace, std::span<const Round> rounds) {
  const std::size_t K = game.arms(), m = game.constraints();
  const Number C = std::log(static_cast<Number>((m + 1) * game.horizon() * K));
  ResourceBounds bounds{Column(K, 1), Table(m, Column(K))};
  Column n(K), reward(K);
  Table cost(m, Column(K));
  for (const Round& round : rounds) {
    n[round.arm] += 1;
    reward[round.arm] += 1 - round.loss[round.arm];
    for (std::size_t i = 0; i < m; ++i) cost[i][round.arm] += pace.consumed(round, i);
  }
  for (std::size_t a = 0; a < K; ++a) {
    if (n[a] == 0) continue;
    const auto radius = [&](Number mean) { return std::sqrt(C * std::max<Number>(mean, 0) / n[a]) + C / n[a]; };
    bounds.upper[a] = std::min<Number>(1, reward[a] / n[a] + radius(reward[a] / n[a]));
    for (std::size_t i = 0; i < m; ++i)
      bounds.lower[i][a] = std::max<Number>(0, cost[i][a] / n[a] - radius(cost[i][a] / n[a]));
  }
  if (pace.has_null_arm) {
    bounds.upper.back() = 0;
    for (Column& row : bounds.lower) row.back() = 0;
  }
  return bounds;
}

inline Program ucb_bwk(const Game& game, const Pace& pace, const std::vector<Round>& rounds, Number epsilon) {
  const ResourceBounds bounds = resource_bounds(game, pace, rounds);
  Program p{bounds.upper, bounds.lower};
  for (Number& reward : p.c) reward = -reward;
  for (std::size_t i = 0; i < p.A.size(); ++i)
    for (Number& entry : p.A[i]) entry -= (1 - epsilon) * pace.pace(i);
  return p;
}

inline Column primal_dual_bwk(const Game& game, const Pace& pace, const std::vector<Round>& rounds,
                              const OwnDraws& draws) {
  const std::size_t m = game.constraints(), arms = game.arms() - (pace.has_null_arm ? 1 : 0);
  if (rounds.size() < arms) return point_mass(game.arms(), rounds.size());
  Number least = 1;
  for (std::size_t i = 0; i < m; ++i) least = std::min(least, pace.pace(i));
  const Number B = least * static_cast<Number>(game.horizon());
  const Number growth = 1 + std::sqrt(std::log(static_cast<Number>(m + 1)) / B);
  Column price(m + 1, 1);
  for (std::size_t t = arms; t < rounds.size(); ++t) {
    const ResourceBounds bounds = resource_bounds(game, pace, {rounds.data(), t});
    for (std::size_t i = 0; i < m; ++i)
      price[i] *= std::pow(growth, bounds.lower[i][rounds[t].arm] * least / pace.pace(i));
    price[m] *= std::pow(growth, least);
  }
  const ResourceBounds bounds = resource_bounds(game, pace, rounds);
  Column ratio(game.arms(), -1);
  for (std::size_t a = 0; a < arms; ++a) {
    Number cost = price[m] * least, prices = price[m];
    for (std::size_t i = 0; i < m; ++i)
      cost += price[i] * bounds.lower[i][a] * least / pace.pace(i), prices += price[i];
    ratio[a] = bounds.upper[a] / (cost / prices);
  }
  return point_mass(game.arms(), draws.highest(ratio, rounds.size() + 1));
}

inline Column lagrange_bwk(const Game& game, const Pace& pace, const std::vector<Round>& rounds,
                           const OwnDraws& draws) {
  const std::size_t m = game.constraints();
  Number least = 1;
  for (std::size_t i = 0; i < m; ++i) least = std::min(least, pace.pace(i));
  const auto T = static_cast<Number>(game.horizon());
  const Number eta = std::sqrt(8 * std::log(static_cast<Number>(m + 1)) / T) * least;
  Column paid(m + 1), costs;
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    const Column belief = softmax(paid, eta);
    Number u = draws.uniform(t + 1, 0, 0);
    std::size_t resource = 0;
    while (resource < m && u >= belief[resource]) u -= belief[resource++];
    Number payoff = 1 - rounds[t].loss[rounds[t].arm];
    for (std::size_t i = 0; i < m; ++i) {
      const Number slack = 1 - pace.consumed(rounds[t], i) / pace.pace(i);
      paid[i] += slack;
      if (i == resource) payoff += slack;
    }
    costs.push_back((2 - payoff) / (1 + 1 / least));
  }
  return exp3_p_of(game, rounds, costs, T);
}

}  // namespace regretta::naive
