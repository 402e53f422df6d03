#pragma once
/// The reach of every cell (engine/trial/hindsight/value_range.hpp) in a study file: table `reach`, written when a run
/// ends, or, with a stop rule, when it begins. It depends on the study only, so it never changes.

#include <functional>
#include <map>
#include <utility>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/cell.hpp"
#include "regretta/engine/trial/hindsight/value_range.hpp"

namespace regretta {

/// Writes the table unless there is one. Computes the facts of the cells.
void store_reach(const Database& database, const std::vector<CellLabel>& cells,
                 const std::function<Cell(const CellLabel&)>& cell_of);

/// Reads the table, cell by cell as they are asked for. What it lacks is the widest reach: of files written before
/// there was such a table, or of runs that have not ended. Not thread-safe.
class StoredReach {
 public:
  /// Keeps a reference to the reader. Throws StudyFileError if the table is damaged.
  explicit StoredReach(const StudyReader& study);

  Interval of(const CellLabel& cell, Quantity quantity) const { return of(cell, quantity, cell.horizon); }
  /// At a checkpoint; t = the horizon, or `quantity` is on curves.
  Interval of(const CellLabel& cell, Quantity quantity, std::int64_t t) const;

 private:
  void read(std::int64_t cell) const;

  const StudyReader& study_;
  bool has_table_;
  mutable std::int64_t cell_ = -1;  ///< the last one that was asked for
  mutable std::map<std::pair<Quantity, std::int64_t>, Interval> reach_;
};

}  // namespace regretta
