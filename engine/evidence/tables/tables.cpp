#include "regretta/engine/evidence/tables/tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "regretta/engine/evidence/tables/stored_checksum.hpp"
#include "regretta/engine/evidence/tables/stored_reach.hpp"
#include "regretta/engine/evidence/tables/summaries.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

constexpr std::array<std::string_view, 5> statistic_names = {"mean", "se", "q05", "q50", "q95"};

void add_statistic(const Statistic& statistic, Row& row) {
  for (const double x : {statistic.mean, statistic.se, statistic.q05, statistic.q50, statistic.q95})
    row.emplace_back(x);
}

void add_statistic_names(std::string_view quantity, std::vector<std::string>& columns) {
  for (const std::string_view name : statistic_names) columns.push_back(fmt::format("{}_{}", quantity, name));
}

Row cell_row(const CellLabel& cell, const CellSummary& summary) {
  Row row = label_fields(cell);
  row.emplace_back(summary.trials);
  row.emplace_back(summary.infeasible);
  for (const Statistic& statistic : summary.quantities) add_statistic(statistic, row);
  row.emplace_back(summary.failed);
  return row;
}

void curve_rows(const CellLabel& cell, const CellSummary& summary, const std::function<void(const Row&)>& visit) {
  for (std::size_t k = 0; k < cell.checkpoints.size(); ++k) {
    Row row = label_fields(cell);
    row.emplace_back(cell.checkpoints[k]);
    for (const Statistic& statistic : summary.curve[k]) add_statistic(statistic, row);
    visit(row);
  }
}

void trial_rows(const StudyReader& study, const CellLabel& cell, const std::function<void(const Row&)>& visit) {
  const Row label = label_fields(cell);
  study.for_each_block(cell, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) {
      Row row = label;
      row.emplace_back(trial.trial);
      row.insert(row.end(), trial.quantities.begin(), trial.quantities.end());
      row.resize(row.size() + 2);
      if (trial.failure) {
        *(row.end() - 2) = trial.failure->round;
        row.back() = trial.failure->message;
      }
      visit(row);
    }
  });
}

/// Creates a table, and returns what inserts rows into it.
Statement new_table(const Database& database, const std::string& name, const std::vector<std::string>& columns) {
  std::string names;
  for (const std::string& column : columns) names += (names.empty() ? "" : ", ") + quoted_name(column);
  database.run(fmt::format("DROP TABLE IF EXISTS {}", name));
  database.run(fmt::format("CREATE TABLE {} ({})", name, names));
  return database.prepare(fmt::format("INSERT INTO {} VALUES ({})", name, placeholders(columns.size())));
}

void insert_row(Statement& insert, const Row& row) {
  for (std::size_t k = 0; k < row.size(); ++k) insert.set(static_cast<int>(k + 1), row[k]);
  insert.run();
}

/// Whether a stored entry is what store_tables writes for `field`.
bool holds(const Statement& row, int column, const Value& field) {
  if (const auto* n = field.integer()) return row.integer(column) == *n;
  if (const auto x = field.number())
    return std::isnan(*x) ? row.is_null(column) : !row.is_null(column) && row.real(column) == *x;
  return field.has_value() ? row.text(column) == plain_text(field) : row.is_null(column);
}

/// Compares a stored table, if there is one, with the rows that it should have, in order.
class StoredTable {
 public:
  StoredTable(const Database& database, const std::string& name) {
    if (database.has_table(name)) rows_.emplace(database.prepare("SELECT * FROM " + name + " ORDER BY rowid"));
  }
  void expect(const Row& row) {
    if (!rows_) return;
    right_ = right_ && rows_->step();
    for (std::size_t k = 0; right_ && k < row.size(); ++k) right_ = holds(*rows_, static_cast<int>(k), row[k]);
  }
  bool held_all() { return !rows_ || (right_ && !rows_->step()); }

 private:
  std::optional<Statement> rows_;
  bool right_ = true;
};

void add_bounds(const Cell& cell, const CellSummary& summary, Statement& insert) {
  const BoundTerms terms{.corruption = summary[Quantity::corruption].mean,
                         .rho = summary[Quantity::rho].mean,
                         .rho_pure = summary[Quantity::rho_pure].mean};
  for (const QuantityInfo& quantity : quantity_infos) {
    if (!quantity.has_theorem) continue;
    const Bound bound = cell.bound_learner.bound(quantity.quantity, cell.problem(), terms);
    if (!bound.has_theorem()) continue;
    Row row;
    row.emplace_back(cell.index);
    row.emplace_back(std::string(quantity.name));
    for (const double x : {bound.value, bound.failure_probability, terms.corruption, terms.rho, terms.rho_pure})
      row.emplace_back(x);
    insert_row(insert, row);
  }
}

}  // namespace

