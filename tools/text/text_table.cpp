#include "regretta/tools/text/text_table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// Whether a character is shown above, below or within the one before it.
bool is_combined(char32_t code) {
  constexpr std::array<std::pair<char32_t, char32_t>, 8> ranges{{{0x300, 0x36F},
                                                                 {0x1AB0, 0x1AFF},
                                                                 {0x1DC0, 0x1DFF},
                                                                 {0x200B, 0x200D},
                                                                 {0x20D0, 0x20FF},
                                                                 {0xFE00, 0xFE0F},
                                                                 {0xFE20, 0xFE2F},
                                                                 {0xFEFF, 0xFEFF}}};
  return std::ranges::any_of(ranges, [code](const auto& range) { return code >= range.first && code <= range.second; });
}

std::size_t width_of_first(std::string_view text) {
  const Character first = first_character(text);
  if (first.code < 0x80) return 1;
  if (is_combined(first.code)) return 0;
  return first.bytes + 2 - fmt::formatted_size("{:2}", text.substr(0, first.bytes));  // it pads to two columns
}

}  // namespace

std::string ShownEntry::plain() const { return text + (half_width.empty() ? "" : spread_text(half_width, " ± ")); }

void TextTable::add_column(const std::string& heading, Align align, Use use, const std::string& name) {
  std::string own = name.empty() ? heading : name;
  std::ranges::replace(own, ' ', '_');
  columns_.push_back({heading, align, use, own});
}

std::vector<std::size_t> TextTable::shown() const {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (std::ranges::any_of(rows_, [k](const auto& row) { return !row[k].text.empty(); })) places.push_back(k);
  return places;
}

std::string plain_name(const TextTable::Column& column) {
  if (column.use != Use::detail) return column.heading;
  std::string name = column.name;
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::vector<std::string> take_sentences(TextTable& table) {
  std::vector<std::string> sentences, notes;
  const auto mark = [](std::size_t n) {  // a to z, aa, ab, ...
    std::string letters;
    for (++n; n > 0; n = (n - 1) / 26) letters.insert(0, 1, static_cast<char>('a' + (n - 1) % 26));
    return letters;
  };
  for (std::size_t row = 0; row < table.rows().size(); ++row)
    for (std::size_t k = 0; k < table.columns().size(); ++k) {
      if (!table.columns()[k].has_sentences || table.rows()[row][k].text.empty()) continue;
      std::string marks, rest = table.rows()[row][k].text;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find("; "), rest.size());
        const std::string sentence = rest.substr(0, end);
        rest.erase(0, end + 2);
        const auto known = std::ranges::find(sentences, sentence);
        const auto n = static_cast<std::size_t>(known - sentences.begin());
        if (known == sentences.end()) {
          sentences.push_back(sentence);
          notes.push_back(mark(n) + ": " + sentence);
        }
        marks += (marks.empty() ? "" : " ") + mark(n);
      }
      table.entry(row, k).text = marks;
    }
  return notes;
}

Constants constants_of(const TextTable& table) {
  Constants result{.texts = {}, .places = table.shown()};
  if (table.rows().size() < 2) return result;
  const auto is_constant = [&](std::size_t place) {
    const std::string first = table.rows().front()[place].plain();
    return table.columns()[place].use != Use::value &&
           std::ranges::all_of(table.rows(), [&](const auto& row) { return row[place].plain() == first; });
  };
  if (std::ranges::all_of(result.places, is_constant)) return result;
  for (const std::size_t place : result.places)
    if (is_constant(place))
      result.texts.push_back(plain_name(table.columns()[place]) + " " + table.rows().front()[place].plain());
  std::erase_if(result.places, is_constant);
  return result;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (; !text.empty(); text.remove_prefix(first_character(text).bytes)) width += width_of_first(text);
  return width;
}

std::string padded(const std::string& text, std::size_t width, TextTable::Align align) {
  const std::string blanks(width - std::min(width, width_of(text)), ' ');
  return align == TextTable::Align::left ? text + blanks : blanks + text;
}

std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths(lines.empty() ? 0 : lines.front().size());
  for (const auto& line : lines)
    for (std::size_t k = 0; k < widths.size(); ++k) widths[k] = std::max(widths[k], width_of(line[k]));
  return widths;
}

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
