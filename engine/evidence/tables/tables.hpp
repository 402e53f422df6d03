#pragma once
/// The three tables of SPEC section 5, row by row, from a study file.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

enum class TableKind { cells, trials, curves };

/// One entry of a table; empty where a cell lacks a swept parameter or a trial did not fail.
using Field = std::variant<std::monostate, bool, std::int64_t, double, std::string>;
using Row = std::vector<Field>;

/// Of a swept parameter; a list or a table becomes its JSON text.
Field to_field(const nlohmann::json& value);

/// What every table begins with: cell, learner, environment, horizon, arms, constraints, swept parameters.
std::vector<std::string> label_columns(const StudyReader& study);
Row label_fields(const CellLabel& cell);

std::vector<std::string> table_columns(const StudyReader& study, TableKind table);

/// Hands out every row, in order of cell, then trial or checkpoint. Cells without a finished trial have no row.
void for_each_row(const StudyReader& study, TableKind table, const std::function<void(const Row&)>& visit);

/// All finished trials of one cell.
CellSummary fold_cell(const StudyReader& study, const CellLabel& cell);

/// A theorem's right-hand side for one cell, at its mean corruption and rho.
struct StoredBound {
  std::optional<double> value;  ///< empty: no theorem speaks
  double failure = 0;           ///< it may fail with this probability
};
struct CellBounds {
  StoredBound regret;
  StoredBound violation;
};
using StoredBounds = std::map<std::int64_t, CellBounds>;  ///< by cell
/// Empty where the run that would have stored them has not ended. Throws StudyFileError if they are damaged.
std::optional<StoredBounds> stored_bounds(const StudyReader& study);

/// Throws StudyFileError if what store_tables wrote into table `name` is no longer what is there.
void check_stored_table(const StudyReader& study, const std::string& name);

/// Writes the tables `cells`, `curves` and `bound` into the study file that `database` writes, for people who open it
/// with other programs. `cell_of` makes the cells, whose learners know the theorems; without it no `bound`.
using CellSource = std::function<Cell(const CellLabel&)>;
void store_tables(const Database& database, const CellSource& cell_of);

/// Names of those stored tables, `cells` and `curves`, that do not say what the blocks say.
std::vector<std::string> wrong_tables(const StudyReader& study);

/// Removes them: while a run goes on they would be out of date.
void drop_tables(const StudyWriter& file);

}  // namespace regretta
