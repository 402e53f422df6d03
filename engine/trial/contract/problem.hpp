#pragma once
/// Problem holds the facts that every learner knows before round 1. Oracle holds facts that are measured on the
/// adversary; only some learners receive them.

#include <cstdint>
#include <memory>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/real.hpp"

namespace regretta {

/// The interval that contains all violations of a constraint.
struct ViolationRange {
  double low = -1;
  double high = 1;
  double width() const { return high - low; }
};

/// A constraint that is stated as a cost in [0, 1] and a threshold, as in most papers. The violation is their
/// difference, so its range has width 1 instead of 2, and the noise is applied to the cost. The violation is cost -
/// threshold if the threshold is an upper limit on the cost, and threshold - cost if it is a lower limit (at_least).
struct CostScale {
  double threshold = 0;   ///< in [0, 1]
  bool at_least = false;  ///< whether the threshold is a lower limit

  double sign() const { return at_least ? -1 : 1; }
  template <class Real>
  Real violation(const Real& cost) const {
    return Real(sign()) * (cost - Real(threshold));
  }
  template <class Real>
  Real cost(const Real& violation) const {
    return max(min(fma(Real(sign()), violation, Real(threshold)), Real(1.0)), Real(0.0));
  }
  ViolationRange range() const {
    return at_least ? ViolationRange{threshold - 1, threshold} : ViolationRange{-threshold, 1 - threshold};
  }
};

/// The known values of arms whose outcome in a round is one event in {0, 1}, such as a sale. If the event occurs, the
/// loss is 1 - reward and the cost of constraint i is cost_i; otherwise the loss is 1 and all costs are 0.
struct EventValues {
  std::vector<double> reward;  ///< K, in [0, 1]
  std::vector<double> cost;    ///< m x K, in [0, 1]
};

/// The facts that every learner knows before round 1.
struct Problem {
  std::int64_t horizon = 1;                     ///< T >= 1
  int num_arms = 1;                             ///< K >= 1
  int num_constraints = 1;                      ///< m >= 1
  double delta = 0.05;                          ///< failure probability in (0, 1)
  std::vector<CostScale> costs{};               ///< m; empty unless the constraints are costs with thresholds
  std::shared_ptr<const EventValues> events{};  ///< null unless each arm's loss and costs come from one event
  /// The m budgets B_i, or empty. With budgets, play stops before the total costs exceed them, the last arm is the null
  /// arm (reward 0, cost 0), and the thresholds of `costs` are B_i / T.
  std::vector<double> budgets{};

  /// L = ln(T K m / delta).
  double log_term() const { return log(static_cast<double>(horizon) * num_arms * num_constraints / delta); }
  /// The range of g_{t,i}, i from 0: [-1, 1], or an interval of width 1 inside it for costs with thresholds.
  ViolationRange violation_range(int i) const {
    return costs.empty() ? ViolationRange{} : costs[static_cast<std::size_t>(i)].range();
  }
  /// The smallest range that contains the ranges of all constraints.
  ViolationRange violation_range() const {
    ViolationRange widest = violation_range(0);
    for (const CostScale& scale : costs) {
      widest.low = min(scale.range().low, widest.low);
      widest.high = max(scale.range().high, widest.high);
    }
    return widest;
  }
  /// The width of the range of each constraint: 2, or 1 for costs with thresholds.
  double violation_width() const { return costs.empty() ? 2 : 1; }
};

/// Facts that the engine measures on an oblivious adversary. A learner receives them only if its constructor takes an
/// `Oracle` (for example known-c with corruption = "measured", safe-arm, optimal). Adaptive adversaries have no such
/// facts, because their means do not exist before the trial.
struct Oracle {
  double corruption = 0;                   ///< C, engine/trial/PROTOCOL.md
  double rho = 0;                          ///< Slater's margin over the simplex, in [-1, 1]
  double rho_pure = 0;                     ///< Slater's margin over arms, in [-1, 1]
  int safe_arm = 0;                        ///< the arm that attains rho_pure, from 0; the lowest if arms tie
  double safe_arm_loss = 0;                ///< mean loss of the safe arm over all rounds
  std::vector<double> safe_arm_violation;  ///< the safe arm's max over t of gbar_{t,i}, m; all < 0 if rho_pure > 0
  std::vector<double> optimal_strategy;    ///< x*, K; empty when no strategy is feasible
};

}  // namespace regretta
