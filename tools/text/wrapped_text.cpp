#include "regretta/tools/text/wrapped_text.hpp"

#include <algorithm>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

std::string wrapped(const std::string& text, std::size_t width, const Indent& indent) {
  std::string result;
  std::string line = indent.first;
  bool has_word = false;
  const auto end_line = [&] {
    result += line + "\n";
    line = indent.others;
    has_word = false;
  };
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find_first_of(" \n", from), text.size());
    const std::string word = text.substr(from, to - from);
    if (has_word && width != any_width && width_of(line) + 1 + width_of(word) > width) end_line();
    line += (has_word ? " " : "") + word;
    has_word = has_word || !word.empty();
    if (to == text.size() || text[to] == '\n') end_line();
    from = to + 1;
  }
  return result;
}

}  // namespace regretta
