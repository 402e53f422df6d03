#pragma once
/// Which functions a compiled plugin takes from the C library although the engine has its own.

#include <string>
#include <vector>

namespace regretta {

/// The numerical functions, clocks and generators of the C and C++ libraries that a loaded library calls, such as
/// "exp". library: from dlopen.
std::vector<std::string> foreign_functions(void* library);

}  // namespace regretta
