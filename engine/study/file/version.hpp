#pragma once
#include <string_view>

namespace regretta {

/// Of the whole project; the same as in CMakeLists.txt.
inline constexpr std::string_view version = "0.1.0";

/// Layout of the tables of a study file. Another number: another program wrote it.
inline constexpr int format_version = 1;

}  // namespace regretta
