// Plays one trial at a time with std::vector and std::exp, as in the paper's pseudo-code.

#include <random>

#include "regretta/bench/peers/game.hpp"
#include "regretta/bench/peers/newton_projection.hpp"

namespace regretta::peers {
namespace {

/// Uniform numbers from a Mersenne Twister.
struct Mersenne {
  std::mt19937_64 engine;
  double operator()() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
};
/// Uniform numbers from a record.
struct Recorded {
  const double* next;
  double operator()() { return *next++; }
};

/// Plays a trial.
template <Learner learner, class Uniform>
Outcome outcome(const Game& game, Uniform uniform) {
  constexpr bool full = learner == Learner::conomd_fs, bandit = learner == Learner::expopt_conomd;
  const std::vector<double>&mean_loss = game.cell.loss, &mean_violation = game.cell.violation;
  const auto K = static_cast<std::size_t>(game.cell.num_arms), m = static_cast<std::size_t>(game.cell.num_constraints);
  const auto draw_loss = [&](std::size_t a) { return uniform() < mean_loss[a] ? 1.0 : 0.0; };
  const auto draw_violation = [&](std::size_t e) { return uniform() < 0.5 + 0.5 * mean_violation[e] ? 1.0 : -1.0; };
  std::vector<double> omd(K, 1 / static_cast<double>(K)), point_mass(K), y(K), losses(K), pulls(K), violations(m * K),
      g_hat(m * K), A(m * K);
  RunningTotals totals(game.cell.num_constraints);
  NewtonProjection project;

  for (std::int64_t t = 1; t <= game.cell.horizon; ++t) {
    const int explored = game.explored(t);
    if (explored >= 0) {
      std::fill(point_mass.begin(), point_mass.end(), 0.0);
      point_mass[static_cast<std::size_t>(explored)] = 1;
    }
    const std::vector<double>& x = explored >= 0 ? point_mass : omd;

    double total = 0;
    for (std::size_t a = 0; a < K; ++a) total += x[a];
    double rest = uniform() * total;
    std::size_t arm = 0;
    while (arm + 1 < K && rest >= x[arm]) rest -= x[arm++];

    if constexpr (full) {
      for (std::size_t a = 0; a < K; ++a) losses[a] = draw_loss(a);
    } else {
      losses[arm] = draw_loss(arm);
    }
    for (std::size_t i = 0; i < m; ++i) {
      if constexpr (bandit) {
        violations[i * K + arm] = draw_violation(i * K + arm);
      } else {
        for (std::size_t a = 0; a < K; ++a) violations[i * K + a] = draw_violation(i * K + a);
      }
    }

    double expected = 0;
    for (std::size_t a = 0; a < K; ++a) expected += mean_loss[a] * x[a];
    totals.add_loss(losses[arm], expected);
    for (std::size_t i = 0; i < m; ++i) {
      expected = 0;
      for (std::size_t a = 0; a < K; ++a) expected += mean_violation[i * K + a] * x[a];
      totals.add_violation(i, expected, violations[i * K + arm]);
    }

    if constexpr (bandit) {
      const double n = ++pulls[arm], xi = game.width / std::sqrt(n);
      for (std::size_t e = arm; e < m * K; e += K) {
        g_hat[e] += (violations[e] - g_hat[e]) / n;
        A[e] = g_hat[e] - xi;
      }
    } else {
      const double n = static_cast<double>(t), xi = game.width / std::sqrt(n), weight = 1 / n;
      for (std::size_t e = 0; e < m * K; ++e) {
        g_hat[e] += (violations[e] - g_hat[e]) * weight;
        A[e] = g_hat[e] - xi;
      }
    }
    if (explored >= 0) continue;

    if constexpr (full) {
      for (std::size_t a = 0; a < K; ++a) y[a] = omd[a] * std::exp(-game.eta * losses[a]);
    } else {
      y = omd;
      y[arm] *= std::exp(-game.eta * losses[arm] / (omd[arm] + game.gamma));
    }
    for (double& weight : y) weight = std::max(weight, 1e-300);  // a weight that only falls would underflow
    totals.active += project(y, A, omd) ? 1 : 0;
    if constexpr (!bandit)
      for (double& x_a : omd) x_a = (1 - game.uniform_weight) * x_a + game.uniform_weight / static_cast<double>(K);
  }
  return {totals, omd};
}

template <class Uniform>
Outcome outcome(const Game& game, Uniform uniform) {
  switch (game.learner) {
    case Learner::conomd_fs:
      return outcome<Learner::conomd_fs>(game, uniform);
    case Learner::conomd_fs_ix:
      return outcome<Learner::conomd_fs_ix>(game, uniform);
    default:
      return outcome<Learner::expopt_conomd>(game, uniform);
  }
}

}  // namespace

Outcome replay(const Game& game, std::span<const double> draws) { return outcome(game, Recorded{draws.data()}); }
Outcome play(const Game& game, std::uint64_t seed) { return outcome(game, Mersenne{std::mt19937_64(seed)}); }

}  // namespace regretta::peers
