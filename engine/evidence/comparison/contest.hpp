#pragma once
/// The cells that are held against each other, with their trials. Used by ranking.hpp, separated_best.hpp and
/// worst_case.hpp.

#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

struct Contest {
  std::vector<TrialValues> values;             ///< quantities x cells x trials
  std::vector<std::vector<Interval>> reaches;  ///< quantities x cells
};

/// Reads them; instead of each quantity the one whose mean estimates its mean (results.hpp).
Contest contest_of(const Results& study, const std::vector<const CellLabel*>& cells,
                   const std::vector<Quantity>& quantities);

/// The cells that have the same noise (comparison.hpp); settings are in the order of their first cells.
std::vector<std::vector<const CellLabel*>> cells_by_setting(const Results& study);

}  // namespace regretta
