#pragma once
/// What tables note about a cell, a line of the ledger or a whole study besides the numbers: remarks joined by "; ",
/// or "".

#include <string>
#include <vector>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/theorems/ledger.hpp"

namespace regretta {

/// `planned`: number of trials planned for the cell. `more` are put behind.
std::string remarks(const CellSummary& summary, std::int64_t planned, const std::vector<std::string>& more = {});
std::string remarks(const LedgerLine& line, std::int64_t planned);

/// Where learners that play one arm in every round meet learners that mix arms: that V_T does not compare them.
std::string remark_on_single_arms(const Results& study);

}  // namespace regretta
