#include "regretta/tools/terminal/messages.hpp"

#include <cstdio>

namespace regretta {

void put_message(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stderr) == text.size() && std::fflush(stderr) == 0;
  if (!written) std::clearerr(stderr);  // a later message may get through
}

}  // namespace regretta
