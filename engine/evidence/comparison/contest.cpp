#include "regretta/engine/evidence/comparison/contest.hpp"

#include <utility>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/tables/groups.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

Contest contest_of(const Results& study, const std::vector<const CellLabel*>& cells,
                   const std::vector<Quantity>& quantities) {
  std::vector<Quantity> measured;
  for (const Quantity quantity : quantities) measured.push_back(estimated_by(quantity));
  Contest contest{std::vector<TrialValues>(measured.size()), std::vector<std::vector<Interval>>(measured.size())};
  for (const CellLabel* cell : cells) {
    TrialValues own = study.values(*cell, measured);
    for (std::size_t q = 0; q < measured.size(); ++q) {
      contest.values[q].push_back(std::move(own[q]));
      contest.reaches[q].push_back(study.range(*cell, measured[q]));
    }
  }
  return contest;
}

std::vector<std::vector<const CellLabel*>> cells_by_setting(const Results& study) {
  return groups_by(study.cells(), [&](const CellLabel& cell) { return setting_of(study, cell); });
}

}  // namespace regretta
