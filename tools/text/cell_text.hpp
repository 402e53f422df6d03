#pragma once
/// Text for cells and quantities, as commands print and accept them.

#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// The name of a cell: "conomd-fs in random-instance, learner.beta = 0.4".
std::string cell_text(const StudyReader& study, const CellLabel& cell);

/// Adds a column for each swept parameter. Its heading is the last part of the name, if that is unambiguous.
void add_swept_columns(const std::vector<std::string>& swept, TextTable& table);

/// Adds the columns with which the rows of a table begin: cell, learner, environment, swept parameters, horizon.
void add_label_columns(const std::vector<std::string>& swept, TextTable& table);
inline void add_label_columns(const StudyReader& study, TextTable& table) { add_label_columns(study.swept(), table); }
std::vector<ShownEntry> label_entries(const CellLabel& cell);

/// A mean with its interval, "-" for NaN; is_exact: whether the mean cannot vary.
ShownEntry mean_entry(double mean, const Interval& interval, bool is_exact);
inline ShownEntry mean_entry(const auto& estimate) {
  return mean_entry(estimate.mean, estimate.interval, estimate.is_exact);
}

/// The smallest number of saved trials of a cell that has any; 0 if no cell has.
std::int64_t fewest_trials(const StudyReader& study);

/// "64 trials can miss what happens in fewer than 1 of 21."; if alpha is below 0.05, also whether so few trials
/// can support that error rate.
std::string unseen_text(const StudyReader& study, double alpha = 0.05);

/// The results of a stop rule: "7 of 8 settings decided, 3 of 48 answers a tie; 2 of 48 questions open: about 9,000
/// trials per cell answer them (--most-trials)"; empty without a rule.
std::string stops_text(const Results& study);

/// Says that the results allow for the number of looks of the stop rule; empty without a rule.
std::string looks_text(const Results& study);

/// A remark that sums over rounds are divided by T; empty if they are not.
std::string per_round_text(const Results& study);

/// The number of trials per cell: "64", or "at most 2,000" with a stop rule; "0 to 31 of 64" if fewer are saved than
/// planned.
std::string trials_each(const StudyReader& study);

/// The cell with the number given to `option`; throws std::invalid_argument with the valid numbers.
const CellLabel& cell_of(const StudyReader& study, std::string_view option, std::int64_t cell);

/// The quantity given to `option`, one of `known`; throws std::invalid_argument with the nearest valid name.
Quantity quantity_named(const QuantityList& known, const std::string& option, const std::string& name);
std::vector<Quantity> quantities_of(const QuantityList& known, const std::string& option,
                                    const std::vector<std::string>& names);

/// The quantity given to --metric, which must be one where less is better; throws std::invalid_argument.
Quantity metric_named(const QuantityList& known, const std::string& name);

/// For each cell, whether its learner is the one called `wanted` (empty: the learner of the first cell). Throws
/// std::invalid_argument, whose message begins with "--baseline" and lists the choices, if the name fits no learner or
/// several.
std::vector<bool> baseline_cells(const StudyReader& study, const std::string& wanted);

}  // namespace regretta
