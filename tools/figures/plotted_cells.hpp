#pragma once
/// The cells of a study in the form that figures need, with the settings that they share and those that differ.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/figures/figure.hpp"

namespace regretta {

/// The name and value of a setting, such as "schedule" and "front".
using NamedText = std::pair<std::string, std::string>;

struct PlottedCell {
  const CellLabel* label = nullptr;
  std::string learner;              ///< name of the learner, with its swept parameters
  LineStyle style;                  ///< the style of `learner`
  NamedText environment;            ///< the word "environment", and the name of the environment
  std::vector<NamedText> setting;   ///< swept parameters of the environment, except the budget of the corruption
  std::vector<NamedText> budget;    ///< the budget of the corruption, if swept
  CellSummary summary;              ///< results, without the curve, to save memory
  std::vector<MeanEstimate> means;  ///< indexed by Quantity; with intervals for the quantities that plotted_cells gets
  std::vector<Bound> bounds;        ///< indexed by Quantity
};

/// A cell with only its settings filled in. is_budget: for each swept parameter, whether it is a corruption budget.
PlottedCell described_cell(const Results& study, const CellLabel& label, const std::vector<bool>& is_budget);

/// The cells with finished trials that match `where` (tools/text/conditions.hpp), styled by learner_styles, which ranks
/// learners in these cells only. Up to eight learners keep their styles for any `where`. Throws std::invalid_argument,
/// with the valid names and values, if a condition matches no cell, or a name to highlight matches no learner.
std::vector<PlottedCell> plotted_cells(const Results& study, const Catalogue& catalogue,
                                       const std::vector<Quantity>& quantities, const std::vector<std::string>& where,
                                       const std::vector<std::string>& highlight);

using Group = std::vector<const PlottedCell*>;
/// The settings that the cells of a group share.
using Description = std::vector<NamedText>;

/// Groups cells with the same description, in the order of their first cells.
template <class Describe>
std::vector<Group> groups_by(const Group& cells, const Describe& describe) {
  std::vector<Group> groups;
  std::map<Description, std::size_t> indices;
  for (const PlottedCell* cell : cells) {
    const std::size_t index = indices.emplace(describe(*cell), groups.size()).first->second;
    if (index == groups.size()) groups.emplace_back();
    groups[index].push_back(cell);
  }
  return groups;
}

std::vector<Group> by_learner(const Group& cells);
bool has_several_budgets(const Group& cells);
bool has_several_horizons(const Group& cells);

/// Environment, its swept parameters, the budget of the corruption, and the horizon.
Description whole_setting(const PlottedCell& cell);
Description setting_at_any_budget(const PlottedCell& cell);
Description setting_at_any_horizon(const PlottedCell& cell);
Description horizon_of(const PlottedCell& cell);
Description budget_of(const PlottedCell& cell);

/// A description such as "mannor, noise = beta, T = 1,000".
std::string description_text(const Description& description);

/// The number of trials per cell: "64 trials", "64 to 400 trials (3 in total failed)".
std::string trials_text(const Group& cells);

/// The sentence of a caption about means: "Mean over 64 trials."
std::string mean_text(const Group& cells, bool has_intervals);

}  // namespace regretta
