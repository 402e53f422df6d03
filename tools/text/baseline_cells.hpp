#pragma once
/// The cells of a baseline learner, as --baseline names it.

#include <string>
#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// By cell, whether its learner is `wanted`; if that is "", the first cell's. Throws std::invalid_argument, which
/// begins with "--baseline" and lists the choices, if it names no learner or several.
std::vector<bool> baseline_cells(const StudyReader& study, const std::string& wanted);

}  // namespace regretta
