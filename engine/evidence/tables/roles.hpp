#pragma once
/// Finds parameters of a study by their roles, so that the evidence wing does not depend on parameter names.

#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// For each parameter in StudyReader::swept, whether a plugin of the study gives it this role. Plugins that `catalogue`
/// lacks are ignored.
std::vector<bool> swept_with(Role role, const StudyReader& study, const Catalogue& catalogue);

/// The cell's value of the learner parameter with this role, whether swept, set or default; no value if there is no
/// such parameter or `catalogue` lacks the learner.
Value learner_value(Role role, const StudyReader& study, const CellLabel& cell, const Catalogue& catalogue);

}  // namespace regretta
