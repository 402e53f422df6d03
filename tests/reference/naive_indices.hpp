#pragma once
/// KL-UCB, doubly optimistic arms, BARBAR and layered elimination from their definitions, in long double.

#include "regretta/tests/reference/naive_draws.hpp"
#include "regretta/tests/reference/naive_optimistic.hpp"

namespace regretta::naive {

inline Number kl(Number p, Number q) {
  return (p > 0 ? p * std::log(p / q) : 0) + (p < 1 ? (1 - p) * std::log((1 - p) / (1 - q)) : 0);
}
/// sup{q in [p, 1] : kl(p, q) <= b} by bisection.
inline Number kl_upper(Number p, Number b) {
  Number low = p, high = 1;
  for (int step = 0; step < 120; ++step) {
    const Number middle = (low + high) / 2;
    (kl(p, middle) <= b ? low : high) = middle;
  }
  return low;
}
/// inf{q in [0, p] : kl(p, q) <= b} by bisection.
inline Number kl_lower(Number p, Number b) {
  Number low = 0, high = p;
  for (int step = 0; step < 120; ++step) {
    const Number middle = (low + high) / 2;
    (kl(p, middle) <= b ? high : low) = middle;
  }
  return high;
}

inline Column num_pulls(const Game& game, const std::vector<Round>& rounds) {
  Column N(game.arms());
  for (const Round& round : rounds) N[round.arm] += 1;
  return N;
}

inline Column kl_ucb(const Game& game, const std::vector<Round>& rounds, Number log_scale, Number c,
                     const LearnerDraws& draws) {
  const ArmMeans means(game, rounds);
  const Column N = num_pulls(game, rounds);
  const Number log_t = std::log(static_cast<Number>(rounds.size() + 1));
  const Number f = log_scale * log_t + (log_t > 1 ? c * std::log(log_t) : 0);
  Column index;
  for (std::size_t a = 0; a < N.size(); ++a) index.push_back(N[a] == 0 ? 1e9L : kl_upper(1 - means.loss[a], f / N[a]));
  return point_mass(N.size(), draws.highest(index, rounds.size() + 1));
}

inline Column doubly_opt_arm(const Game& game, const std::vector<Round>& rounds, bool by_kl,
                             const LearnerDraws& draws) {
  const ArmMeans means(game, rounds);
  const Column N = num_pulls(game, rounds);
  const Number log_t = std::log(static_cast<Number>(rounds.size() + 1));
  Column reward, risk, safe_reward;
  for (std::size_t a = 0; a < N.size(); ++a) {
    const Number b = (by_kl ? 1 : 1.5L) * log_t / N[a];
    const Number mean = 1 - means.loss[a];
    reward.push_back(N[a] == 0 ? 1e9L : by_kl ? kl_upper(mean, b) : mean + std::sqrt(b));
    Number worst = -1e9L;
    for (const Column& row : means.violation) {
      const Number cost = (row[a] + 1) / 2;
      if (N[a] > 0) worst = std::max(worst, by_kl ? kl_lower(cost, b) : cost - std::sqrt(b));
    }
    risk.push_back(worst);
    safe_reward.push_back(worst <= 0.5L + 1e-12L ? reward.back() : -1e9L);
  }
  if (*std::max_element(safe_reward.begin(), safe_reward.end()) > -1)
    return point_mass(N.size(), draws.highest(safe_reward, rounds.size() + 1));
  for (Number& value : risk) value = -value;
  return point_mass(N.size(), draws.highest(risk, rounds.size() + 1));
}

inline Column barbar(const Game& game, const std::vector<Round>& rounds, Number lambda_scale) {
  const std::size_t K = game.arms();
  const auto T = static_cast<Number>(game.horizon());
  const Number lambda = lambda_scale * 1024 * std::log(8 * static_cast<Number>(K) * std::log2(T) / game.delta);
  Column Delta(K, 1);
  std::size_t t = 0;
  for (int epoch = 1;; ++epoch) {
    Column n;
    Number N = 0;
    for (const Number gap : Delta) N += n.emplace_back(lambda / (gap * gap));
    const auto end = t + static_cast<std::size_t>(std::ceil(N));
    if (rounds.size() < end) {
      for (Number& share : n) share /= N;
      return n;
    }
    Column r(K);
    for (; t < end; ++t) r[rounds[t].arm] += (1 - rounds[t].loss[rounds[t].arm]) / n[rounds[t].arm];
    Number best = -HUGE_VALL;
    for (std::size_t a = 0; a < K; ++a) best = std::max(best, r[a] - Delta[a] / 16);
    for (std::size_t a = 0; a < K; ++a) Delta[a] = std::max(std::pow(2.0L, static_cast<Number>(-epoch)), best - r[a]);
  }
}

/// Layers are numbered from 0. without_arms, unless null, counts the rounds that draw a layer without arms.
inline Column layered_elimination(const Game& game, const std::vector<Round>& rounds, Number scale,
                                  const LearnerDraws& draws, std::size_t* without_arms = nullptr) {
  const std::size_t K = game.arms();
  const Number T = static_cast<Number>(game.horizon());
  const auto layers = static_cast<std::size_t>(std::ceil(std::log(T)));
  const Number log_term = std::log(4 * static_cast<Number>(K) * T * std::log(T) / game.delta);
  std::vector<std::vector<bool>> active(layers, std::vector<bool>(K, true));
  Table n(layers, Column(K)), reward(layers, Column(K));
  const auto drawn_layer = [&](std::size_t t) {
    const Number u = draws.uniform(t, 0, 0);
    Number end = 0;
    for (std::size_t j = 1; j < layers; ++j)
      if (u < (end += std::pow(2.0L, -1 - static_cast<Number>(j)))) return j;
    return std::size_t{0};
  };
  for (std::size_t t = 1; t <= rounds.size(); ++t) {
    const std::size_t j = drawn_layer(t), played = rounds[t - 1].arm;
    if (without_arms) *without_arms += std::ranges::count(active[j], true) == 0;
    n[j][played] += 1;
    reward[j][played] += 1 - rounds[t - 1].loss[played];
    Column high(K, HUGE_VALL), low(K, -HUGE_VALL);
    for (std::size_t a = 0; a < K; ++a) {
      if (n[j][a] == 0) continue;
      const Number w = log_term / n[j][a], width = scale * (std::sqrt(w) + w);
      high[a] = reward[j][a] / n[j][a] + width;
      low[a] = reward[j][a] / n[j][a] - width;
    }
    const std::vector<bool> before = active[j];
    for (std::size_t a = 0; a < K; ++a)
      for (std::size_t b = 0; b < K; ++b)
        if (before[a] && before[b] && high[a] < low[b])
          for (std::size_t below = 0; below <= j; ++below) active[below][a] = false;
  }
  std::size_t layer = drawn_layer(rounds.size() + 1);
  while (std::ranges::count(active[layer], true) == 0) ++layer;
  const std::vector<bool>& kept = active[layer];
  Column x(K);
  for (std::size_t a = 0; a < K; ++a) x[a] = kept[a] ? 1 / static_cast<Number>(std::ranges::count(kept, true)) : 0;
  return x;
}

}  // namespace regretta::naive
