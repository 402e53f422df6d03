#pragma once
/// Rates: how regret and violation grow with the horizon and with corruption, compared with the paper's O(sqrt T + C)
/// and O(sqrt T + C sqrt T) (`regretta rates`).

#include <string>
#include <vector>

#include "regretta/engine/evidence/rates/rate_line.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

struct RatesOptions {
  std::vector<Quantity> quantities = {Quantity::expected_regret, Quantity::violation};  ///< each less_is_better
  double level = 0.95;  ///< of the intervals; 1 - level: error rate of bends, and of any "faster" or "slower"
  bool all = false;     ///< also growth in T where C > 0 although there is C = 0, and in C below the largest horizon
  std::string folder;   ///< as for RebuiltCells
};

/// Lines ordered by family (the order of first cells), quantity and growth; empty if no cells differ in T or C alone.
/// The lines point into `study`. Throws StudyFileError as Results and RebuiltCells do.
std::vector<RateLine> growth_rates(const Results& study, const Catalogue& catalogue, const RatesOptions& options = {});

}  // namespace regretta
