#pragma once
/// Which functions a compiled plugin takes from the C library although the engine has its own.

#include "regretta/tools/machine/plugin_build.hpp"

namespace regretta {

/// library: from dlopen.
ForeignFunctions foreign_functions(void* library);

}  // namespace regretta
