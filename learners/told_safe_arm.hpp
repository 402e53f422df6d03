#pragma once
/// A safe arm that a learner is told of, by number or by the books.

#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/problem.hpp"

namespace regretta {

struct ToldSafeArm {
  int arm;                        ///< from 0
  std::vector<double> violation;  ///< bounds on its mean violations, m
};

/// arm: from 1. violation: the same for all constraints, if it is a number.
inline ToldSafeArm told_safe_arm(const NumberOrMeasured& arm, const NumberOrMeasured& violation, const Problem& problem,
                                 const Oracle& oracle) {
  ToldSafeArm told{arm.measured ? oracle.safe_arm : static_cast<int>(arm.value) - 1, oracle.safe_arm_violation};
  if (!violation.measured) told.violation.assign(static_cast<std::size_t>(problem.num_constraints), violation.value);
  return told;
}

/// Refuses a number that is no arm's, and measured facts about an arm that is not the measured one.
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
