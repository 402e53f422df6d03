#pragma once
/// The parts of a diagnosis: a study with its trials scanned, and the functions that add findings. Used by diagnose().

#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/diagnosis/cell_scan.hpp"
#include "regretta/engine/evidence/diagnosis/finding.hpp"
#include "regretta/engine/evidence/statistics/rare_mode.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"

namespace regretta {

/// The trials of a cell that are far from the others in one quantity.
struct FarTrials {
  std::string_view quantity;
  std::optional<RareMode> mode;
  std::vector<std::int64_t> mode_trials;  ///< that have it, the farthest from the others first
};

/// A study with its trials scanned. What one cell's trials are needed for has been taken from them, so that no more
/// than these are in memory.
struct Examined {
  const Results& reader;
  const Catalogue& catalogue;
  std::vector<CellScan> cells;                  ///< without their series
  std::vector<std::array<FarTrials, 2>> far{};  ///< of each cell: violation, expected regret

  std::vector<const CellScan*> where(const std::function<bool(const CellScan&)>& choose) const;
};

/// Such as "3 of 64 trials": a count of CellScan summed over these cells.
std::string share_text(const std::vector<const CellScan*>& cells, std::int64_t CellScan::*count);

/// Four digits or more, never in powers of ten below 1e15: 0.01234, 29731.
std::string full_number(double x);

/// "cell 4", or "cells 4, 13, 16"; of more than `most`, by default as many as the report has buttons, the first and how
/// many more.
std::string some_cells(const std::vector<std::int64_t>& cells, std::size_t most = 12);

void add_finding(std::vector<Finding>& findings, std::string_view kind, Severity severity,
                 const std::vector<const CellScan*>& cells, std::string what, std::string advice);

/// Adds what is wrong with the trials: failed, not finite, missing, identical, infeasible, few.
void examine_trials(const Examined& study, std::vector<Finding>& findings);

/// Adds the modes that a few trials have.
void examine_modes(const Examined& study, std::vector<Finding>& findings);

/// Adds which of the decisions of a ranking a mode could overturn that no trial showed.
void examine_decisions(const Examined& study, std::vector<Finding>& findings);

/// Adds what cannot be claimed from them: constraints that are not in force, theorems that do not apply, two versions.
void examine_claims(const Examined& study, std::vector<Finding>& findings);

}  // namespace regretta
