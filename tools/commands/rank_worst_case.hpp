#pragma once
/// The table of `regretta rank --worst-case`.

#include <vector>

#include "regretta/engine/evidence/comparison/worst_case.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/commands/table_output.hpp"

namespace regretta {

std::vector<ShownPart> worst_case_parts(const StudyReader& study, const std::vector<WorstCase>& cases, double alpha);
ValueTable worst_case_values(const StudyReader& study, const std::vector<WorstCase>& cases);

}  // namespace regretta
