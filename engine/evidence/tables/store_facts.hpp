#pragma once
/// Computes the facts of cells and stores them in a results file, when a run ends.

#include <atomic>
#include <functional>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/plan/cell.hpp"

namespace regretta {

/// Builds a cell of a file, whose plugins give facts.
using CellSource = std::function<Cell(const CellLabel&)>;

/// Computes the facts of all cells and stores them through `to`; without `cell_of`, those that need no plugins. False
/// if `stop` was set meanwhile; nothing is written then.
bool store_all_facts(const StudyReader& study, const Database& to, const CellSource& cell_of,
                     const std::atomic<bool>* stop = nullptr);

/// Stores the facts that need only the plugins, for the looks of a stop rule, unless some are stored already.
void store_plugin_facts(const StudyReader& study, const Database& to, const CellSource& cell_of);

/// The cells whose facts are not what follows from the blocks. Throws StudyFileError if facts are damaged.
std::vector<std::int64_t> cells_with_wrong_facts(const Results& study);

}  // namespace regretta
