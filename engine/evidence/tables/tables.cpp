#include "regretta/engine/evidence/tables/tables.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace regretta {
namespace {

void add_statistic(const Statistic& statistic, Row& row) {
  for (const auto& [name, number] : statistic_numbers) row.emplace_back(statistic.*number);
}

void add_statistic_names(std::string_view quantity, std::vector<std::string>& columns) {
  for (const auto& [name, number] : statistic_numbers) columns.push_back(fmt::format("{}_{}", quantity, name));
}

bool is_learner_parameter(const std::string& swept) { return swept.starts_with("learner."); }

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

std::vector<std::string> columns_with(const Results& study, std::initializer_list<const char*> more) {
  std::vector<std::string> columns = label_columns(study);
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
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
    if (is_learner_parameter(name)) columns.push_back(name);
  return columns;
}

Row learner_fields(const StudyReader& study, const CellLabel& cell) {
  Row row = {cell.learner_name, cell.learner};
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (is_learner_parameter(study.swept()[k])) row.push_back(cell.swept[k]);
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
  for (const CellLabel& cell : study.cells()) {
    if (table == TableKind::trials) {
      trial_rows(study, cell, visit);
      continue;
    }
    const CellSummary& summary = study.summary(cell);
    if (summary.trials == 0) continue;
    if (table == TableKind::cells) visit(cell_row(cell, summary));
    if (table == TableKind::curves) curve_rows(cell, summary, visit);
  }
}

std::vector<NamedTail> tails_of(std::vector<double> values, const Interval& reach, bool share_instances) {
  constexpr double level = Results::level;
  std::erase_if(values, [](double x) { return std::isnan(x); });
  if (values.empty()) return {};
  std::ranges::sort(values);
  std::vector<NamedTail> tails{{"q50", quantile_estimate(values, 0.5, reach, level)},
                               {"q90", quantile_estimate(values, 0.9, reach, level)},
                               {"q95", quantile_estimate(values, 0.95, reach, level)},
                               {"q99", quantile_estimate(values, 0.99, reach, level)},
                               {"cvar95", cvar_estimate(values, 0.95, reach, level)}};
  if (share_instances)
    for (NamedTail& named : tails) named.tail.interval = {not_a_number, not_a_number};
  return tails;
}

std::vector<std::string> means_columns(const Results& study) {
  return columns_with(study, {"quantity", "estimated_by", "values", "mean", "low", "high", "least", "most"});
}

void for_each_means_row(const Results& study, const std::function<void(const Row&)>& visit) {
  const QuantityList& known = study.quantities();
  const std::vector<Quantity> quantities = known.all();
  for (const CellLabel& cell : study.cells()) {
    const CellSummary& summary = study.summary(cell);
    const std::vector<MeanEstimate> estimates = study.means(cell, quantities);
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const Quantity measured = estimated_by(quantities[q]);
      if (summary[measured].count == 0) continue;
      Row row = label_fields(cell);
      row.emplace_back(std::string(known.name(quantities[q])));
      row.emplace_back(std::string(known.name(measured)));
      row.emplace_back(summary[measured].count);
      const Interval range = study.reach(cell, measured);
      for (const double x :
           {estimates[q].mean, estimates[q].interval.low, estimates[q].interval.high, range.low, range.high})
        row.emplace_back(x);
      visit(row);
    }
  }
}

std::vector<std::string> tails_columns(const Results& study) {
  return columns_with(study, {"quantity", "values", "tail", "estimate", "low", "high"});
}

void for_each_tails_row(const Results& study, const std::function<void(const Row&)>& visit) {
  const QuantityList& known = study.quantities();
  std::vector<Quantity> quantities;
  for (const Quantity quantity : known.all())
    if (known[quantity].less_is_better) quantities.push_back(quantity);
  for (const CellLabel& cell : study.cells()) {
    TrialValues values = study.values(cell, quantities);
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const auto count = std::ranges::count_if(values[q], [](double x) { return !std::isnan(x); });
      for (const auto& [name, tail] :
           tails_of(std::move(values[q]), study.reach(cell, quantities[q]), study.study().instances > 1)) {
        Row row = label_fields(cell);
        row.emplace_back(std::string(known.name(quantities[q])));
        row.emplace_back(static_cast<std::int64_t>(count));
        row.emplace_back(std::string(name));
        for (const double x : {tail.estimate, tail.interval.low, tail.interval.high}) row.emplace_back(x);
        visit(row);
      }
    }
  }
}

std::vector<bool> parameters_with_role(Role role, const StudyReader& study, const Catalogue& catalogue) {
  std::vector<std::string> columns;
  const auto add = [&](const std::string& section, const std::vector<ParameterInfo>& parameters) {
    for (const std::string& name : names_with(role, parameters)) columns.push_back(section + "." + name);
  };
  for (const PluginSpec& plugin : study.study().learners)
    if (const LearnerEntry* entry = catalogue.learner(plugin.kind)) add("learner", entry->parameters);
  for (const PluginSpec& plugin : study.study().environments)
    if (const EnvironmentEntry* entry = catalogue.environment(plugin.kind))
      add("environment", catalogue.parameters_of(*entry));
  std::vector<bool> has_role;
  for (const std::string& name : study.swept()) has_role.push_back(std::ranges::find(columns, name) != columns.end());
  return has_role;
}

}  // namespace regretta
