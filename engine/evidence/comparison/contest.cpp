#include "regretta/engine/evidence/comparison/contest.hpp"

#include <algorithm>
#include <utility>

#include "regretta/engine/evidence/tables/groups.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

SettingKey setting_of(const Results& study, const CellLabel& cell) {
  std::vector<std::string> swept;
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (study.swept()[k].starts_with("environment.")) swept.push_back(to_text(cell.swept[k]));
  return {cell.environment_kind, cell.environment, std::move(swept), cell.horizon};
}

double looks_of(const Results& study) {
  const auto& rule = study.study().stop;
  return rule ? static_cast<double>(rule->looks(study.trials()).size()) : 1;
}

Contest contest_of(const Results& study, const std::vector<const CellLabel*>& cells,
                   const std::vector<Quantity>& quantities) {
  std::vector<Quantity> measured;
  for (const Quantity quantity : quantities) measured.push_back(estimated_by(quantity));
  Contest contest{std::vector<TrialValues>(measured.size()), std::vector<std::vector<Interval>>(measured.size())};
  for (const CellLabel* cell : cells) {
    TrialValues own = study.units(*cell, measured);
    for (std::size_t q = 0; q < measured.size(); ++q) {
      contest.values[q].push_back(std::move(own[q]));
      contest.reaches[q].push_back(study.range(*cell, measured[q]));
    }
  }
  return contest;
}

void visit_contests(const Results& study, const std::vector<std::vector<const CellLabel*>>& groups,
                    const std::vector<Quantity>& quantities,
                    const std::function<void(std::size_t first, const std::vector<Contest>&)>& visit,
                    std::size_t most_bytes) {
  const auto trials = static_cast<std::size_t>(study.num_trials());
  std::vector<Contest> contests;
  std::size_t bytes = 0;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const std::size_t cells = groups[k].size();  // a visitor may keep a little for each pair of them
    const std::size_t more = cells * quantities.size() * (sizeof(double) * trials + sizeof(int) * cells);
    if (bytes + more > most_bytes && !contests.empty()) {
      visit(k - contests.size(), contests);
      contests.clear();
      bytes = 0;
    }
    bytes += more;
    contests.push_back(contest_of(study, groups[k], quantities));
  }
  if (!contests.empty()) visit(groups.size() - contests.size(), contests);
}

std::vector<std::vector<const CellLabel*>> cells_by_setting(const Results& study) {
  return groups_by(study.cells(), [&](const CellLabel& cell) { return setting_of(study, cell); });
}

bool can_be_violated(const Results& study, const std::vector<const CellLabel*>& cells) {
  return std::ranges::any_of(cells,
                             [&](const CellLabel* cell) { return study.range(*cell, Quantity::violation).high > 0; });
}

}  // namespace regretta
