#pragma once
/// Messages on standard error. A message that cannot be written (full disk, closed pipe or terminal) is dropped, so
/// that an unattended study does not end because of its log.

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace regretta {

/// Writes `text` to standard error as it is, or drops it. May be called from any thread.
void put_message(std::string_view text);

/// `text` on one line, without characters that control a terminal. For all text from outside of the program, such as
/// names in files and messages of plugins.
std::string printable(std::string_view text);

/// `text` without characters that control a terminal, except for line ends and colours. For all text written to a
/// terminal.
std::string for_terminal(std::string_view text);

/// Writes "regretta: ", the formatted text and a line break.
template <class... Args>
void print_message(fmt::format_string<Args...> format, Args&&... args) {
  put_message(fmt::format("regretta: {}\n", printable(fmt::format(format, std::forward<Args>(args)...))));
}

}  // namespace regretta
