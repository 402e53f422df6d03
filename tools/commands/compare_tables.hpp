#pragma once
/// Of `regretta compare --baseline`: the tables for other programs, and the last one for readers, which has a verdict
/// for each learner over all settings.

#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/text/selection.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {

ValueTable line_values(const Results& study, const std::vector<ComparisonLine>& lines);

ShownPart rival_part(const Results& study, const std::vector<RivalLine>& rivals);
ValueTable rival_values(const Results& study, const std::vector<RivalLine>& rivals);

}  // namespace regretta
