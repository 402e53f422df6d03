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
/// header and of the files that it includes, the compiler's options and the program are the same. Compiling takes about
/// ten seconds. The compiler is $CXX, or the first of that of this program, c++, g++ and clang++. Throws
/// std::runtime_error with the first error of the compiler, as "greedy.hpp:12: ...".
CompiledPlugin add_compiled_plugins(const std::string& header, Catalogue& catalogue);

}  // namespace regretta
