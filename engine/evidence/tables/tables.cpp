#include "regretta/engine/evidence/tables/tables.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace regretta {
namespace {

void add_statistic(const Statistic& statistic, Row& row) {
  for (const auto& [name, number] : statistic_numbers) row.emplace_back(statistic.*number);
}

void add_statistic_names(std::string_view quantity, std::vector<std::string>& columns) {
  for (const auto& [name, number] : statistic_numbers) columns.push_back(fmt::format("{}_{}", quantity, name));
}

bool is_of_learner(const std::string& swept) { return swept.starts_with("learner."); }

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

}  // namespace

std::vector<std::string> label_columns(const std::vector<std::string>& swept) {
  std::vector<std::string> columns = {"cell", "learner", "kind", "environment", "horizon", "arms", "constraints"};
  columns.insert(columns.end(), swept.begin(), swept.end());
  return columns;
}

Row label_fields(const CellLabel& cell) {
  Row row;
  row.emplace_back(cell.cell);
  row.emplace_back(cell.learner_name);
  row.emplace_back(cell.learner);
  row.emplace_back(cell.environment);
  for (const std::int64_t n : {cell.horizon, cell.arms, cell.constraints}) row.emplace_back(n);
  row.insert(row.end(), cell.swept.begin(), cell.swept.end());
  return row;
}

std::vector<std::string> learner_columns(const StudyReader& study) {
  std::vector<std::string> columns = {"learner", "kind"};
  for (const std::string& name : study.swept())
    if (is_of_learner(name)) columns.push_back(name);
  return columns;
}

Row learner_fields(const StudyReader& study, const CellLabel& cell) {
  Row row = {cell.learner_name, cell.learner};
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (is_of_learner(study.swept()[k])) row.push_back(cell.swept[k]);
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

}  // namespace regretta
