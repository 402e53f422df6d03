#pragma once
/// What tables note about a cell, a line of the ledger or a whole study besides the numbers: remarks joined by "; ",
/// or "".

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/engine/evidence/ledger.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// `planned`: number of trials planned for the cell. `more` are put behind.
std::string remarks(const CellSummary& summary, std::int64_t planned, const std::vector<std::string>& more = {});
std::string remarks(const LedgerLine& line, std::int64_t planned);

/// What a cell's remarks say of its intervals: "few trials", "rare mode".
std::vector<std::string> remarks_on(const std::vector<MeanEstimate>& estimates, ModeSeen mode);

/// About how many trials would decide a line that is open; "" where it is not, or no number would do.
std::string trials_needed(const ComparisonLine& line);

/// What the tables of a study do not say, the most important first: learners of single arms beside others, corrupted
/// values, cells that are played once.
std::vector<std::string> remarks_on_study(const Results& study);

}  // namespace regretta
