#pragma once
/// The exploration phase of `expopt-conomd` (learners/ALGORITHMS.md).

#include <cmath>
#include <string>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

struct ExplorationParams {
  double beta = 0.5;
  bool exploration = true;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("beta", p.beta, Range{0, 1}, "exploration exponent: every arm is first played ceil(T^beta) times",
          Role::exploration_exponent);
    visit("exploration", p.exploration, "false: no exploration phase, start at the uniform strategy");
  }

  /// n0 = ceil(T^beta - 1e-9), because 1e5^0.8 is 10000.000000000005 in floating point; 0 without exploration.
  std::int64_t rounds_per_arm(std::int64_t horizon) const {
    return exploration ? static_cast<std::int64_t>(std::ceil(pow(static_cast<double>(horizon), beta) - 1e-9)) : 0;
  }
  /// Throws InputError unless exploration leaves rounds to play: K n0 < T.
  void check(const Problem& problem) const {
    const std::int64_t explored = problem.num_arms * rounds_per_arm(problem.horizon);
    if (exploration && explored >= problem.horizon)
      throw InputError("beta", to_text(Value(beta)) + ": exploration would take " + std::to_string(explored) +
                                   " rounds (" + std::to_string(problem.num_arms) +
                                   " arms x ceil(T^beta)), expected fewer than the horizon " +
                                   std::to_string(problem.horizon) + "; lower beta or raise the horizon");
  }
};

}  // namespace regretta
