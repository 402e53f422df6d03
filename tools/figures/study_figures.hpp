#pragma once
/// The figures of a study file, for `regretta plot`.

#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

struct FigureOptions {
  std::vector<std::string> kinds;  ///< names of figure_kinds; empty: all
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  std::vector<std::string> where;          ///< conditions on cells (tools/text/conditions.hpp)
  std::vector<std::string> highlight;      ///< which learners have a colour (learner_styles.hpp)
  AxisScale scale = AxisScale::automatic;  ///< FigureSource::scale
  std::string over;                        ///< FigureSource::over
  Divisor divisor = Divisor::none;         ///< FigureSource::divisor
  std::vector<std::string> facets;         ///< settings, or "metric", in which the panels of a figure differ
  std::size_t across = 2;                  ///< panels side by side
  bool own_scales = false;                 ///< of the panels of a figure
  std::string baseline;                    ///< of paired differences, as for cells_with; "": the first cell's learner
  bool bounds = false;                     ///< the theorems' bounds at T, across the curves
};

/// Gives `take` the figures of every kind that the data supports, with the quantities in order; all but
/// sweeps over T at the largest horizon of their cells. If the cells that `where` selects differ in environment or
/// setting, there is one figure for each. Each is drawn when the one before has been taken: all at once may be more
/// than there is memory for. Intervals: 95%, as in tables (evidence/tables/results.hpp). Throws std::invalid_argument
/// for a `where` that matches no cell, a name to highlight that no learner has, a facet in which nothing differs, a
/// baseline that is none, and StudyFileError as Results does.
void study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options,
                   const std::function<void(Figure)>& take);

/// Of the figures that it is given, the five at most that say what a study compares: regret against violation, what
/// corruption, the horizon or another swept number does, and the curves under the most corruption; differences and more
/// where these are fewer. Keeps no more than one of each kind and quantity.
class AnsweringFigures {
 public:
  void add(Figure figure);
  std::vector<Figure> take();  ///< in the order in which they were given

 private:
  using Numbered = std::pair<int, Figure>;
  /// By kind, what it is over, and quantity: that under the most corruption.
  std::map<std::array<std::string, 3>, Numbered> last_;
  int given_ = 0;
};

}  // namespace regretta
