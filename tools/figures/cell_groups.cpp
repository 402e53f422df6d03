#include "regretta/tools/figures/cell_groups.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {

std::vector<Group> by_learner(const Group& cells) {
  return groups_by(cells, [](const PlottedCell& cell) { return Description{{"", cell.learner}}; });
}

bool has_several_budgets(const Group& cells) {
  return groups_by(cells, [](const PlottedCell& cell) { return cell.budget; }).size() > 1;
}

Description setting_of(const PlottedCell& cell, bool budget, bool horizon) {
  Description all = {cell.environment};
  all.insert(all.end(), cell.setting.begin(), cell.setting.end());
  if (budget) all.insert(all.end(), cell.budget.begin(), cell.budget.end());
  if (horizon) all.emplace_back("T", grouped(cell.label->horizon));
  return all;
}

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
  return fmt::format("Mean{} over {}.", has_intervals ? " and 95% interval" : "", trials_text(cells));
}

}  // namespace regretta
