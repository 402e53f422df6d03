#pragma once
/// The texts of new_*.hpp.in, which `regretta new` writes; embedded by tools/CMakeLists.txt.

#include <string>
#include <vector>

namespace regretta {

struct Skeleton {
  std::string what;  ///< "learner", "adversary" or "measure"; the plugin in the text is called my-learner, ...
  std::string text;
  bool in_lanes = false;  ///< whether it is the form of a learner that plays several trials side by side
};
const std::vector<Skeleton>& skeletons();

}  // namespace regretta
