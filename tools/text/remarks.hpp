#pragma once
/// What tables say of a cell or a line besides its numbers, parts joined by "; "; "" where there is nothing to say.

#include <string>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/theorems/ledger.hpp"

namespace regretta {

/// `planned`: trials that the cell is to have.
std::string remarks(const CellSummary& summary, std::int64_t planned);
std::string remarks(const LedgerLine& line, std::int64_t planned);

}  // namespace regretta
