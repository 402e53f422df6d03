#pragma once
/// The rule for the characters of a text. The same rule applies to studies, data files, results files, and the names
/// and defaults of plugins.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace regretta {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// A UTF-8 character.
struct Character {
  char32_t code = 0;  ///< code point
  std::size_t bytes = 1;
  bool is_valid = false;  ///< false if the first byte does not begin a character
};
/// The first character of `text`, which is not empty.
Character first_character(std::string_view text);

/// Whether the character is a control character (tab and line ends included) or changes the direction of the text after
/// it, so that a person would see other text than a program reads.
bool is_control(char32_t code);

/// A forbidden character in a text.
struct TextFault {
  std::size_t place;    ///< index of its first byte in the text
  std::string problem;  ///< such as "byte 0xE9 (not UTF-8)"
};
/// The first fault of `text`, which must be UTF-8 without control characters, except for tabs and line ends.
std::optional<TextFault> text_fault(std::string_view text);
/// The first fault of a name, which has one line and no tabs.
std::optional<TextFault> name_fault(std::string_view name);
inline constexpr std::string_view expected_characters =
    "UTF-8 without control characters (tabs and line ends are fine)";

/// The beginning of `text`: as many whole characters as fit into `max_bytes`.
std::string_view beginning_of(std::string_view text, std::size_t max_bytes);
/// The number of characters; a byte that does not begin a character counts as one.
std::size_t count_characters(std::string_view text);

}  // namespace regretta
