#pragma once
/// What every learner knows before round 1 (Problem), and facts measured on the adversary that some learners may use
/// (Oracle).

#include <cstdint>
#include <vector>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// Known to every learner before round 1.
struct Problem {
  std::int64_t horizon = 1;  ///< T >= 1
  int num_arms = 1;          ///< K >= 1
  int num_constraints = 1;   ///< m >= 1
  double delta = 0.05;       ///< failure probability in (0, 1)

  /// L = ln(T K m / delta).
  double log_term() const { return log(static_cast<double>(horizon) * num_arms * num_constraints / delta); }
};

/// Facts that the engine measures on an oblivious adversary. A learner receives them only if its constructor takes an
/// `Oracle` (for example known-c with corruption = "measured", safe-arm, optimal). There are none for adaptive
/// adversaries, whose means do not exist before the trial.
struct Oracle {
  double corruption = 0;                   ///< C, engine/trial/PROTOCOL.md
  double rho = 0;                          ///< best margin over the simplex, in [-1, 1]
  double rho_pure = 0;                     ///< best margin over arms, in [-1, 1]
  int safe_arm = 0;                        ///< the arm that attains rho_pure, from 0; ties: lowest
  double safe_arm_loss = 0;                ///< its mean loss over all rounds
  std::vector<double> safe_arm_violation;  ///< max over t of its gbar_{t,i}, m; all < 0 where rho_pure > 0
  std::vector<double> optimal_strategy;    ///< x*, K; empty when no strategy is feasible
};

}  // namespace regretta
