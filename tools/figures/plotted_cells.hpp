#pragma once
/// The cells of a study in the form that figures need: read once, with the settings they share and those that differ.
/// Used by study_figures.hpp.

#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/figures/line_style.hpp"

namespace regretta {

/// A name and a value, such as "schedule", "front", of a setting that not all cells share.
using NamedText = std::pair<std::string, std::string>;

struct PlottedCell {
  const CellLabel* label = nullptr;
  std::string learner;              ///< with its swept parameters
  LineStyle style;                  ///< of `learner`
  NamedText environment;            ///< "environment" and its name
  std::vector<NamedText> setting;   ///< swept parameters of the environment, except the budget of the corruption
  std::vector<NamedText> budget;    ///< the budget of the corruption, if swept
  CellSummary summary;              ///< without its curve, which takes room: Results has it
  std::vector<MeanEstimate> means;  ///< indexed by Quantity; with intervals if requested
  std::vector<Bound> bounds;        ///< indexed by Quantity
};

/// What the cell is, without its trials. is_budget: one entry per swept parameter, whether it is a budget of
/// corruption.
PlottedCell described_cell(const Results& study, const CellLabel& label, const std::vector<bool>& is_budget);

/// The cells that match `where` (tools/text/conditions.hpp), with styles that `highlight` may choose
/// (learner_styles.hpp; ranks are those among these cells). Throws std::invalid_argument with the valid names and
/// values if a condition matches no cell, or a name no learner. Cells without a finished trial are left out. Up to
/// eight learners keep their styles whatever `where` says.
std::vector<PlottedCell> plotted_cells(const Results& study, const Catalogue& catalogue,
                                       const std::vector<Quantity>& quantities, const std::vector<std::string>& where,
                                       const std::vector<std::string>& highlight);

}  // namespace regretta
