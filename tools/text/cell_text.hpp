#pragma once
/// Text for cells and quantities, as commands print and accept them.

#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// "conomd-fs in random-instance, learner.beta = 0.4"
std::string cell_text(const StudyReader& study, const CellLabel& cell);

/// Adds a column for each swept parameter, called by the last part of its name if no other ends with it.
void add_swept_columns(const std::vector<std::string>& swept, TextTable& table);

/// Adds the columns with which the rows of a table begin: cell, learner, environment, swept parameters, horizon.
void add_label_columns(const std::vector<std::string>& swept, TextTable& table);
inline void add_label_columns(const StudyReader& study, TextTable& table) { add_label_columns(study.swept(), table); }
std::vector<ShownEntry> label_entries(const CellLabel& cell);

/// Of the cells that have any; 0 if none has.
std::int64_t fewest_trials(const StudyReader& study);

/// "64 trials can miss what happens in fewer than 1 of 21."; of a lower error rate than usual also whether they can
/// promise it.
std::string unseen_text(const StudyReader& study, double alpha = 0.05);

/// What a stop rule has found out: "7 of 8 settings decided, 3 of 48 answers a tie; 2 of 48 questions open: about 9,000
/// trials per cell answer them
/// (--most-trials)"; "" without a rule.
std::string stops_text(const Results& study);

/// Of ranks, where a stop rule chose the number of trials; "" without one.
std::string looks_text(const Results& study);

/// "; sums over rounds divided by T" if that is what is shown, or "".
std::string per_round_text(const Results& study);

/// Trials per cell: "64", or "at most 2,000" if there is a stop rule; "0 to 31 of 64" where fewer are saved than
/// needed.
std::string trials_each(const StudyReader& study);

/// The cell with the number given to --cell; throws std::invalid_argument with the valid numbers.
const CellLabel& cell_of(const StudyReader& study, std::int64_t cell);

/// The quantity given to `option`, one of `known`; throws std::invalid_argument with the nearest valid name.
Quantity quantity_named(const QuantityList& known, const std::string& option, const std::string& name);
std::vector<Quantity> quantities_of(const QuantityList& known, const std::string& option,
                                    const std::vector<std::string>& names);

/// The quantity given to --metric, which must be one where less is better; throws std::invalid_argument.
Quantity metric_named(const QuantityList& known, const std::string& name);

/// By cell, whether its learner is `wanted`; if that is "", the first cell's. Throws std::invalid_argument, which
/// begins with "--baseline" and lists the choices, if it names no learner or several.
std::vector<bool> baseline_cells(const StudyReader& study, const std::string& wanted);

}  // namespace regretta
