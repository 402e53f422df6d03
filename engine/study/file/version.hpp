#pragma once
/// Version of the program and of the study file format. A run resumes a study file only if both are the same.

#include <string_view>

namespace regretta {

/// Version of the project; must match CMakeLists.txt.
inline constexpr std::string_view version = "0.5.0";

/// Version of the study file format, the only one that is read.
inline constexpr int format_version = 5;

}  // namespace regretta
