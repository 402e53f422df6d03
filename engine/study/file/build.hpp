#pragma once
/// The builds of the program that wrote a study file, stored under the key `builds` of its table `study`. Results do
/// not depend on the build, so no checksum or digest covers the list; it is kept so that this can be checked.

#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/study/file/database.hpp"

namespace regretta {

std::string compiler_text();  ///< the compiler of this build, such as "g++ 12.2.0"

/// This build, such as "regretta 0.1.0, g++ 12.2.0, avx512".
std::string build_text(std::string_view instruction_set = "v3");

/// The builds in the order of their first write; empty if the file predates the list. Throws StudyFileError if the list
/// cannot be read.
std::vector<std::string> recorded_builds(const Database& database);

/// Adds `build` to the list unless it is already there.
void record_build(const Database& database, const std::string& build);

}  // namespace regretta
