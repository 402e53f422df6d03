#pragma once
/// The learners that exist. CMake writes the list, from the sources of the catalogue (tools/CMakeLists.txt).

#include <vector>

namespace regretta {

extern const std::vector<const char*> names_of_learners;

}  // namespace regretta
