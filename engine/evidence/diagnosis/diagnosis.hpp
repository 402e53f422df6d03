#pragma once
/// What stands between a study and what one would like to claim of it, with what to do about it.

#include <vector>

#include "regretta/engine/evidence/diagnosis/finding.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// Most severe first; empty if there is nothing to say. Learners that `catalogue` lacks are judged without their
/// widths. Throws StudyFileError as StudyReader does.
std::vector<Finding> diagnose(const StudyReader& study, const Catalogue& catalogue);

}  // namespace regretta
