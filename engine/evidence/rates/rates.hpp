#pragma once
/// Rates: how regret and violation grow with the horizon and with corruption, beside the paper's O(sqrt T + C) and
/// O(sqrt T + C sqrt T).

#include <string>
#include <vector>

#include "regretta/engine/evidence/rates/rate_line.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

struct RatesOptions {
  std::vector<Quantity> quantities = {Quantity::expected_regret, Quantity::violation};  ///< each less_is_better
  double level = 0.95;  ///< of the intervals; 1 - level: of bends, and of "faster" and "slower" anywhere in the table
  bool all = false;     ///< also growth in T at C > 0 beside C = 0, and growth in C below the largest horizon
  std::string folder;   ///< as RebuiltCells takes it
};

/// RateLine::knee, where there is one, at every horizon.
struct Knee {
  std::vector<const CellLabel*> cells;  ///< of one learner, by C
  Quantity quantity = Quantity::violation;
  Estimate at;
};

/// Sooner done than growth_rates, whose intervals take more replicates for the sake of its tests: ends differ in the
/// third digit. The knees point into `study`. Throws StudyFileError as StudyReader does.
std::vector<Knee> corruption_knees(const StudyReader& study, const std::vector<Quantity>& quantities,
                                   double level = 0.95);

/// Learners in order, within each their environments, quantities and growths; empty if no cells differ in T or C alone.
/// The lines point into `study`. Throws StudyFileError as StudyReader and RebuiltCells do.
std::vector<RateLine> growth_rates(const StudyReader& study, const Catalogue& catalogue,
                                   const RatesOptions& options = {});

}  // namespace regretta
