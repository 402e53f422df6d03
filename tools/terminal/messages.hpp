#pragma once
/// Messages on standard error. One that cannot be written (a full disk, a reader that has gone, a terminal that was
/// closed) is dropped: a study that runs unattended must not end because nobody reads its log.

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace regretta {

/// Writes `text` to standard error as it is, or drops it. May be called from any thread.
void put_message(std::string_view text);

/// `text` on one line and without what a terminal would obey: for everything that comes from outside, such as names and
/// messages in files and what plugins throw.
std::string printable(std::string_view text);

/// The same for text of several lines with colours, which stay: for all that is written to a terminal.
std::string for_terminal(std::string_view text);

/// Writes "regretta: ", the formatted text and a line break.
template <class... Args>
void print_message(fmt::format_string<Args...> format, Args&&... args) {
  put_message(fmt::format("regretta: {}\n", printable(fmt::format(format, std::forward<Args>(args)...))));
}

}  // namespace regretta
