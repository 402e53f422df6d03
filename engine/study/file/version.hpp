#pragma once
/// Version of the program and of the study file format. A run resumes a study file only if both are the same.

#include <string_view>

namespace regretta {

/// Version of the project; must match CMakeLists.txt.
inline constexpr std::string_view version = "0.4.0";

/// Version of the study file format. Files of the format before are read, but not written; others are refused.
inline constexpr int format_version = 4;
inline constexpr int oldest_format = format_version - 1;

}  // namespace regretta
