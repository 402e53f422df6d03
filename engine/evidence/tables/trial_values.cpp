#include "regretta/engine/evidence/tables/trial_values.hpp"

#include "regretta/engine/real/functions.hpp"

namespace regretta {

TrialValues trial_values(const StudyReader& study, const CellLabel& cell, const std::vector<Quantity>& quantities) {
  TrialValues values(quantities.size(), std::vector<double>(static_cast<std::size_t>(study.trials()), not_a_number));
  study.for_each_block(cell, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials)
      for (std::size_t q = 0; q < quantities.size() && !trial.failure; ++q)
        values[q].at(static_cast<std::size_t>(trial.trial)) = trial[quantities[q]];
  });
  return values;
}

}  // namespace regretta
