#pragma once
#include <string>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// The text of a study that resolves to that of the file (engine/study/plan/resolved.hpp): with every parameter that
/// was set, sweeps as lists. Relative paths stay as they were. Throws StudyFileError where the file is damaged.
std::string study_toml(const StudyReader& study);

}  // namespace regretta
