#pragma once
/// Which builds of the program wrote a study file: kept under the key `builds` of its table `study`, outside every
/// checksum and digest, for results do not depend on it. Who doubts that finds here what to compare.

#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/study/file/database.hpp"

namespace regretta {

std::string compiler_text();  ///< of this build, "g++ 12.2.0"

/// "regretta 0.1.0, g++ 12.2.0, avx512"
std::string build_text(std::string_view instruction_set = "v3");

/// In the order in which they first wrote; empty if the file is older than this record. Throws StudyFileError if the
/// record cannot be read.
std::vector<std::string> recorded_builds(const Database& database);

/// Adds `build` unless it is there.
void record_build(const Database& database, const std::string& build);

}  // namespace regretta
