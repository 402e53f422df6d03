#pragma once
/// The table of `regretta rank --worst-case`.

#include <vector>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/commands/table_output.hpp"

namespace regretta {

std::vector<ShownPart> worst_case_parts(const Results& study, const std::vector<WorstCase>& cases, double alpha);
ValueTable worst_case_values(const Results& study, const std::vector<WorstCase>& cases);

}  // namespace regretta
