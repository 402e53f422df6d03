#pragma once
/// What every learner knows before round 1 (Problem), and facts measured on the adversary that some learners may use
/// (Oracle).

#include <cstdint>
#include <memory>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/real.hpp"

namespace regretta {

/// The values that violations of a constraint can have.
struct ViolationRange {
  double low = -1;
  double high = 1;
  double width() const { return high - low; }
};

/// A constraint that is stated as a cost in [0, 1] and a threshold, as most papers do. The violation is their
/// difference, so it has a range of width 1 instead of 2, and noise is that of the cost. g = cost - threshold where a
/// cost is to be at most the threshold, threshold - cost where it is to be at least.
struct CostScale {
  double threshold = 0;  ///< in [0, 1]
  bool at_least = false;

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

/// What is known of arms whose loss and costs are those of one event a round, which is 0 or 1: loss = 1 - reward x
/// event, cost_i = cost_i x event.
struct EventValues {
  std::vector<double> reward;  ///< K, in [0, 1]
  std::vector<double> cost;    ///< m x K, in [0, 1]
};

/// Known to every learner before round 1.
struct Problem {
  std::int64_t horizon = 1;                     ///< T >= 1
  int num_arms = 1;                             ///< K >= 1
  int num_constraints = 1;                      ///< m >= 1
  double delta = 0.05;                          ///< failure probability in (0, 1)
  std::vector<CostScale> costs{};               ///< m, where the constraints are costs with thresholds; else empty
  std::shared_ptr<const EventValues> events{};  ///< where loss and costs of an arm are those of one event; else null
  /// B_i, m, where play stops before costs exceed them, and the last arm is the null arm of reward and cost 0; else
  /// empty. Thresholds are then B_i / T.
  std::vector<double> budgets{};

  /// L = ln(T K m / delta).
  double log_term() const { return log(static_cast<double>(horizon) * num_arms * num_constraints / delta); }
  /// The values that g_{t,i} can have, i from 0: [-1, 1], or a part of it of width 1.
  ViolationRange violation_range(int i) const {
    return costs.empty() ? ViolationRange{} : costs[static_cast<std::size_t>(i)].range();
  }
  /// The range that holds those of all constraints.
  ViolationRange violation_range() const {
    ViolationRange widest = violation_range(0);
    for (const CostScale& scale : costs) {
      widest.low = min(scale.range().low, widest.low);
      widest.high = max(scale.range().high, widest.high);
    }
    return widest;
  }
  /// The width of each of them: 2 or 1.
  double violation_width() const { return costs.empty() ? 2 : 1; }
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
