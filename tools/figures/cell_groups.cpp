#include "regretta/tools/figures/cell_groups.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

Description joined(std::initializer_list<Description> parts) {
  Description all;
  for (const Description& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
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
  return fmt::format("Mean over {}{}.", trials_text(cells),
                     has_intervals ? ", and the 95% interval from what they show" : "");
}

}  // namespace regretta
