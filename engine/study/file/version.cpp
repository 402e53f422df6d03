#include "regretta/engine/study/file/version.hpp"

#include <fmt/format.h>

namespace regretta {

std::string compiler_text() {
#if defined(__clang__)
  return fmt::format("clang {}", __clang_version__);
#else
  return fmt::format("g++ {}", __VERSION__);
#endif
}

std::string build_text(std::string_view instruction_set) {
  return fmt::format("regretta {}, {}, {}", version, compiler_text(), instruction_set);
}

}  // namespace regretta
