#pragma once
/// The reach of every cell (engine/trial/hindsight/value_range.hpp) in a study file: table `reach`, written when a run
/// ends, or, with a stop rule, when it begins. It depends on the study only, so it never changes.

#include <functional>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/cell.hpp"
#include "regretta/engine/trial/hindsight/value_range.hpp"

namespace regretta {

/// Writes the table unless there is one. Computes the facts of the cells.
void store_reach(const Database& database, const std::vector<CellLabel>& cells,
                 const std::function<Cell(const CellLabel&)>& cell_of);

}  // namespace regretta
