#pragma once
/// What tables note about a cell, a line of the ledger or a whole study besides the numbers: remarks joined by "; ",
/// or "".

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/diagnosis/modes_seen.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/theorems/ledger.hpp"

namespace regretta {

/// `planned`: number of trials planned for the cell. `more` are put behind.
std::string remarks(const CellSummary& summary, std::int64_t planned, const std::vector<std::string>& more = {});
std::string remarks(const LedgerLine& line, std::int64_t planned);

/// What a cell's remarks say of its intervals: "few trials", "rare mode".
std::vector<std::string> remarks_on(const std::vector<MeanEstimate>& estimates, ModeSeen mode);

/// About how many trials give the mean to within 5% of itself; 0 if it is exact.
double trials_for_5_percent(const MeanEstimate& estimate, std::int64_t trials);

/// "5 of 8 means have a half-width of at most 5% of themselves; about 256 trials would do for 6 of them, and 1,024 for
/// 8."; "" if all have. `needed`: of each mean, by trials_for_5_percent.
std::string precision_text(const std::vector<double>& needed, std::int64_t trials);

/// About how many trials would decide a line that is open, or settle one that is so unless rare; "" where there is
/// nothing open, or no number would do.
std::string trials_needed(const ComparisonLine& line);

/// What allows for it that a stop rule chose the number of trials, and what does not; "" without a rule.
std::string remark_on_stop_rule(const Results& study);

/// Where learners that play one arm in every round meet learners that mix arms: that V_T does not compare them.
std::string remark_on_single_arms(const Results& study);

}  // namespace regretta
