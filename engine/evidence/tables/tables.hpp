#pragma once
/// The exported tables (engine/study/FORMATS.md), row by row. Functions that take a StudyReader throw StudyFileError as
/// it does.

#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

enum class TableKind { cells, trials, curves };

/// A row of a table. An entry has no value where a cell lacks a swept parameter or a trial did not fail.
using Row = std::vector<Value>;

/// The first columns of every table: cell, learner (its name), kind (of the learner), environment, horizon, arms,
/// constraints, swept parameters.
std::vector<std::string> label_columns(const std::vector<std::string>& swept);
inline std::vector<std::string> label_columns(const StudyReader& study) { return label_columns(study.swept()); }
Row label_fields(const CellLabel& cell);

/// The columns that tell learners apart where a row is about all cells of one: learner, kind, its swept parameters.
std::vector<std::string> learner_columns(const StudyReader& study);
Row learner_fields(const StudyReader& study, const CellLabel& cell);

std::vector<std::string> table_columns(const StudyReader& study, TableKind table);

/// Visits all rows, ordered by cell, then trial or checkpoint. Cells without a finished trial have no rows.
void for_each_row(const Results& study, TableKind table, const std::function<void(const Row&)>& visit);

}  // namespace regretta
