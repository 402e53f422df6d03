#pragma once
/// Which program this is: its version and that of the study file format, how a build is named, and what decides the
/// bits of results besides the study and its plugins.

#include <string>
#include <string_view>

namespace regretta {

/// Version of the project; must match CMakeLists.txt.
inline constexpr std::string_view version = "0.5.0";

/// Version of the study file format, the only one that is read.
inline constexpr int format_version = 5;

std::string compiler_text();  ///< the compiler of this build, such as "g++ 12.2.0"

/// This build, such as "regretta 0.1.0, g++ 12.2.0, avx512".
std::string build_text(std::string_view instruction_set = "v3");

/// The version of a release; of every other build also a hash of these sources, such as "0.4.0+1f0c9a2b3d4e5f60". CMake
/// writes it when they are compiled (tools/cmake/identity.cmake).
std::string_view engine_identity();

}  // namespace regretta
