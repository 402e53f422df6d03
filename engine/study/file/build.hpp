#pragma once
/// Which build of the program this is. Results do not depend on it; study files name it so that this can be checked.

#include <string>
#include <string_view>

namespace regretta {

std::string compiler_text();  ///< the compiler of this build, such as "g++ 12.2.0"

/// This build, such as "regretta 0.1.0, g++ 12.2.0, avx512".
std::string build_text(std::string_view instruction_set = "v3");

}  // namespace regretta
