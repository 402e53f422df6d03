#include "regretta/engine/evidence/theorems/needed_trials.hpp"

#include "regretta/engine/evidence/statistics/binomial.hpp"
#include "regretta/engine/evidence/theorems/ledger.hpp"

namespace regretta {

std::optional<NeededTrials> needed_trials(const Plan& plan) {
  constexpr double certain = 1e-6;  // no number of trials would show less
  NeededTrials most;
  for (const Cell& cell : plan.cells)
    for (const Quantity quantity : {Quantity::regret, Quantity::violation}) {
      const Problem& problem = cell.problem();
      const Bound bound = cell.bound_learner.bound(quantity, problem, {.corruption = 0, .rho = 1, .rho_pure = 1});
      const double failure = bound.failure_probability;
      if (!bound.applies || bound.is_vacuous(static_cast<double>(problem.horizon)) || failure >= 1 || failure < certain)
        continue;
      const std::int64_t needed = trials_to_show(failure, LedgerOptions().level);
      if (needed > most.needed) most = {failure, needed};
    }
  return most.needed > plan.study.trials ? std::optional(most) : std::nullopt;
}

}  // namespace regretta
