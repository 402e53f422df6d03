#pragma once
/// The table of `regretta rates --crossing`.

#include <string>
#include <vector>

#include "regretta/engine/evidence/rates/crossings.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/commands/table_output.hpp"

namespace regretta {

/// baseline: as printed. Lines whose means do not cross are counted, not listed.
std::vector<ShownPart> crossings_parts(const StudyReader& study, const std::vector<CrossingLine>& lines,
                                       const std::string& baseline, double level);
ValueTable crossings_values(const StudyReader& study, const std::vector<CrossingLine>& lines);

}  // namespace regretta
