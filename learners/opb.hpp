#pragma once
/// The learner `opb`: a linear program with optimistic losses and pessimistic violations, and a known safe arm.

#include "regretta/learners/known_safe_arm.hpp"
#include "regretta/learners/optimistic_lp.hpp"

namespace regretta {

struct OpbParams {
  double confidence_scale = 1;
  NumberOrMeasured safe_arm{.measured = true, .value = 0};
  NumberOrMeasured safe_arm_loss{.measured = true, .value = 0};
  NumberOrMeasured safe_arm_violation{.measured = true, .value = 0};
  double least_gap = 0.01;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the confidence width beta = sqrt(2 ln(4KT / delta) / N)");
    visit("safe_arm", p.safe_arm, Range{1, 1e9},
          "number of the safe arm, from 1; or \"measured\": the arm whose worst violation is least");
    visit("safe_arm_loss", p.safe_arm_loss, Range{0, 1}, "mean loss of the safe arm, or \"measured\"");
    visit(
        "safe_arm_violation", p.safe_arm_violation, Range{-1, 1},
        "mean violation of the safe arm, the same for all constraints; or \"measured\": its largest mean violation of "
        "each constraint over all rounds");
    visit("least_gap", p.least_gap, Range{1e-9, 1},
          "lower limit on the safe arm's gap tau - c, used if that arm is barely safe or unsafe");
  }
  bool wants_oracle() const { return safe_arm.measured || safe_arm_loss.measured || safe_arm_violation.measured; }
  void check(const Problem& problem) const {
    check_safe_arm(safe_arm, safe_arm_loss.measured || safe_arm_violation.measured, problem);
  }
};

/// Optimistic pessimistic bandit (Pacchiano, Ghavamzadeh, Bartlett, Jiang, AISTATS 2021; JMLR 26, 2025): optimistic
/// losses, pessimistic violations, and a safe arm whose mean loss and violations are known. Bandit feedback. x_t
/// maximises sum x (rhat + alpha beta) subject to sum x (chat_i + beta) <= tau, beta = sqrt(2 ln(4KT / delta) / N).
///
/// In the paper the constraints are costs c in [0, 1] with a threshold tau. If they are not costs, c is (g + 1) / 2 and
/// tau is 1/2: the constraints become ghat + 2 beta <= 0, and the safe arm's gap tau - c is -g / 2. If no arm is safe,
/// the gap is `least_gap`, and empty sets are relaxed (learners/ALGORITHMS.md). Arms not yet played count as one pull
/// with mean 0. With one constraint, alpha is 1 + 2 (1 - r) / (tau - c) with the safe arm's reward r, as published.
/// With several, it is 1 + 2 / min_i (tau_i - c_i), which is on the safe side (learners/ALGORITHMS.md).
template <class Real>
class Opb : public LpOfIndices<Real> {
 public:
  using Params = OpbParams;
  using Feedback = BanditFeedback<Real>;

  Opb(const Problem& problem, const Params& params, const Oracle& oracle)
      : Opb(problem, params, safe_arm_of(problem, params, oracle)) {}

  void observe(const Feedback& round) {
    this->update(round);
    apply_known_values();
    this->optimise();
  }

  void show(Internals& shown) const { this->indices().show(shown, safe_.arm); }

 private:
  struct SafeArm : KnownSafeArm {
    double loss;

    /// The least of the gaps tau_i - c_i.
    double gap(const Problem& problem) const {
      double highest = -1;  // a lower bound of violations
      for (const double g : violation) highest = max(g, highest);
      return -highest / problem.violation_width();
    }
  };
  static SafeArm safe_arm_of(const Problem& problem, const Params& params, const Oracle& oracle) {
    return {known_safe_arm(params.safe_arm, params.safe_arm_violation, problem, oracle),
            params.safe_arm_loss.measured ? oracle.safe_arm_loss : params.safe_arm_loss.value};
  }
  /// alpha, the factor of the optimistic widths of rewards. It compensates for the pessimistic violations.
  static double optimism(const Problem& problem, const Params& params, const SafeArm& safe) {
    const double gap = max(safe.gap(problem), params.least_gap);
    return 1 + (problem.num_constraints == 1 ? 2 * safe.loss : 2.0) / gap;
  }
  static double beta(const Problem& p, const Params& params) {
    return params.confidence_scale * sqrt(2 * log(4.0 * p.num_arms * static_cast<double>(p.horizon) / p.delta));
  }

  Opb(const Problem& problem, const Params& params, SafeArm safe)
      : LpOfIndices<Real>(problem, {.root = optimism(problem, params, safe) * beta(problem, params)},
                          {.root = -problem.violation_width() * beta(problem, params)}),  // below 0: pessimistic
        safe_(std::move(safe)) {
    apply_known_values();
  }
  void apply_known_values() { this->indices().set_known(safe_.arm, safe_.loss, safe_.violation); }

  SafeArm safe_;
};

}  // namespace regretta
