#pragma once
/// Where, in T or in C, one learner begins to have less regret or violation than another (`regretta rates --crossing`).

#include <functional>
#include <vector>

#include "regretta/engine/evidence/rates/rate_line.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// A learner less the baseline, paired by trial, at several T or C.
struct CrossingLine {
  Growth growth = Growth::in_horizon;   ///< or in_corruption
  std::vector<const CellLabel*> cells;  ///< of the learner, in the order of T or C
  const CellLabel* baseline = nullptr;  ///< the first of those it is compared with
  Quantity quantity = Quantity::violation;
  Interval range = {};     ///< of T or C over the points
  int before = 0;          ///< -1: at the least T or C the learner has less than the baseline, 1: more
  Estimate at;             ///< the crossing, with the interval from the trials observed; NaN if the means do not cross
  Interval outright = {};  ///< allows for trials too rare to be seen
};

/// Lines of two or more points, ordered by the families of rates.hpp, quantity and growth: in T for each corruption
/// budget, in C for each horizon. Interpolates linearly in ln T and in C. Each interval has this level by itself, if
/// the curves cross once. The lines point into `study`. Throws StudyFileError as Results does.
std::vector<CrossingLine> crossings(const Results& study, const Catalogue& catalogue,
                                    const std::function<bool(const CellLabel&)>& is_baseline,
                                    const std::vector<Quantity>& quantities, double level = 0.95);

}  // namespace regretta
