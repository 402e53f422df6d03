#pragma once
/// All figures of a study file, for `regretta plot`.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/report/result.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

enum class FigureKind {
  curves,        ///< over t, the learners of a setting together
  corruption,    ///< final values against the measured C
  horizon,       ///< final values against T, both logarithmic; asinh if a value is 0 or less
  frontier,      ///< regret against violation, a path over C
  heat,          ///< means by learner and budget, or environment
  paired,        ///< differences from a baseline, trial by trial
  profile,       ///< how often a learner is the best of its setting, or close to it
  distribution,  ///< distribution functions of final values
  tails,         ///< share of trials above a value, logarithmic
};
inline constexpr std::array<std::string_view, 9> figure_kind_names = {
    "curves", "corruption", "horizon", "frontier", "heat", "paired", "profile", "distribution", "tails"};

struct FigureOptions {
  std::vector<FigureKind> kinds;  ///< empty: all
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  std::vector<std::string> where;          ///< conditions on cells (tools/text/conditions.hpp)
  std::vector<std::string> highlight;      ///< which learners have a colour (learner_styles.hpp)
  AxisScale scale = AxisScale::automatic;  ///< of curves and corruption; asinh instead of logarithmic if a value is
                                           ///< negative; automatic: as CurveStyle says, and linear over corruption
  std::vector<std::string> facets;         ///< settings, or "metric", in which the panels of a figure differ
  std::size_t across = 2;                  ///< panels side by side
  std::string baseline;                    ///< of paired differences, as for cells_with; "": the first cell's learner
  bool bounds = false;                     ///< the theorems' bounds at T, across the curves
};

/// Every kind that the data supports, with the quantities in order; all but `horizon` at the largest horizon of their
/// cells. If the cells that `where` selects differ in environment or setting, there is one figure for each. Intervals:
/// 95%, as in tables (evidence/tables/results.hpp). Throws std::invalid_argument for a `where` that matches no
/// cell, a name to highlight that no learner has, a facet in which nothing differs, a baseline that is none, and
/// StudyFileError as Results does.
std::vector<Figure> study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options);

}  // namespace regretta
