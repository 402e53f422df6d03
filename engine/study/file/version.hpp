#pragma once
/// Version of the program and of the study file format. A run resumes a study file only if both are the same.

#include <string_view>

namespace regretta {

/// Version of the project; must match CMakeLists.txt.
inline constexpr std::string_view version = "0.5.0";

/// Version of the study file format, and the oldest one that is still read, because its blocks have the same columns.
inline constexpr int format_version = 4;
inline constexpr int oldest_format = 3;

}  // namespace regretta
