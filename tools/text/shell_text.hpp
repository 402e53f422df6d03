#pragma once
/// Replacement of special characters, and quotes for a shell.

#include <string>
#include <string_view>
#include <vector>

namespace regretta {

/// `text` with each character of `special` replaced by the replacement at the same position.
inline std::string replaced(std::string_view text, std::string_view special,
                            const std::vector<std::string_view>& replacements) {
  std::string result;
  for (const char c : text) {
    const std::size_t position = special.find(c);
    if (position == std::string_view::npos) {
      result += c;
    } else {
      result += replacements[position];
    }
  }
  return result;
}

/// `word` for a POSIX shell, in single quotes if it needs any.
inline std::string shell_quoted(const std::string& word) {
  const bool is_plain =
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:@+") ==
      std::string::npos;
  if (is_plain && !word.empty()) return word;
  return "'" + replaced(word, "'", {"'\\''"}) + "'";
}

}  // namespace regretta
