#pragma once
/// Remarks on a cell, a line of the ledger or a whole study, for tables. Several remarks are joined by "; "; without
/// any, the text is "".

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/engine/evidence/ledger.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// Remarks on a cell. planned: number of trials planned for it. more: further remarks, appended.
std::string remarks(const CellSummary& summary, std::int64_t planned, const std::vector<std::string>& more = {});
/// Remarks on a line of the ledger. planned: number of trials planned for its cell.
std::string remarks(const LedgerLine& line, std::int64_t planned);

/// Remarks on the intervals of a cell: "few trials", "rare mode".
std::vector<std::string> remarks_on(const std::vector<MeanEstimate>& estimates, ModeSeen mode);

/// The estimated number of trials that would decide an open line; "" for others, and if it is above 10^9.
std::string trials_needed(const ComparisonLine& line);

/// Remarks on a study, the most important first: learners that play single arms beside learners that mix arms,
/// corrupted values, and cells with equal settings.
std::vector<std::string> remarks_on_study(const Results& study);

}  // namespace regretta
