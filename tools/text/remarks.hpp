#pragma once
/// What tables note about a cell or a line of the ledger besides its numbers: remarks joined by "; ", or "".

#include <string>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/theorems/ledger.hpp"

namespace regretta {

/// `planned`: number of trials planned for the cell.
std::string remarks(const CellSummary& summary, std::int64_t planned);
std::string remarks(const LedgerLine& line, std::int64_t planned);

}  // namespace regretta
