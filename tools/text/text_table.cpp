#include "regretta/tools/text/text_table.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// Whether a character is drawn onto the character before it.
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
  return first.bytes + 2 - fmt::formatted_size("{:2}", text.substr(0, first.bytes));  // fmt pads to two columns
}

}  // namespace

std::string ShownEntry::plain() const { return text + (half_width.empty() ? "" : spread_text(half_width, " ± ")); }

void TextTable::add_column(const std::string& heading, Align align, Use use, const std::string& name) {
  std::string option_name = name.empty() ? heading : name;
  std::ranges::replace(option_name, ' ', '_');
  columns_.push_back({heading, align, use, option_name});
}

std::vector<std::size_t> TextTable::shown() const {
  std::vector<std::size_t> indices;
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (std::ranges::any_of(rows_, [k](const auto& row) { return !row[k].text.empty(); })) indices.push_back(k);
  return indices;
}

std::string plain_name(const TextTable::Column& column) {
  if (column.use != Use::detail) return column.heading;
  std::string name = column.name;
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::vector<std::string> replace_sentences_by_marks(TextTable& table) {
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
  Constants result{.texts = {}, .varying = table.shown()};
  if (table.rows().size() < 2) return result;
  const auto is_constant = [&](std::size_t index) {
    const std::string first = table.rows().front()[index].plain();
    return table.columns()[index].use != Use::value &&
           std::ranges::all_of(table.rows(), [&](const auto& row) { return row[index].plain() == first; });
  };
  if (std::ranges::all_of(result.varying, is_constant)) return result;
  for (const std::size_t index : result.varying)
    if (is_constant(index))
      result.texts.push_back(plain_name(table.columns()[index]) + " " + table.rows().front()[index].plain());
  std::erase_if(result.varying, is_constant);
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

namespace {

using Indices = std::vector<std::size_t>;  // indices of columns
constexpr std::size_t column_gap = 2;      // blanks between columns
constexpr std::size_t least_text = 20;     // least width of a last column that wraps

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) longest = std::max(longest, width_of(word));
  return longest;
}

/// The width of each column; if the display is limited, headings may be broken at blanks.
std::vector<std::size_t> widths_in(const TextTable& table, bool is_limited) {
  std::vector<std::vector<std::string>> lines(1);
  for (const TextTable::Column& column : table.columns())
    lines[0].push_back(is_limited ? std::string(longest_word(column.heading), ' ') : column.heading);
  for (const auto& row : table.rows()) {
    lines.emplace_back();
    for (const ShownEntry& entry : row) lines.back().push_back(entry.plain());
  }
  return widths_of(lines);
}

std::size_t width_of_all(const Indices& indices, const std::vector<std::size_t>& widths) {
  std::size_t width = 0;
  for (const std::size_t index : indices) width += widths[index] + (width > 0 ? column_gap : 0);
  return width;
}

/// The columns of each block. Each begins with the columns that identify the row, or the first few of them, so that
/// they take at most two thirds of the width.
std::vector<Indices> blocks_of(const TextTable& table, const Indices& indices, const std::vector<std::size_t>& widths,
                               std::size_t most_width) {
  if (width_of_all(indices, widths) <= most_width) return {indices};
  Indices labels, others;
  for (const std::size_t index : indices) {
    const Use use = table.columns()[index].use;
    (use == Use::key || use == Use::number ? labels : others).push_back(index);
  }
  while (labels.size() > 1 && 3 * width_of_all(labels, widths) > 2 * most_width) labels.pop_back();
  std::vector<Indices> blocks = {labels};
  for (const std::size_t index : others) {
    blocks.back().push_back(index);
    if (width_of_all(blocks.back(), widths) <= most_width || blocks.back().size() == labels.size() + 1) continue;
    blocks.back().pop_back();
    blocks.push_back(labels);
    blocks.back().push_back(index);
  }
  return blocks;
}

/// `text` in lines of at most `width`.
std::vector<std::string> lines_of(const std::string& text, std::size_t width) {
  if (width_of(text) <= width) return {text};
  std::vector<std::string> lines;
  std::istringstream wrapped_lines(wrapped(text, width));
  for (std::string line; std::getline(wrapped_lines, line);) lines.push_back(line);
  return lines;
}

/// A block of columns as text. Entries of the last column that are too long continue on the next line.
std::string block_text(const TextTable& table, const Indices& block, std::vector<std::size_t> widths,
                       const Display& display) {
  const std::size_t before = width_of_all(block, widths) - widths[block.back()];
  if (before + widths[block.back()] > display.width && table.columns()[block.back()].align == TextTable::Align::left)
    widths[block.back()] = std::max(display.width, before + least_text) - before;
  const auto heading = [&](std::size_t index) {  // a detail apart from its column needs its full name
    const auto found = std::ranges::find(block, index);
    const bool is_apart = found == block.begin() || table.columns()[*(found - 1)].use == Use::key;
    return is_apart ? plain_name(table.columns()[index]) : table.columns()[index].heading;
  };
  std::size_t height = 0;
  for (const std::size_t index : block) {
    widths[index] = std::max(widths[index], longest_word(heading(index)));
    height = std::max(height, lines_of(heading(index), widths[index]).size());
  }
  std::string text;
  const auto add_line = [&](const auto& entry_of) {
    std::string line;
    for (const std::size_t index : block) {
      const auto [entry, tone] = entry_of(index);
      const std::vector<std::string> lines = lines_of(entry, index == block.back() ? widths[index] : any_width);
      std::string cell =
          lines.size() > 1 ? lines.front() : padded(lines.front(), widths[index], table.columns()[index].align);
      if (display.has_colour && tone != Tone::plain)
        cell.replace(cell.find(lines.front()), lines.front().size(), coloured(lines.front(), tone));
      for (std::size_t k = 1; k < lines.size(); ++k) cell += "\n" + std::string(before, ' ') + lines[k];
      line += (line.empty() ? "" : std::string(column_gap, ' ')) + cell;
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  for (std::size_t k = 0; k < height; ++k)
    add_line([&](std::size_t index) {
      const std::vector<std::string> lines = lines_of(heading(index), widths[index]);
      const std::size_t above = height - lines.size();
      return std::pair(k < above ? "" : lines[k - above], Tone::plain);
    });
  add_line([&](std::size_t index) { return std::pair(std::string(widths[index], '-'), Tone::plain); });
  for (const auto& row : table.rows())
    add_line([&](std::size_t index) { return std::pair(row[index].plain(), row[index].tone); });
  return text;
}

}  // namespace

std::string folded_text(const TextTable& table, const Display& display) {
  std::string text;
  Indices indices = table.shown();
  if (indices.empty()) return text;
  if (display.width != any_width) {
    const Constants constants = constants_of(table);
    if (!constants.texts.empty())
      text = wrapped(fmt::format("In every row: {}", fmt::join(constants.texts, "; ")), display.width,
                     {.first = "", .others = "  "});
    indices = constants.varying;
  }
  const std::vector<std::size_t> widths = widths_in(table, display.width != any_width);
  for (const Indices& block : blocks_of(table, indices, widths, display.width))
    text += (text.empty() ? "" : "\n") + block_text(table, block, widths, display);
  return text;
}

std::string coloured(const std::string& text, Tone tone) {
  const char* code = tone == Tone::good ? "32" : tone == Tone::bad ? "31" : tone == Tone::caution ? "33" : nullptr;
  return code == nullptr ? text : fmt::format("\033[{}m{}\033[0m", code, text);
}

}  // namespace regretta
