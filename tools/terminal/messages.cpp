#include "regretta/tools/terminal/messages.hpp"

#include <cstdio>

#include "regretta/engine/plugin/text_rule.hpp"

namespace regretta {

namespace {

/// The length of a colour sequence, such as "\x1b[1;31m", at the beginning of the text; 0 if there is none.
std::size_t colour_at(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

std::string without_commands(std::string_view text, bool keeps_layout) {  // layout: line breaks, tabs, colours
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const Character first = first_character(text.substr(k));
    const bool is_break = first.code == '\n' || first.code == '\r' || first.code == '\t';
    const std::size_t colour = keeps_layout ? colour_at(text.substr(k)) : 0;
    if (colour > 0) {
      result += text.substr(k, colour);
      k += colour - 1;
      continue;
    }
    if (is_break) {
      result += keeps_layout && first.code != '\r' ? text[k] : ' ';
    } else if (first.is_valid && is_control(first.code)) {
      result += '?';
    } else {
      result += text.substr(k, first.bytes);
    }
    k += first.bytes - 1;
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result = without_commands(text, false);
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

std::string for_terminal(std::string_view text) { return without_commands(text, true); }

void put_message(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stderr) == text.size() && std::fflush(stderr) == 0;
  if (!written) std::clearerr(stderr);  // a later message may get through
}

}  // namespace regretta
