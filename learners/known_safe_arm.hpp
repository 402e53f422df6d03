#pragma once
/// The safe arm that a learner knows in advance, from its settings or from the Oracle. Used by opb and s-ops.

#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

/// What the learner knows about it.
struct KnownSafeArm {
  int arm;                        ///< from 0
  std::vector<double> violation;  ///< bounds on its mean violations, m
};

/// arm: from 1, as in settings. violation: if it is a number, it holds for every constraint.
inline KnownSafeArm known_safe_arm(const NumberOrMeasured& arm, const NumberOrMeasured& violation,
                                   const Problem& problem, const Oracle& oracle) {
  KnownSafeArm safe{arm.measured ? oracle.safe_arm : static_cast<int>(arm.value) - 1, oracle.safe_arm_violation};
  if (!violation.measured) safe.violation.assign(static_cast<std::size_t>(problem.num_constraints), violation.value);
  return safe;
}

/// Throws InputError if `arm` is not an arm's number, or if it is given while facts about it are "measured".
inline void check_safe_arm(const NumberOrMeasured& arm, bool facts_measured, const Problem& problem) {
  if (arm.measured) return;
  if (facts_measured)
    throw InputError("safe_arm",
                     "what is \"measured\" is of the measured safe arm: give every number of the arm in safe_arm, or "
                     "safe_arm = \"measured\"");
  if (arm.value > problem.num_arms || arm.value != static_cast<double>(static_cast<int>(arm.value)))
    throw InputError("safe_arm",
                     "expected a whole number from 1 to " + std::to_string(problem.num_arms) + ", the number of arms");
}

}  // namespace regretta
