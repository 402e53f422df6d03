#pragma once
/// Summaries of cells: computed from their trials, and stored in the file when a run ends. Results (results.hpp) lends
/// them.

#include <atomic>
#include <optional>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// Summarises all finished trials of one cell. Large cells are read several times, in bounded memory.
/// Throws Interrupted when `stop` is set.
CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop = nullptr);

/// What is stored of a cell if it is of the blocks that the file holds now. Throws StudyFileError if it is damaged.
std::optional<CellSummary> stored_summary(const StudyReader& study, const CellLabel& cell);

/// Stores it through `database`, which may write.
void store_summary(const Database& database, const StudyReader& study, const CellLabel& cell,
                   const CellSummary& summary);

/// Whether what is stored of the cell, if anything, is `computed`. False if it is damaged.
bool summary_agrees(const StudyReader& study, const CellLabel& cell, const CellSummary& computed);

}  // namespace regretta
