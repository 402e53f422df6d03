#pragma once
/// The table of `regretta rates --crossing`, and what its lines have in common with those of `regretta rates`.

#include <string>
#include <vector>

#include "regretta/engine/evidence/rates/crossings.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/commands/table_output.hpp"

namespace regretta {

/// The values of the swept parameters that all cells of a line share; empty for the others.
std::vector<Value> shared_values(const std::vector<const CellLabel*>& cells);
/// Their numbers: "0 4 8".
std::string numbers_of(const std::vector<const CellLabel*>& cells);

/// baseline: as printed. Lines whose means do not cross are counted, not listed.
std::vector<ShownPart> crossings_parts(const Results& study, const std::vector<CrossingLine>& lines,
                                       const std::string& baseline, double level);
ValueTable crossings_values(const Results& study, const std::vector<CrossingLine>& lines);

}  // namespace regretta
