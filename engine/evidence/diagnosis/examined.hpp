#pragma once
/// The parts of a diagnosis. Each function adds the findings of its kinds that the cells give reason to.

#include <functional>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/diagnosis/cell_scan.hpp"
#include "regretta/engine/evidence/diagnosis/finding.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"

namespace regretta {

/// A study with its trials looked at.
struct Examined {
  const StudyReader& reader;
  const Catalogue& catalogue;
  std::optional<StoredBounds> bounds;  ///< empty while the run has not ended
  std::vector<CellScan> cells;

  std::vector<const CellScan*> where(const std::function<bool(const CellScan&)>& choose) const;
  const CellBounds* bounds_of(const CellScan& cell) const;  ///< null if there are none
};

/// "3 of 64 trials", over these cells
std::string share_text(const std::vector<const CellScan*>& cells, std::int64_t CellScan::*count);

void add_finding(std::vector<Finding>& findings, std::string_view kind, Severity severity,
                 const std::vector<const CellScan*>& cells, std::string what, std::string advice);

/// What is wrong with the trials: failed, not finite, missing, infeasible, few, heavy-tailed, with empty rounds.
void examine_trials(const Examined& study, std::vector<Finding>& findings);

/// What can not be claimed of them: constraints that are not in force, rates, theorems, one build.
void examine_claims(const Examined& study, std::vector<Finding>& findings);

}  // namespace regretta
