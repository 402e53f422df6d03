#pragma once
/// Finds typing errors in a study before the headers of --with are compiled.

#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// Throws StudyError for what is wrong with those plugins of the study, and of its overrides, that `known`, without the
/// headers, has; and for a kind that is unknown and that no header has in quotes, if it is nearly one of those that are
/// there. What a header may describe is left to make_plan.
void check_known_plugins(const Study& study, const Catalogue& known, const std::vector<std::string>& headers);

}  // namespace regretta
