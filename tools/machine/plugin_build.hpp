#pragma once
/// The result of compiling a header of --with (compiled_plugin.hpp).

#include <string>
#include <vector>

namespace regretta {

/// Functions of the C and C++ libraries that a loaded library calls.
struct ForeignFunctions {
  std::vector<std::string> numbers{};    ///< numerical functions, clocks and generators, such as "exp"
  std::vector<std::string> processes{};  ///< functions that start processes and threads, or communicate, such as "fork"
};

struct CompiledPlugin {
  std::string name;          ///< the name of the header and a hash, such as "greedy-c7c9b260453142bb"
  ForeignFunctions foreign;  ///< functions that the plugin should take from the engine, or must not call
};

}  // namespace regretta
