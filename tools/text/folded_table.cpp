#include "regretta/tools/text/folded_table.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

using Places = std::vector<std::size_t>;  // of columns
constexpr std::size_t column_gap = 2;     // blanks between columns
constexpr std::size_t least_text = 20;    // characters per line of the last column

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) longest = std::max(longest, width_of(word));
  return longest;
}

/// Of the columns; where lines have a width, headings may be broken at blanks.
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

std::size_t width_of_all(const Places& places, const std::vector<std::size_t>& widths) {
  std::size_t width = 0;
  for (const std::size_t place : places) width += widths[place] + (width > 0 ? column_gap : 0);
  return width;
}

/// The columns side by side; each block begins with those that name the row, or with the first of them if no other has
/// room beside all.
std::vector<Places> blocks_of(const TextTable& table, const Places& places, const std::vector<std::size_t>& widths,
                              std::size_t most) {
  if (width_of_all(places, widths) <= most) return {places};
  Places labels, others;
  for (const std::size_t place : places) {
    const Use use = table.columns()[place].use;
    (use == Use::key || use == Use::number ? labels : others).push_back(place);
  }
  while (labels.size() > 1 && 3 * width_of_all(labels, widths) > 2 * most) labels.pop_back();
  std::vector<Places> blocks = {labels};
  for (const std::size_t place : others) {
    blocks.back().push_back(place);
    if (width_of_all(blocks.back(), widths) <= most || blocks.back().size() == labels.size() + 1) continue;
    blocks.back().pop_back();
    blocks.push_back(labels);
    blocks.back().push_back(place);
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

/// What the last column has no room for goes on below.
std::string block_text(const TextTable& table, const Places& block, std::vector<std::size_t> widths,
                       const Display& display) {
  const std::size_t before = width_of_all(block, widths) - widths[block.back()];
  if (before + widths[block.back()] > display.width && table.columns()[block.back()].align == TextTable::Align::left)
    widths[block.back()] = std::max(display.width, before + least_text) - before;
  const auto heading = [&](std::size_t place) {  // of a detail that is not beside what it belongs to
    const auto own = std::ranges::find(block, place);
    const bool is_apart = own == block.begin() || table.columns()[*(own - 1)].use == Use::key;
    return is_apart ? plain_name(table.columns()[place]) : table.columns()[place].heading;
  };
  std::size_t height = 0;
  for (const std::size_t place : block) {
    widths[place] = std::max(widths[place], longest_word(heading(place)));
    height = std::max(height, lines_of(heading(place), widths[place]).size());
  }
  std::string text;
  const auto add_line = [&](const auto& entry_of) {
    std::string line;
    for (const std::size_t place : block) {
      const auto [entry, tone] = entry_of(place);
      const std::vector<std::string> lines = lines_of(entry, place == block.back() ? widths[place] : any_width);
      std::string cell =
          lines.size() > 1 ? lines.front() : padded(lines.front(), widths[place], table.columns()[place].align);
      if (display.has_colour && tone != Tone::plain)
        cell.replace(cell.find(lines.front()), lines.front().size(), coloured(lines.front(), tone));
      for (std::size_t k = 1; k < lines.size(); ++k) cell += "\n" + std::string(before, ' ') + lines[k];
      line += (line.empty() ? "" : std::string(column_gap, ' ')) + cell;
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  for (std::size_t k = 0; k < height; ++k)
    add_line([&](std::size_t place) {
      const std::vector<std::string> lines = lines_of(heading(place), widths[place]);
      const std::size_t above = height - lines.size();
      return std::pair(k < above ? "" : lines[k - above], Tone::plain);
    });
  add_line([&](std::size_t place) { return std::pair(std::string(widths[place], '-'), Tone::plain); });
  for (const auto& row : table.rows())
    add_line([&](std::size_t place) { return std::pair(row[place].plain(), row[place].tone); });
  return text;
}

}  // namespace

std::string folded_text(const TextTable& table, const Display& display) {
  std::string text;
  Places places = table.shown();
  if (places.empty()) return text;
  if (display.width != any_width) {
    const Constants constants = constants_of(table);
    if (!constants.texts.empty())
      text = wrapped(fmt::format("In every row: {}", fmt::join(constants.texts, "; ")), display.width,
                     {.first = "", .others = "  "});
    places = constants.places;
  }
  const std::vector<std::size_t> widths = widths_in(table, display.width != any_width);
  for (const Places& block : blocks_of(table, places, widths, display.width))
    text += (text.empty() ? "" : "\n") + block_text(table, block, widths, display);
  return text;
}

std::string coloured(const std::string& text, Tone tone) {
  const char* code = tone == Tone::good ? "32" : tone == Tone::bad ? "31" : tone == Tone::caution ? "33" : nullptr;
  return code == nullptr ? text : fmt::format("\033[{}m{}\033[0m", code, text);
}

}  // namespace regretta
