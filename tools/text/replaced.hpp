#pragma once
/// Escapes single characters, for the languages that text is printed in.

#include <string>
#include <string_view>
#include <vector>

namespace regretta {

/// `text` with each character of `special` replaced by the replacement at the same position.
inline std::string replaced(std::string_view text, std::string_view special,
                            const std::vector<std::string_view>& replacements) {
  std::string result;
  for (const char c : text) {
    const std::size_t place = special.find(c);
    if (place == std::string_view::npos) {
      result += c;
    } else {
      result += replacements[place];
    }
  }
  return result;
}

}  // namespace regretta
