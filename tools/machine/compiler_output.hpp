#pragma once
/// What a compiler printed, for people who wrote one header; and which files it read. Used by compiled_plugin.cpp.

#include <string>
#include <vector>

namespace regretta {

/// The first error in `log` as "greedy.hpp:12: message". An error in a header of ours is reported at the line of
/// `header` that led there. header: full path. source: the file that was compiled, which includes it and calls add_to.
std::string first_compiler_error(const std::string& log, const std::string& header, const std::string& source);

/// The files in a rule "TARGET: FILE..." as compilers write it for make (-MD), with any characters in their names.
std::vector<std::string> files_read(const std::string& rule);

}  // namespace regretta
