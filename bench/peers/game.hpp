#pragma once
/// The games of the plain loop, and its results: the paper's three learners in the common cell, without the engine.

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
  double uniform_weight;   ///< weight of the uniform strategy in x_{t+1}
  double width;            ///< after n observations, confidence widths are width / sqrt(n)
  std::int64_t pulls = 0;  ///< number of pulls of every arm in the exploration phase

  Game(CommonCell c, Learner l) : cell(std::move(c)), learner(l) {
    const double K = cell.num_arms, T = static_cast<double>(cell.horizon);
    eta = learner == Learner::conomd_fs ? std::sqrt(std::log(K * T) / T) : std::sqrt(std::log(K * T) / (K * T));
    gamma = eta / 2;
    uniform_weight = learner == Learner::expopt_conomd ? 0 : 1 / T;
    width = 4 * CommonCell::confidence_scale * std::sqrt(std::log(T * K * cell.num_constraints / CommonCell::delta));
    if (learner == Learner::expopt_conomd) pulls = static_cast<std::int64_t>(std::ceil(std::sqrt(T) - 1e-9));
  }

  /// The arm that is explored in round t = 1, 2, ...; -1 after the exploration phase.
  int explored(std::int64_t t) const { return t <= cell.num_arms * pulls ? static_cast<int>((t - 1) / pulls) : -1; }
};

/// Running sums of a trial.
struct RunningTotals {
  explicit RunningTotals(int m) : positive(static_cast<std::size_t>(m)), cancelling(positive), realised(positive) {}

  void add_loss(double paid, double expected) {
    loss += paid;
    expected_loss += expected;
  }
  void add_violation(std::size_t i, double expected, double incurred) {
    positive[i] += std::max(expected, 0.0);
    cancelling[i] += expected;
    realised[i] += incurred;
  }

  double loss = 0;           ///< sum of l_t(a_t)
  double expected_loss = 0;  ///< sum of lbar'x_t
  // By constraint: sums of positive parts of expected violations, of expected violations, and of realised violations.
  std::vector<double> positive, cancelling, realised;
  std::int64_t active = 0;  ///< number of rounds in which the projection moved the point
};

/// The results that are compared with the engine.
struct Outcome {
  RunningTotals totals;
  std::vector<double> strategy;  ///< x_{T+1}
};

/// Plays a trial with recorded uniform numbers. Their order in each round: the number for the arm, then numbers for
/// losses, then for violations by constraint; of all arms, or of the played arm if the learner observes nothing else.
Outcome replay(const Game& game, std::span<const double> draws);
/// Plays a trial with numbers from a Mersenne Twister.
Outcome play(const Game& game, std::uint64_t seed);

/// Compares the plain loop with the results in a file of peers_reference, and prints one line per comparison. With the
/// engine's draws, the loop must give the engine's results; with different draws, means that agree with the engine's
/// within the errors. Returns true if all agree.
bool check(const std::string& reference);

}  // namespace regretta::peers
