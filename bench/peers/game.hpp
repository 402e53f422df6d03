#pragma once
/// What the plain loop plays and reports: the paper's three learners in the common cell. Uses nothing of the engine.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regretta/tools/commands/common_cell.hpp"

namespace regretta::peers {

enum class Learner { conomd_fs, conomd_fs_ix, expopt_conomd };
inline constexpr std::array<Learner, 3> all_learners{Learner::conomd_fs, Learner::conomd_fs_ix, Learner::expopt_conomd};
inline constexpr std::array<const char*, 3> learner_names{"conomd-fs", "conomd-fs-ix", "expopt-conomd"};

/// A cell with the constants of one learner.
struct Game {
  CommonCell cell;
  Learner learner;
  double eta;              ///< step size
  double gamma;            ///< implicit exploration
  double share;            ///< weight of the uniform strategy
  double width;            ///< xi = width / sqrt(n)
  std::int64_t pulls = 0;  ///< of every arm in the exploration phase

  Game(CommonCell c, Learner l) : cell(std::move(c)), learner(l) {
    const double K = cell.num_arms, T = static_cast<double>(cell.horizon);
    eta = learner == Learner::conomd_fs ? std::sqrt(std::log(K * T) / T) : std::sqrt(std::log(K * T) / (K * T));
    gamma = eta / 2;
    share = learner == Learner::expopt_conomd ? 0 : 1 / T;
    width = 4 * CommonCell::confidence_scale * std::sqrt(std::log(T * K * cell.num_constraints / CommonCell::delta));
    if (learner == Learner::expopt_conomd) pulls = static_cast<std::int64_t>(std::ceil(std::sqrt(T) - 1e-9));
  }

  /// The arm that the exploration phase plays in round t = 1, 2, ...; -1 after the phase.
  int explored(std::int64_t t) const { return t <= cell.num_arms * pulls ? static_cast<int>((t - 1) / pulls) : -1; }
};

/// Running sums of a trial.
struct Books {
  explicit Books(int m) : positive(static_cast<std::size_t>(m)), cancelling(positive), realised(positive) {}

  void add_loss(double paid, double expected) {
    loss += paid;
    expected_loss += expected;
  }
  void add_violation(std::size_t i, double expected, double incurred) {
    positive[i] += std::max(expected, 0.0);
    cancelling[i] += expected;
    realised[i] += incurred;
  }

  double loss = 0;           ///< sum l_t(a_t)
  double expected_loss = 0;  ///< sum lbar'x_t
  std::vector<double> positive, cancelling, realised;
  std::int64_t active = 0;  ///< rounds whose projection moved the point
};

/// The results that are compared with the engine.
struct Outcome {
  Books books;
  std::vector<double> strategy;  ///< x_{T+1}
};

/// A whole trial of the plain loop on given uniform numbers. In each round: the arm; then losses, then violations
/// constraint by constraint, of all arms or, if the learner sees only that, of the played one.
Outcome replay(const Game& game, std::span<const double> draws);
/// A whole trial on a generator of its own.
Outcome play(const Game& game, std::uint64_t seed);

/// Compares the plain loop with the results that peers_reference wrote, and prints one line per comparison: replays of
/// the engine's draws must give the engine's results, and trials on its own draws the engine's means. Returns true if
/// all agree.
bool check(const std::string& reference);

}  // namespace regretta::peers
