#pragma once
/// What `regretta new` writes. The texts are in new_*.hpp.in, embedded by tools/CMakeLists.txt.

#include <string>
#include <vector>

namespace regretta {

struct Skeleton {
  std::string what;  ///< "learner", "losses", ...; the plugin in the text is called my-learner, my-losses, ...
  std::string text;
  bool in_lanes = false;  ///< of two forms of a plugin the one that plays several trials side by side
};
const std::vector<Skeleton>& skeletons();

/// The text of the skeleton `what`, one of skeletons(), for a plugin called `name` in a file called `file`. Throws
/// std::invalid_argument if it has no form in lanes but that is wanted, for a name that is no word of lower-case
/// letters, digits and dashes, and for one whose class would hide a name that plugins use.
std::string skeleton_text(const std::string& what, const std::string& name, const std::string& file,
                          bool in_lanes = false);

/// Writes a new file. Throws std::invalid_argument if it exists or cannot be written.
void write_new_file(const std::string& file, const std::string& text);

/// Writes a CMake project with a learner, a study and tests into `folder`. Throws std::invalid_argument.
void write_repository(const std::string& folder);

}  // namespace regretta
