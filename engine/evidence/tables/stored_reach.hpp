#pragma once
/// The reach of every cell (engine/trial/reach.hpp) in a study file: table `reach`, written when a run ends, or, with a
/// stop rule, when it begins. It depends on the study only, so it never changes.

#include <functional>
#include <map>
#include <tuple>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/cell.hpp"
#include "regretta/engine/trial/reach.hpp"

namespace regretta {

/// Writes the table unless there is one. Computes the facts of the cells.
void store_reach(const Database& database, const std::vector<CellLabel>& cells,
                 const std::function<Cell(const CellLabel&)>& cell_of);

/// Reads the table. What it lacks is the widest reach: of files written before there was such a table, or of runs that
/// have not ended.
class StoredReach {
 public:
  /// Throws StudyFileError if the table is damaged.
  explicit StoredReach(const StudyReader& study);

  Interval of(const CellLabel& cell, Quantity quantity) const { return of(cell, quantity, cell.horizon); }
  /// At a checkpoint; t = the horizon, or `quantity` is on curves.
  Interval of(const CellLabel& cell, Quantity quantity, std::int64_t t) const;

 private:
  QuantityList quantities_;
  std::map<std::tuple<std::int64_t, Quantity, std::int64_t>, Interval> reach_;
};

}  // namespace regretta
