#pragma once
/// Plugins in a header of the user's, compiled and loaded while the program runs (`--with greedy.hpp`). The header
/// defines, outside any namespace,
///
///   void add_to(regretta::Catalogue& catalogue) {
///     catalogue.learners.push_back(regretta::learner_entry<Greedy>({.name = "greedy", .summary = "..."}));
///   }

#include <string>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/sources.hpp"
#include "regretta/tools/machine/imported_functions.hpp"

namespace regretta {

/// How a header is compiled.
enum class PluginBuild {
  plain,
  debug  ///< with assertions and sanitizers, for programs that have the sanitizers' heap (sanitizer_library)
};

struct CompiledPlugin {
  std::string name;          ///< of the header and a checksum, such as "greedy-c7c9b260453142bb"
  ForeignFunctions foreign;  ///< what it calls of the C library although the engine has it, or although it must not
};

/// Adds the plugins of `header` to the catalogue, and to `sources` what they were compiled from.
/// The compiled code is kept in $XDG_CACHE_HOME/regretta [~/.cache] and used again as long as the contents of the
/// header and of what it includes, the compiler's options and the program are the same. Otherwise this takes some ten
/// seconds. The compiler is $CXX, that of this program, c++, g++ or clang++. Throws std::runtime_error with the first
/// error of the compiler, as "greedy.hpp:12: ...".
CompiledPlugin add_compiled_plugins(const std::string& header, Catalogue& catalogue, PluginSources& sources,
                                    PluginBuild build = PluginBuild::plain);

/// Only compiles, so that it is there when another process adds it. Throws as add_compiled_plugins does.
void compile_plugins(const std::string& header, PluginBuild build);

/// The library of the compiler's address sanitizer, which a program must be started with; "" if there is none.
std::string sanitizer_library();

}  // namespace regretta
