#pragma once
/// Plugins in a header of the user's, compiled and loaded while the program runs (`--with greedy.hpp`). The header
/// defines, outside any namespace,
///
///   void add_to(regretta::Catalogue& catalogue) {
///     catalogue.learners.push_back(regretta::learner_entry<Greedy>({.name = "greedy", .summary = "..."}));
///   }

#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/sources.hpp"

namespace regretta {

struct CompiledPlugin {
  std::string name;                  ///< of the header and a checksum, such as "greedy-c7c9b260453142bb"
  std::vector<std::string> foreign;  ///< what it calls of the C library although the engine has it: "exp"
};

/// Adds the plugins of `header` to the catalogue, and to `sources` what they were compiled from.
/// The compiled code is kept in $XDG_CACHE_HOME/regretta [~/.cache] and used again as long as the contents of the
/// header and of what it includes, the compiler's options and the program are the same. Otherwise this takes some ten
/// seconds. The compiler is $CXX, that of this program, c++, g++ or clang++. Throws std::runtime_error with the first
/// error of the compiler, as "greedy.hpp:12: ...". every_width: learners can also be played by hand in 4, 8 and 16
/// lanes, for checks.
CompiledPlugin add_compiled_plugins(const std::string& header, Catalogue& catalogue, PluginSources& sources,
                                    bool every_width = false);

}  // namespace regretta
