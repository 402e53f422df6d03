#pragma once
/// Which functions a compiled plugin takes from the C library although the engine has its own.

#include <string>
#include <vector>

namespace regretta {

/// What a loaded library calls of the C and C++ libraries.
struct ForeignFunctions {
  std::vector<std::string> numbers{};    ///< numerical functions, clocks and generators, such as "exp"
  std::vector<std::string> processes{};  ///< what starts processes and threads, or speaks to others, such as "fork"
};
/// library: from dlopen.
ForeignFunctions foreign_functions(void* library);

}  // namespace regretta
