#pragma once
/// The exported tables (engine/study/FORMATS.md): read row by row from a study file, and stored in the file when a run
/// ends. Functions that take a StudyReader throw StudyFileError as it does.

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

enum class TableKind { cells, trials, curves };

/// A row of a table. An entry has no value where a cell lacks a swept parameter or a trial did not fail.
using Row = std::vector<Value>;

/// The first columns of every table: cell, learner, environment, horizon, arms, constraints, swept parameters.
std::vector<std::string> label_columns(const StudyReader& study);
Row label_fields(const CellLabel& cell);

std::vector<std::string> table_columns(const StudyReader& study, TableKind table);

/// Visits all rows, ordered by cell, then trial or checkpoint. Cells without a finished trial have no rows.
void for_each_row(const Results& study, TableKind table, const std::function<void(const Row&)>& visit);

/// Writes the tables `cells`, `curves`, `bound`, `one_arm` and `reach` into the study file `database`, for use with
/// other programs. `cell_of` builds the cells, whose learners evaluate the theorems; if it is empty, only `cells` and
/// `curves` are written. False if `stop` was set meanwhile; nothing is written then.
using CellSource = std::function<Cell(const CellLabel&)>;
bool store_tables(const Database& database, const CellSource& cell_of, const std::atomic<bool>* stop = nullptr);

/// The names of wrong stored tables: `cells` and `curves` if they do not match the blocks, the others if they have
/// changed since they were written.
std::vector<std::string> wrong_tables(const StudyReader& study);

/// Whether store_tables has finished and written `bound`.
bool tables_are_stored(const Database& database);

/// Removes the stored tables, which would be out of date during a run.
void drop_tables(const StudyWriter& file);

}  // namespace regretta
