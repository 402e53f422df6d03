#include "regretta/tools/figures/plotted_cells.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "regretta/tools/figures/study_learners.hpp"
#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

std::string without_section(const std::string& name) { return name.substr(name.find('.') + 1); }

void read_cell(const Results& study, const std::vector<Quantity>& quantities, PlottedCell& cell) {
  const CellLabel& label = *cell.label;
  cell.summary = study.summary(label);
  cell.summary.curve.clear();
  if (cell.summary.trials == 0) return;
  const std::vector<MeanEstimate> estimates = study.means(label, quantities);
  for (const Quantity quantity : study.quantities().all())
    cell.means.push_back({.mean = cell.summary[estimated_by(quantity)].mean});
  for (std::size_t k = 0; k < quantities.size(); ++k) cell.means[index_of(quantities[k])] = estimates[k];
}

}  // namespace

PlottedCell described_cell(const Results& study, const CellLabel& label, const std::vector<bool>& is_budget) {
  PlottedCell cell;
  cell.label = &label;
  cell.environment = {"environment", label.environment};
  for (std::size_t k = 0; k < label.swept.size(); ++k)
    if (const std::string& name = study.swept()[k]; name.starts_with("environment.") && label.swept[k].has_value())
      (is_budget[k] ? cell.budget : cell.setting)
          .emplace_back(without_section(name), label.swept[k].number() ? grouped_text(plain_text(label.swept[k]))
                                                                       : plain_text(label.swept[k]));
  return cell;
}

std::vector<PlottedCell> plotted_cells(const Results& study, const Catalogue& catalogue,
                                       const std::vector<Quantity>& quantities, const std::vector<std::string>& where,
                                       const std::vector<std::string>& highlight) {
  const ChosenCells chosen(study, where);
  chosen.expect_no_others();
  const std::vector<bool> is_budget = parameters_with_role(Role::corruption_budget, study, catalogue);
  std::vector<std::optional<FinalMeans>> means;
  std::vector<PlottedCell> cells;
  for (const CellLabel& label : study.cells()) {
    means.emplace_back();
    if (!chosen.has(label)) continue;
    PlottedCell cell = described_cell(study, label, is_budget);
    read_cell(study, quantities, cell);
    if (cell.summary.trials == 0) continue;
    for (const Quantity quantity : study.quantities().all()) cell.bounds.push_back(study.bound(label, quantity));
    means.back() = {cell.summary[Quantity::regret].mean, cell.summary[Quantity::violation].mean};
    cells.push_back(std::move(cell));
  }
  const StudyLearners learners = study_learners(study, catalogue, means);
  const std::vector<LineStyle> styles = learner_styles(learners.learners, highlight);
  for (PlottedCell& cell : cells) {
    const std::size_t learner = learners.of_cell[static_cast<std::size_t>(cell.label->cell)];
    cell.learner = learner_text(learners.learners[learner].label);
    cell.style = styles[learner];
  }
  return cells;
}

namespace {

Description joined(std::initializer_list<Description> parts) {
  Description description;
  for (const Description& part : parts) description.insert(description.end(), part.begin(), part.end());
  return description;
}

}  // namespace

std::vector<Group> by_learner(const Group& cells) {
  return groups_by(cells, [](const PlottedCell& cell) { return Description{{"", cell.learner}}; });
}

bool has_several_budgets(const Group& cells) { return groups_by(cells, budget_of).size() > 1; }

bool has_several_horizons(const Group& cells) { return groups_by(cells, horizon_of).size() > 1; }

Description whole_setting(const PlottedCell& cell) { return joined({setting_at_any_horizon(cell), horizon_of(cell)}); }

Description setting_at_any_budget(const PlottedCell& cell) {
  return joined({{cell.environment}, cell.setting, horizon_of(cell)});
}

Description setting_at_any_horizon(const PlottedCell& cell) {
  return joined({{cell.environment}, cell.setting, cell.budget});
}

Description budget_of(const PlottedCell& cell) { return cell.budget; }

Description horizon_of(const PlottedCell& cell) { return {{"T", grouped(cell.label->horizon)}}; }

std::string description_text(const Description& description) {
  std::string text;
  for (const auto& [name, value] : description)
    text += (text.empty() ? "" : ", ") + (name == "environment" ? value : fmt::format("{} = {}", name, value));
  return text;
}

std::string trials_text(const Group& cells) {
  std::int64_t least = cells.front()->summary.trials, most = 0, infeasible = 0, failed = 0;
  for (const PlottedCell* cell : cells) {
    least = std::min(least, cell->summary.trials);
    most = std::max(most, cell->summary.trials);
    infeasible += cell->summary.infeasible;
    failed += cell->summary.failed;
  }
  std::string text =
      least == most ? counted(most, "trial") : fmt::format("{} to {} trials", grouped(least), grouped(most));
  if (infeasible > 0)
    text += fmt::format(" ({} in total without a feasible strategy, hence without regret)", grouped(infeasible));
  if (failed > 0) text += fmt::format(" ({} in total failed)", grouped(failed));
  return text;
}

std::string mean_text(const Group& cells, bool has_intervals) {
  return fmt::format("Mean over {}{}.", trials_text(cells), has_intervals ? ", with 95% intervals" : "");
}

}  // namespace regretta
