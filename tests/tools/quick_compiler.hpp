#pragma once
/// A compiler for headers that add no plugins: where it does not matter what is compiled.

#include <filesystem>
#include <string>

#include "program_process.hpp"

namespace regretta::fakes {

/// For CXX. It compiles what --with makes of a header in no time, because Catalogue is not defined.
inline std::string quick_compiler(const Folder& folder) {
  std::filesystem::create_directories(folder.path("quick/regretta/engine/plugin"));
  folder.write("quick/regretta/engine/plugin/catalogue.hpp", "#pragma once\nnamespace regretta { class Catalogue; }\n");
  return "g++ -I" + folder.path("quick");
}

}  // namespace regretta::fakes
