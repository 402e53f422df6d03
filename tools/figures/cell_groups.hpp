#pragma once
/// Groups of cells that share a setting, drawn together in one figure, and the text of the caption. Used by
/// figure_families.hpp.

#include <map>
#include <string>
#include <vector>

#include "regretta/tools/figures/plotted_cells.hpp"

namespace regretta {

using Group = std::vector<const PlottedCell*>;
/// The settings that a cell shares with the others of its group.
using Description = std::vector<NamedText>;

/// Groups cells with the same description, in the order of their first cells.
template <class Describe>
std::vector<Group> groups_by(const Group& cells, const Describe& describe) {
  std::vector<Group> groups;
  std::map<Description, std::size_t> places;
  for (const PlottedCell* cell : cells) {
    const std::size_t place = places.emplace(describe(*cell), groups.size()).first->second;
    if (place == groups.size()) groups.emplace_back();
    groups[place].push_back(cell);
  }
  return groups;
}

std::vector<Group> by_learner(const Group& cells);
bool has_several_budgets(const Group& cells);
bool has_several_horizons(const Group& cells);

/// Environment and setting, with the corruption's budget and the horizon.
Description whole_setting(const PlottedCell& cell);
Description setting_at_any_budget(const PlottedCell& cell);
Description setting_at_any_horizon(const PlottedCell& cell);
Description horizon_of(const PlottedCell& cell);
Description budget_of(const PlottedCell& cell);

/// "mannor, noise = beta, T = 1,000"
std::string description_text(const Description& description);

/// "64 trials", "64 to 400 trials (3 in total failed)". Trials are per cell.
std::string trials_text(const Group& cells);

/// "Mean and 95% interval over 64 trials."
std::string mean_text(const Group& cells, bool has_intervals);

}  // namespace regretta
