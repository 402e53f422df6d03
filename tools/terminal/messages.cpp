#include "regretta/tools/terminal/messages.hpp"

#include <cstdio>

namespace regretta {

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = static_cast<unsigned char>(text[k]);
    const auto next = k + 1 < text.size() ? static_cast<unsigned char>(text[k + 1]) : 0U;
    const bool is_c1 = byte == 0xC2 && next >= 0x80 && next < 0xA0;  // controls of two bytes in UTF-8
    const bool is_break = byte == '\n' || byte == '\r' || byte == '\t';
    result += is_break ? ' ' : is_c1 || byte < 0x20 || byte == 0x7F ? '?' : text[k];
    k += is_c1 ? 1 : 0;
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

void put_message(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stderr) == text.size() && std::fflush(stderr) == 0;
  if (!written) std::clearerr(stderr);  // a later message may get through
}

}  // namespace regretta
