#pragma once
/// The traits of a study's learners in its results file, so that whoever reads the file knows them without the plugins.

#include <vector>

#include "regretta/engine/plugin/learner_traits.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Writes those of the plan's learners, each with all its settings, unless the file has the same.
void store_traits(const Database& database, const Plan& plan);

/// The traits of each cell's learner. Throws StudyFileError if they are damaged.
std::vector<LearnerTraits> stored_traits(const StudyReader& study);

}  // namespace regretta
