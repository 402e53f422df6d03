#pragma once
/// All figures of a study file, for `regretta plot`.

#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/report/result.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

struct FigureOptions {
  std::vector<std::string> kinds;  ///< names of figure_kinds; empty: all
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  std::vector<std::string> where;          ///< conditions on cells (tools/text/conditions.hpp)
  std::vector<std::string> highlight;      ///< which learners have a colour (learner_styles.hpp)
  AxisScale scale = AxisScale::automatic;  ///< FigureSource::scale
  std::vector<std::string> facets;         ///< settings, or "metric", in which the panels of a figure differ
  std::size_t across = 2;                  ///< panels side by side
  bool own_scales = false;                 ///< of the panels of a figure
  std::string baseline;                    ///< of paired differences, as for cells_with; "": the first cell's learner
  bool bounds = false;                     ///< the theorems' bounds at T, across the curves
};

/// Every kind that the data supports, with the quantities in order; all but `horizon` at the largest horizon of their
/// cells. If the cells that `where` selects differ in environment or setting, there is one figure for each. Intervals:
/// 95%, as in tables (evidence/tables/results.hpp). Throws std::invalid_argument for a `where` that matches no
/// cell, a name to highlight that no learner has, a facet in which nothing differs, a baseline that is none, and
/// StudyFileError as Results does.
std::vector<Figure> study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options);

/// The five at most that say what a study compares: regret against violation, what corruption and the horizon do, and
/// the curves under the most corruption; differences and more where these are fewer.
std::vector<Figure> answering_figures(std::vector<Figure> figures);

}  // namespace regretta
