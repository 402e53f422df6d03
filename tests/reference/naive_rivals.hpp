#pragma once
/// Learners of other papers from their definitions, in long double; everything is recomputed from past observations.
/// Each is a function from rounds 1..t-1 to x_t.

#include <span>

#include "regretta/tests/reference/naive_draws.hpp"
#include "regretta/tests/reference/naive_game.hpp"

namespace regretta::naive {

inline Column uniform_strategy(std::size_t K) { return Column(K, 1 / static_cast<Number>(K)); }

inline Column normalised(Column weights) {
  Number sum = 0;
  for (const Number weight : weights) sum += weight;
  for (Number& weight : weights) weight /= sum;
  return weights;
}

/// x ~ exp(-eta L).
inline Column softmax(const Column& L, Number eta) {
  Column weights;
  const Number least = *std::min_element(L.begin(), L.end());
  for (const Number loss : L) weights.push_back(std::exp(-eta * (loss - least)));
  return normalised(weights);
}

inline Column exp3(const Game& game, const std::vector<Round>& rounds, bool anytime) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  Column L(game.arms());
  for (const Round& round : rounds) L[round.arm] += round.loss[round.arm] / round.x[round.arm];
  const auto t = static_cast<Number>(rounds.size() + 1);
  return softmax(L, anytime ? std::sqrt(std::log(K) / (K * t)) : std::sqrt(2 * std::log(K) / (K * T)));
}

inline Column hedge(const Game& game, const std::vector<Round>& rounds) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  Column L(game.arms());
  for (const Round& round : rounds)
    for (std::size_t a = 0; a < L.size(); ++a) L[a] += round.loss[a];
  return softmax(L, std::sqrt(8 * std::log(K) / T));
}

inline Column exp3_ix(const Game& game, const std::vector<Round>& rounds) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const Number eta = std::sqrt(2 * std::log(K) / (K * T));
  Column L(game.arms());
  for (const Round& round : rounds) L[round.arm] += round.loss[round.arm] / (round.x[round.arm] + eta / 2);
  return softmax(L, eta);
}

/// Weights as in the paper: w_a <- (1 - alpha) w_a e^(-eta l_a) + (alpha / K) sum_b w_b e^(-eta l_b).
inline Column exp3_six(const Game& game, const std::vector<Round>& rounds, Number S) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const Number eta = std::sqrt(2 * S * std::log(K) / (K * T)), alpha = S / (T - 1);
  Column w(game.arms(), 1);
  for (const Round& round : rounds) {
    const Column before = w;
    w[round.arm] *= std::exp(-eta * round.loss[round.arm] / (normalised(before)[round.arm] + eta / 2));
    Number sum = 0;
    for (const Number weight : w) sum += weight;
    for (Number& weight : w) weight = (1 - alpha) * weight + alpha / K * sum;
  }
  return normalised(w);
}

/// EXP3.P on the costs of the played arms, over T rounds.
inline Column exp3_p_of(const Game& game, std::span<const Round> rounds, const Column& costs, Number T) {
  const auto K = static_cast<Number>(game.arms());
  const Number beta = std::sqrt(std::log(K / game.delta) / (K * T)), eta = 0.95L * std::sqrt(std::log(K) / (T * K));
  const Number gamma = std::min<Number>(1, 1.05L * std::sqrt(K * std::log(K) / T));
  Column gains(game.arms());
  for (std::size_t t = 0; t < rounds.size(); ++t)
    for (std::size_t a = 0; a < gains.size(); ++a)
      gains[a] += ((a == rounds[t].arm ? 1 - costs[t] : 0) + beta) / rounds[t].x[a];
  Column x = softmax(gains, -eta);
  if (rounds.empty()) x = uniform_strategy(game.arms());
  for (Number& weight : x) weight = (1 - gamma) * weight + gamma / K;
  return x;
}
inline Column exp3_p(const Game& game, const std::vector<Round>& rounds) {
  Column costs;
  for (const Round& round : rounds) costs.push_back(round.loss[round.arm]);
  return exp3_p_of(game, rounds, costs, static_cast<Number>(game.horizon()));
}

/// The weights 4 / (eta (L - z))^2, with z by bisection so that they sum to 1.
inline Column tsallis(const Column& L, Number eta) {
  const Number least = *std::min_element(L.begin(), L.end());
  const auto weights = [&](Number z) {
    Column x;
    for (const Number loss : L) x.push_back(4 / (eta * eta * (loss - z) * (loss - z)));
    return x;
  };
  Number low = least - 2 * std::sqrt(static_cast<Number>(L.size())) / eta, high = least - 2 / eta;
  for (int step = 0; step < 200; ++step) {
    const Number z = (low + high) / 2;
    Number sum = 0;
    for (const Number weight : weights(z)) sum += weight;
    (sum > 1 ? high : low) = z;
  }
  return normalised(weights(low));
}

inline Column tsallis_inf(const Game& game, const std::vector<Round>& rounds, bool reduced) {
  const auto eta = [reduced](std::size_t t) { return (reduced ? 4 : 2) / std::sqrt(static_cast<Number>(t)); };
  Column L(game.arms());
  for (std::size_t t = 1; t <= rounds.size(); ++t) {
    const Round& round = rounds[t - 1];
    for (std::size_t a = 0; a < L.size(); ++a) {
      const Number baseline = reduced && round.x[a] >= eta(t) * eta(t) ? 0.5L : 0;
      L[a] += baseline + (a == round.arm ? (round.loss[a] - baseline) / round.x[a] : 0);
    }
  }
  return tsallis(L, eta(rounds.size() + 1));
}

inline Column ucb1(const Game& game, const std::vector<Round>& rounds, Number alpha, const LearnerDraws& draws) {
  Column pulls(game.arms()), reward(game.arms()), index;
  for (const Round& round : rounds) {
    pulls[round.arm] += 1;
    reward[round.arm] += 1 - round.loss[round.arm];
  }
  for (std::size_t a = 0; a < game.arms(); ++a) {
    const Number bonus = std::sqrt(alpha * std::log(static_cast<Number>(rounds.size() + 1)) / pulls[a]);
    index.push_back(pulls[a] == 0 ? 1e9L : reward[a] / pulls[a] + bonus);
  }
  return point_mass(game.arms(), draws.highest(index, rounds.size() + 1));
}

}  // namespace regretta::naive
