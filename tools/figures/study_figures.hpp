#pragma once
/// The figures of a study file, for `regretta plot`.

#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

/// A panel of a figure with facets.
struct FacetPanel {
  std::string quantity;  ///< "" if the figure has only one
  std::string setting;   ///< "budget = 64"; "" if the figure has only one
  Panel panel;
  std::vector<std::string> notes;
};

/// The panels as one figure: a row for each quantity if quantities and settings differ, else rows of at most `across`
/// panels. The caption has each note once, with the name of its panel unless all panels have it. Axes with the same
/// label get the same kind of scale.
Figure faceted_figure(std::vector<FacetPanel> panels, std::size_t across);

/// The options of `plot`.
struct FigureOptions {
  std::vector<std::string> kinds;  ///< names of figure_kinds; empty: all
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  std::vector<std::string> where;      ///< conditions on cells (tools/text/conditions.hpp)
  std::vector<std::string> highlight;  ///< learners to colour (learner_styles)
  std::string over;                    ///< FigureSource::over
  Divisor divisor = Divisor::none;     ///< FigureSource::divisor
  std::vector<std::string> facets;     ///< settings, or "metric", in which the panels of a figure differ
  std::size_t across = 2;              ///< panels side by side
  bool own_scales = false;             ///< Figure::own_scales
  std::string baseline;                ///< of paired differences, as for cells_with; "": the first cell's learner
};

/// Passes to `take` the figures of every kind that the data supports, with the quantities in order. Only sweeps over T
/// show cells below the largest horizon of their setting. If the cells that `where` selects differ in environment or
/// setting, there is a figure for each. Figures are drawn one by one, because all may not fit in memory. Intervals are
/// 95% (evidence/tables/results.hpp). Throws std::invalid_argument if `where` matches no cell or no learner has a
/// highlighted name, for a facet in which no figures differ, and for an unknown baseline; StudyFileError as Results
/// does.
void study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options,
                   const std::function<void(Figure)>& take);

}  // namespace regretta
