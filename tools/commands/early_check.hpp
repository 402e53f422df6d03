#pragma once
/// Finds typing errors in a study before the headers of --with are compiled.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// Throws StudyError for what is wrong with those plugins of the study that `known`, without the headers, has. A study
/// with overrides (--set) is left to make_plan.
void check_known_plugins(const Study& study, const Catalogue& known);

}  // namespace regretta
