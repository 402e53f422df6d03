#pragma once
/// Versions of the program and of the study file format, and texts that identify a build and the engine's sources.

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace regretta {

/// Version of the project; must match CMakeLists.txt.
inline constexpr std::string_view version = "0.5.0";

/// Version of the study file format. Files of other versions are refused.
inline constexpr int format_version = 5;

/// The compiler of this build, such as "g++ 12.2.0".
inline std::string compiler_text() {
#if defined(__clang__)
  return fmt::format("clang {}", __clang_version__);
#else
  return fmt::format("g++ {}", __VERSION__);
#endif
}

/// Description of this build, such as "regretta 0.1.0, g++ 12.2.0, avx512".
inline std::string build_text(std::string_view instruction_set = "v3") {
  return fmt::format("regretta {}, {}, {}", version, compiler_text(), instruction_set);
}

/// The version of Regretta. Unless the build is a release, a hash of the sources that determine the bits of results
/// follows, as in "0.4.0+1f0c9a2b3d4e5f60". CMake writes this text when the sources are compiled
/// (tools/cmake/identity.cmake).
std::string_view engine_identity();

}  // namespace regretta
