#include "regretta/tools/terminal/display.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

constexpr std::size_t least_width = 20;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool has_colour(int descriptor) {
  return ::isatty(descriptor) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb" &&
         !variable("TERM").empty();
}

std::optional<std::size_t> given_width() {
  const auto width = parsed_number<std::size_t>(variable("COLUMNS"));
  return width && *width > 0 ? std::optional(std::max(*width, least_width)) : std::nullopt;
}

}  // namespace

std::size_t terminal_columns(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

Display display_of(const std::string& output) {
  if (!output.empty()) return {};
  const bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
  return {
      .width = given_width().value_or(is_terminal ? std::max(terminal_columns(STDOUT_FILENO), least_width) : any_width),
      .has_colour = has_colour(STDOUT_FILENO)};
}

bool messages_have_colour() { return has_colour(STDERR_FILENO); }

}  // namespace regretta
