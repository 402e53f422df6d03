#pragma once
/// Numbers in text.

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace regretta {

/// The value of a text that consists of one decimal number; nothing for other texts.
template <class Number>
std::optional<Number> parsed_number(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

}  // namespace regretta