std::vector<std::string> label_columns(const StudyReader& study) {
  std::vector<std::string> columns = {"cell", "learner", "environment", "horizon", "arms", "constraints"};
  columns.insert(columns.end(), study.swept().begin(), study.swept().end());
  return columns;
}

Row label_fields(const CellLabel& cell) {
  Row row;
  row.emplace_back(cell.cell);
  row.emplace_back(cell.learner);
  row.emplace_back(cell.environment);
  for (const std::int64_t n : {cell.horizon, cell.arms, cell.constraints}) row.emplace_back(n);
  row.insert(row.end(), cell.swept.begin(), cell.swept.end());
  return row;
}

std::vector<std::string> table_columns(const StudyReader& study, TableKind table) {
  std::vector<std::string> columns = label_columns(study);
  switch (table) {
    case TableKind::trials:
      columns.emplace_back("trial");
      std::ranges::move(study.quantities().names(), std::back_inserter(columns));
      columns.insert(columns.end(), {"failed_round", "failure"});
      break;
    case TableKind::cells:
      columns.insert(columns.end(), {"trials", "infeasible_trials"});
      for (const std::string& name : study.quantities().names()) add_statistic_names(name, columns);
      columns.emplace_back("failed_trials");
      break;
    case TableKind::curves:
      columns.emplace_back("t");
      for (const Quantity quantity : study.quantities().on_curve())
        add_statistic_names(study.quantities().name(quantity), columns);
      break;
  }
  return columns;
}

void for_each_row(const Results& study, TableKind table, const std::function<void(const Row&)>& visit) {
  if (table == TableKind::trials) {
    for (const CellLabel& cell : study.cells()) trial_rows(study, cell, visit);
    return;
  }
  for (const CellLabel& cell : study.cells()) {
    const CellSummary& summary = study.summary(cell);
    if (summary.trials == 0) continue;
    if (table == TableKind::cells) visit(cell_row(cell, summary));
    if (table == TableKind::curves) curve_rows(cell, summary, visit);
  }
}

bool store_tables(const Database& database, const CellSource& cell_of, const std::atomic<bool>* stop) {
  const Results study(StudyReader(Database(database.file(), Database::Mode::read)));
  if (cell_of) store_reach(database, study.cells(), cell_of);
  Transaction transaction(database);
  Statement cells = new_table(database, "cells", table_columns(study, TableKind::cells));
  Statement curves = new_table(database, "curves", table_columns(study, TableKind::curves));
  std::optional<Statement> bounds, one_arm;
  if (cell_of) {
    bounds = new_table(database, "bound",
                       {"cell", "quantity", "bound", "failure_probability", "corruption", "rho", "rho_pure"});
    one_arm = new_table(database, "one_arm", {"cell"});
  }
  const auto add = [&](const CellLabel& cell, const CellSummary& summary) {
    insert_row(cells, cell_row(cell, summary));
    curve_rows(cell, summary, [&curves](const Row& row) { insert_row(curves, row); });
    if (!cell_of) return;
    const Cell whole = cell_of(cell);
    add_bounds(whole, summary, *bounds);
    if (whole.bound_learner.plays_one_arm) insert_row(*one_arm, {Value(cell.cell)});
  };
  try {
    for (const CellLabel& cell : study.cells()) {
      const CellSummary& summary = study.summary(cell, stop);
      if (summary.trials == 0) continue;
      store_summary(database, study, cell, summary);
      add(cell, summary);
    }
  } catch (const Interrupted&) {
    return false;
  }
  for (const char* name : {"cells", "curves", "bound", "one_arm"})
    if (database.has_table(name)) store_checksum(database, name);
  transaction.commit();
  return true;
}

std::vector<std::string> wrong_tables(const StudyReader& study) {
  StoredTable cells(study.database(), "cells"), curves(study.database(), "curves");
  bool summaries_agree = true;
  for (const CellLabel& cell : study.cells()) {
    const CellSummary summary = fold_cell(study, cell);
    summaries_agree = summaries_agree && summary_agrees(study, cell, summary);
    if (summary.trials == 0) continue;
    cells.expect(cell_row(cell, summary));
    curve_rows(cell, summary, [&curves](const Row& row) { curves.expect(row); });
  }
  std::vector<std::string> wrong;
  if (!summaries_agree) wrong.emplace_back("summary");
  if (!cells.held_all()) wrong.emplace_back("cells");
  if (!curves.held_all()) wrong.emplace_back("curves");
  for (const char* name : {"bound", "one_arm", "reach"})
    if (study.database().has_table(name) && !is_as_stored(study, name)) wrong.emplace_back(name);
  return wrong;
}

bool tables_are_stored(const Database& database) { return database.has_table("bound"); }

void drop_tables(const StudyWriter& file) {
  Transaction transaction(file.database());
  for (const char* name : {"cells", "curves", "bound", "one_arm"})
    file.database().run(fmt::format("DROP TABLE IF EXISTS {}", name));
  transaction.commit();
}

}  // namespace regretta
