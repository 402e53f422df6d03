#pragma once
/// The exported tables (engine/study/FORMATS.md), row by row: cells, trials and curves; and the two tables of
/// intervals, for means and for tails. Functions that take a StudyReader or Results throw StudyFileError as these do.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

enum class TableKind { cells, trials, curves };

/// A row of a table. An entry is empty where a cell lacks a swept parameter, or a trial did not fail.
using Row = std::vector<Value>;

/// The first columns of every table: cell, learner (its name), kind (of the learner), environment, horizon, arms,
/// constraints, swept parameters.
std::vector<std::string> label_columns(const std::vector<std::string>& swept);
inline std::vector<std::string> label_columns(const StudyReader& study) { return label_columns(study.swept()); }
Row label_fields(const CellLabel& cell);

/// The columns that identify a learner in rows about all of its cells: learner, kind, its swept parameters.
std::vector<std::string> learner_columns(const StudyReader& study);
Row learner_fields(const StudyReader& study, const CellLabel& cell);

std::vector<std::string> table_columns(const StudyReader& study, TableKind table);

/// Visits all rows, ordered by cell, then trial or checkpoint. Cells without a finished trial have no rows.
void for_each_row(const Results& study, TableKind table, const std::function<void(const Row&)>& visit);

/// A line of a tail table.
struct NamedTail {
  std::string_view name;  ///< "q50", "q90", "q95", "q99", "cvar95"
  TailEstimate tail;
};

/// Quantiles of a quantity's values and the mean of the worst 5%, each with its own 95% interval; none without values.
/// The intervals are NaN if trials share instances, because the values are then not independent.
std::vector<NamedTail> tails_of(std::vector<double> values, const Interval& reach, bool share_instances);

/// The tables of intervals. Means: a row per cell and quantity that has values. Tails: a row per cell, quantity of
/// which less is better, and element of tails_of.
std::vector<std::string> means_columns(const Results& study);
void for_each_means_row(const Results& study, const std::function<void(const Row&)>& visit);
std::vector<std::string> tails_columns(const Results& study);
void for_each_tails_row(const Results& study, const std::function<void(const Row&)>& visit);

/// For each parameter in StudyReader::swept, whether a plugin of the study gives it this role. Plugins that `catalogue`
/// lacks are ignored.
std::vector<bool> parameters_with_role(Role role, const StudyReader& study, const Catalogue& catalogue);

}  // namespace regretta
