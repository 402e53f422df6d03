#pragma once
/// The table of `regretta show --tails`.

#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/text/chosen_cells.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {

/// Quantiles, the mean of the worst trials, and the chance to exceed each of `above`, with intervals.
std::vector<ShownPart> tails_parts(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics,
                                   const std::vector<double>& above);

}  // namespace regretta
