#pragma once
/// Infeasible arms look feasible.

#include <vector>

#include "regretta/environments/corruption/target.hpp"

namespace regretta {

/// Every arm whose average violation of some constraint is positive, beyond the tolerance of OPT, gets -1 on it.
struct Flatter {
  static constexpr ChoiceWord word{"flatter", "-1 for infeasible arms on the constraints they violate"};

  /// Throws InputError{"direction"} if there is no such arm.
  std::vector<Target> targets(const Adversary& adversary) const {
    const std::vector<double> violation = average_violations(adversary);
    const int K = adversary.num_arms;
    std::vector<Target> targets;
    for (int e = 0; e < static_cast<int>(violation.size()); ++e)
      if (violation[static_cast<std::size_t>(e)] > feasibility_tolerance) targets.push_back({e / K, e % K, -1.0});
    if (targets.empty())
      throw InputError(
          "direction",
          "flatter needs an infeasible arm, but every arm satisfies every uncorrupted constraint on average; "
          "expected an arm with a positive mean violation, or another direction");
    return targets;
  }
};

}  // namespace regretta
