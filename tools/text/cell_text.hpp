#pragma once
/// Cells and quantities as commands name them.

#include <string>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// "conomd-fs in random-instance, learner.beta = 0.4"
std::string cell_text(const StudyReader& study, const CellLabel& cell);

/// How the rows of a table for reading begin: cell, learner, environment, swept parameters, horizon.
void add_label_columns(const std::vector<std::string>& swept, TextTable& table);
inline void add_label_columns(const StudyReader& study, TextTable& table) { add_label_columns(study.swept(), table); }
std::vector<std::string> label_entries(const CellLabel& cell);

/// Trials per cell that are planned: "64", or "at most 2,000" where a stop rule decides.
std::string planned_text(const StudyReader& study);

/// The cell that --cell names; throws std::invalid_argument with those there are.
const CellLabel& cell_of(const StudyReader& study, std::int64_t cell);

/// The place of a quantity that `option` was given; throws std::invalid_argument with the nearest valid name.
std::size_t quantity_index(const std::string& option, const std::string& name);
std::vector<Quantity> quantities_of(const std::string& option, const std::vector<std::string>& names);

std::string_view quantity_name(Quantity quantity);

/// The quantity that --metric names, less of which is better; throws std::invalid_argument.
Quantity metric_named(const std::string& name);

}  // namespace regretta
