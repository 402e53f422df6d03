#pragma once
/// The safe arm that a learner knows before round 1, from its settings or from the Oracle. Used by opb and s-ops.

#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

/// The safe arm and what the learner knows about it.
struct KnownSafeArm {
  int arm;                        ///< number of the arm, from 0
  std::vector<double> violation;  ///< upper bounds on the arm's mean violations, m
};

/// Takes measured facts from the Oracle, others from the settings: `arm` from 1, one `violation` for all constraints.
inline KnownSafeArm known_safe_arm(const NumberOrMeasured& arm, const NumberOrMeasured& violation,
                                   const Problem& problem, const Oracle& oracle) {
  KnownSafeArm safe{arm.measured ? oracle.safe_arm : static_cast<int>(arm.value) - 1, oracle.safe_arm_violation};
  if (!violation.measured) safe.violation.assign(static_cast<std::size_t>(problem.num_constraints), violation.value);
  return safe;
}

/// Throws InputError if `arm` is not an arm's number, or if `arm` is a number while facts about it are "measured".
inline void check_safe_arm(const NumberOrMeasured& arm, bool facts_measured, const Problem& problem) {
  if (arm.measured) return;
  if (facts_measured)
    throw InputError("safe_arm",
                     "facts that are \"measured\" are those of the measured arm: set the other safe_arm_... keys to "
                     "numbers for this arm, or set safe_arm = \"measured\"");
  if (arm.value > problem.num_arms || arm.value != static_cast<double>(static_cast<int>(arm.value)))
    throw InputError("safe_arm",
                     "expected a whole number from 1 to " + std::to_string(problem.num_arms) + ", the number of arms");
}

}  // namespace regretta
