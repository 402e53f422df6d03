#pragma once
/// Summaries of cells: computed from their trials, or read where a run has stored them. `show`, `export`, reports and
/// figures ask for them here.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// Summarises all finished trials of one cell. Large cells are read several times, in bounded memory.
/// Throws Interrupted when `stop` is set.
CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop = nullptr);

/// The stored summaries of a file.
class StoredSummaries {
 public:
  explicit StoredSummaries(const StudyReader& study);

  /// The summary of a cell: the stored one if it is of the blocks that the file holds now, else computed. Throws
  /// StudyFileError if the stored one is damaged, and Interrupted when `stop` is set.
  CellSummary of(const CellLabel& cell, const std::atomic<bool>* stop = nullptr) const;

  /// Stores the summaries of all cells through `database`, which may write; computes those that are not stored. Calls
  /// `visit` for every cell with a finished trial. Throws Interrupted when `stop` is set.
  void store(const Database& database, const std::function<void(const CellLabel&, const CellSummary&)>& visit,
             const std::atomic<bool>* stop) const;

  /// Whether what is stored of the cell, if anything, is `computed`. False if it is damaged.
  bool agree(const CellLabel& cell, const CellSummary& computed) const;

 private:
  std::optional<CellSummary> stored(const CellLabel& cell) const;
  std::int64_t blocks_of(const CellLabel& cell) const { return blocks_[static_cast<std::size_t>(cell.cell)]; }

  const StudyReader& study_;
  std::vector<std::int64_t> blocks_;  ///< saved ones, per cell
};

}  // namespace regretta
