#pragma once
/// Which program this is: its version and that of the study file format, how a build is named, and what decides the
/// bits of results besides the study and its plugins.

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace regretta {

/// Version of the project; must match CMakeLists.txt.
inline constexpr std::string_view version = "0.5.0";

/// Version of the study file format, the only one that is read.
inline constexpr int format_version = 5;

/// The compiler of this build, such as "g++ 12.2.0".
inline std::string compiler_text() {
#if defined(__clang__)
  return fmt::format("clang {}", __clang_version__);
#else
  return fmt::format("g++ {}", __VERSION__);
#endif
}

/// This build, such as "regretta 0.1.0, g++ 12.2.0, avx512".
inline std::string build_text(std::string_view instruction_set = "v3") {
  return fmt::format("regretta {}, {}, {}", version, compiler_text(), instruction_set);
}

/// The version of Regretta; unless the build is a release, followed by a hash of the sources that decide bits, such as
/// "0.4.0+1f0c9a2b3d4e5f60". CMake writes it when they are compiled (tools/cmake/identity.cmake).
std::string_view engine_identity();

}  // namespace regretta
