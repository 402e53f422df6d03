#pragma once
/// What `regretta new` writes: the texts of new_*.hpp.in, embedded by tools/CMakeLists.txt.

#include <string>
#include <vector>

namespace regretta {

struct Skeleton {
  std::string what;  ///< "learner", ...; the plugin in the text is called my-learner, ...
  std::string text;
  bool in_lanes = false;  ///< of two forms of a plugin the one that plays several trials side by side
};
const std::vector<Skeleton>& skeletons();

}  // namespace regretta
