#pragma once
/// One trial at a time with std::vector and std::exp, like the papers' pseudo-code. The projection is a parameter.

#include <random>

#include "regretta/bench/peers/game.hpp"

namespace regretta::peers {

struct Mersenne {
  std::mt19937_64 engine;
  double operator()() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
};
struct Recorded {
  const double* next;
  double operator()() { return *next++; }
};

/// A trial between two rounds.
template <class Uniform>
struct PlainTrial {
  PlainTrial(const Game& g, Uniform u)
      : game(g),
        uniform(std::move(u)),
        K(static_cast<std::size_t>(g.cell.num_arms)),
        m(static_cast<std::size_t>(g.cell.num_constraints)),
        x(K, 1 / static_cast<double>(K)),
        y(K),
        loss(K),
        violation(m * K),
        pulls(K),
        g_hat(m * K),
        A(m * K),
        books(g.cell.num_constraints) {}

  Game game;
  Uniform uniform;
  std::size_t K, m;
  std::int64_t t = 0;  ///< rounds played
  std::vector<double> x, y, loss, violation, pulls, g_hat, A;
  Books books;
};

/// Plays `rounds` rounds. project(y, A, x) sets x to the projection of the weights y onto {A x <= 0} and returns true
/// if that moved it.
template <Learner learner, class Uniform, class Project>
void play_plainly(PlainTrial<Uniform>& s, std::int64_t rounds, Project& project) {
  constexpr bool full = learner == Learner::conomd_fs, bandit = learner == Learner::expopt_conomd;
  const Game& game = s.game;
  const std::vector<double>&mean_loss = game.cell.loss, &mean_violation = game.cell.violation;
  const std::size_t K = s.K, m = s.m;
  const auto draw_loss = [&](std::size_t a) { return s.uniform() < mean_loss[a] ? 1.0 : 0.0; };
  const auto draw_violation = [&](std::size_t e) { return s.uniform() < 0.5 + 0.5 * mean_violation[e] ? 1.0 : -1.0; };
  std::vector<double> point_mass(K);

  for (const std::int64_t end = s.t + rounds; s.t < end;) {
    ++s.t;
    const int explored = game.explored(s.t);
    if (explored >= 0) {
      std::fill(point_mass.begin(), point_mass.end(), 0.0);
      point_mass[static_cast<std::size_t>(explored)] = 1;
    }
    const std::vector<double>& x = explored >= 0 ? point_mass : s.x;

    double total = 0;
    for (std::size_t a = 0; a < K; ++a) total += x[a];
    double rest = s.uniform() * total;
    std::size_t arm = 0;
    while (arm + 1 < K && rest >= x[arm]) rest -= x[arm++];

    if constexpr (full) {
      for (std::size_t a = 0; a < K; ++a) s.loss[a] = draw_loss(a);
    } else {
      s.loss[arm] = draw_loss(arm);
    }
    for (std::size_t i = 0; i < m; ++i) {
      if constexpr (bandit) {
        s.violation[i * K + arm] = draw_violation(i * K + arm);
      } else {
        for (std::size_t a = 0; a < K; ++a) s.violation[i * K + a] = draw_violation(i * K + a);
      }
    }

    double expected = 0;
    for (std::size_t a = 0; a < K; ++a) expected += mean_loss[a] * x[a];
    s.books.add_loss(s.loss[arm], expected);
    for (std::size_t i = 0; i < m; ++i) {
      expected = 0;
      for (std::size_t a = 0; a < K; ++a) expected += mean_violation[i * K + a] * x[a];
      s.books.add_violation(i, expected, s.violation[i * K + arm]);
    }

    if constexpr (bandit) {
      const double n = ++s.pulls[arm], xi = game.width / std::sqrt(n);
      for (std::size_t i = 0; i < m; ++i) {
        double& g_hat = s.g_hat[i * K + arm];
        g_hat += (s.violation[i * K + arm] - g_hat) / n;
        s.A[i * K + arm] = g_hat - xi;
      }
    } else {
      const double n = static_cast<double>(s.t), xi = game.width / std::sqrt(n), weight = 1 / n;
      for (std::size_t e = 0; e < m * K; ++e) {
        s.g_hat[e] += (s.violation[e] - s.g_hat[e]) * weight;
        s.A[e] = s.g_hat[e] - xi;
      }
    }
    if (explored >= 0) continue;

    if constexpr (full) {
      for (std::size_t a = 0; a < K; ++a) s.y[a] = s.x[a] * std::exp(-game.eta * s.loss[a]);
    } else {
      s.y = s.x;
      s.y[arm] *= std::exp(-game.eta * s.loss[arm] / (s.x[arm] + game.gamma));
    }
    for (double& weight : s.y)
      weight = std::max(weight, 1e-300);  // it is never pushed up again, and would otherwise underflow
    s.books.active += project(s.y, s.A, s.x) ? 1 : 0;
    if constexpr (!bandit)
      for (double& weight : s.x) weight = (1 - game.share) * weight + game.share / static_cast<double>(K);
  }
}

/// A whole trial.
template <class Uniform, class Project>
Outcome whole_trial(const Game& game, Uniform uniform, Project project) {
  PlainTrial<Uniform> trial(game, std::move(uniform));
  with_learner(game.learner, [&]<Learner learner>() { play_plainly<learner>(trial, game.cell.horizon, project); });
  return {trial.books, trial.x};
}
template <class Project>
Outcome plain_replay(const Game& game, std::span<const double> draws) {
  return whole_trial(game, Recorded{draws.data()}, Project{});
}
template <class Project>
Outcome plain_trial(const Game& game, std::uint64_t seed) {
  return whole_trial(game, Mersenne{std::mt19937_64(seed)}, Project{});
}

}  // namespace regretta::peers
