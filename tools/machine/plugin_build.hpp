#pragma once
/// What compiling a header of --with gives (compiled_plugin.hpp does it).

#include <string>
#include <vector>

namespace regretta {

/// What a loaded library calls of the C and C++ libraries.
struct ForeignFunctions {
  std::vector<std::string> numbers{};    ///< numerical functions, clocks and generators, such as "exp"
  std::vector<std::string> processes{};  ///< what starts processes and threads, or speaks to others, such as "fork"
};

struct CompiledPlugin {
  std::string name;          ///< of the header and a checksum, such as "greedy-c7c9b260453142bb"
  ForeignFunctions foreign;  ///< what it calls of the C library although the engine has it, or although it must not
};

}  // namespace regretta
