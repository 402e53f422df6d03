#pragma once
/// Plugins in a header of the user's, compiled and loaded while the program runs (`--with greedy.hpp`). The header
/// defines, outside any namespace,
///
///   void add_to(regretta::Catalogue& catalogue) {
///     catalogue.learners.push_back(regretta::learner_entry<Greedy>({.name = "greedy", .summary = "..."}));
///   }

#include <string>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/machine/plugin_build.hpp"

namespace regretta {

/// Adds the plugins of `header` to the catalogue.
/// The compiled code is kept in $XDG_CACHE_HOME/regretta [~/.cache] and used again as long as the contents of the
/// header and of what it includes, the compiler's options and the program are the same. Otherwise this takes some ten
/// seconds. The compiler is $CXX, that of this program, c++, g++ or clang++. Throws std::runtime_error with the first
/// error of the compiler, as "greedy.hpp:12: ...".
CompiledPlugin add_compiled_plugins(const std::string& header, Catalogue& catalogue,
                                    PluginBuild build = PluginBuild::plain);

/// Only compiles, so that it is there when another process adds it. Throws as add_compiled_plugins does.
void compile_plugins(const std::string& header, PluginBuild build);

/// The library of the compiler's address sanitizer, which a program must be started with; "" if there is none.
std::string sanitizer_library();

}  // namespace regretta
