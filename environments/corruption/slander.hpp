#pragma once
/// The optimum looks infeasible.

#include <vector>

#include "regretta/environments/corruption/target.hpp"

namespace regretta {

/// Every arm in the support of x* for the uncorrupted means, with weight above 1e-9, gets +1 on every constraint.
struct Slander {
  static constexpr ChoiceWord word{"slander", "+1 on every constraint for the arms of the optimal strategy"};

  /// Throws InputError{"direction"} if no strategy is feasible.
  std::vector<Target> targets(const Adversary& adversary) const {
    const Optimum optimum = solve_optimum(average_losses(adversary), average_violations(adversary));
    if (!optimum.feasible)
      throw InputError(
          "direction",
          "slander needs an optimum to speak ill of, but no strategy satisfies the uncorrupted constraints on "
          "average; expected a feasible environment, or direction = \"target\" with an arm");
    std::vector<Target> targets;
    for (int i = 0; i < adversary.num_constraints; ++i)
      for (int a = 0; a < adversary.num_arms; ++a)
        if (optimum.strategy[static_cast<std::size_t>(a)] > 1e-9) targets.push_back({i, a, 1.0});
    return targets;
  }
};

}  // namespace regretta
