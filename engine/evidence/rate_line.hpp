#pragma once
/// One line of the rates, from its cells to everything but what depends on the other lines.

#include <functional>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/rate_families.hpp"
#include "regretta/engine/evidence/rates.hpp"

namespace regretta {

/// A theorem's right-hand side for a quantity of a cell, at another C than the cell's; empty where no theorem speaks.
using TheoremAt = std::function<std::optional<double>(const RateCell&, Quantity, double corruption)>;

/// What a line is made of. In T: cells of one budget, by T. In C: cells of one horizon, by C, the first one clean. Of C
/// in T: for each horizon the same number of cells, by C, the first one clean; by T.
struct RateTask {
  Growth growth = Growth::in_horizon;
  std::vector<const RateCell*> cells;
  std::size_t quantity = 0;  ///< place in RateCell::values and RatesOptions::quantities
};

/// `replicates` bootstrap replicates for each estimate.
RateLine rate_line(const RateTask& task, const RatesOptions& options, int replicates, const TheoremAt& theorem);

/// Whether the line says something that may be wrong by chance, so that it counts in the table's family of tests.
bool is_tested(const RateLine& line);

/// Once adjusted_p_value is known.
void conclude(RateLine& line, double level);

}  // namespace regretta
