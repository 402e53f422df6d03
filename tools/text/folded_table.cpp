#include "regretta/tools/text/folded_table.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/text_rule.hpp"

namespace regretta {
namespace {

using Places = std::vector<std::size_t>;  // of columns
using TextLines = std::vector<std::string>;

constexpr std::size_t column_gap = 2;                // blanks between columns
constexpr std::size_t least_text = 20;               // characters per line of an entry that is broken into lines
constexpr std::size_t short_names[] = {24, 16, 10};  // to which names are shortened, if they must be

/// A column as it is printed: entries of at most `width` characters per line.
struct Printed {
  std::size_t place;
  std::size_t width;
  bool is_apart = false;  ///< a detail that is not beside what it belongs to
};
using Block = std::vector<Printed>;

/// `text` in lines of at most `width`; also words longer than that are broken.
TextLines lines_of(const std::string& text, std::size_t width) {
  if (width_of(text) <= width) return {text};
  TextLines lines;
  std::istringstream wrapped_lines(wrapped(text, width));
  for (std::string line; std::getline(wrapped_lines, line);) {
    while (width_of(line) > width) {
      const std::size_t bytes = std::max(fitting(line, width).size(), first_character(line).bytes);
      lines.push_back(line.substr(0, bytes));
      line.erase(0, bytes);
    }
    lines.push_back(line);
  }
  return lines;
}

/// The first and the last characters of a text that is too long.
std::string shortened(const std::string& text, std::size_t width) {
  if (width_of(text) <= width || width < 5) return text;
  const std::size_t end = (width - 2) / 2, begin = width - 2 - end;
  std::string_view rest = text;
  while (width_of(rest) > end)
    rest.remove_prefix(fitting(rest, 1).empty() ? first_character(rest).bytes : fitting(rest, 1).size());
  return fmt::format("{}..{}", fitting(text, begin), rest);
}

class Folder {
 public:
  Folder(const TextTable& table, const Display& display) : table_(table), display_(display), places_(table.shown()) {}

  std::string text() {
    std::string text;
    if (display_.width != any_width) {
      text = take_constants();
      shorten();
    }
    for (const Block& block : blocks()) text += (text.empty() ? "" : "\n") + text_of(block);
    return text;
  }

 private:
  std::string entry(std::size_t row, std::size_t place) const {
    const std::string text = table_.rows()[row][place].plain();
    return is_name(place) ? shortened(text, most_) : text;
  }
  const TextTable::Column& column(std::size_t place) const { return table_.columns()[place]; }
  bool is_name(std::size_t place) const {
    return column(place).use == Use::key && column(place).align == TextTable::Align::left;
  }

  /// Removes columns that are the same in every row, and returns the line that names them.
  std::string take_constants() {
    const Constants constants = constants_of(table_);
    if (constants.texts.empty()) return "";
    places_ = constants.places;
    return wrapped(fmt::format("In every row: {}", fmt::join(constants.texts, "; ")), display_.width,
                   {.first = "", .others = "  "});
  }

  /// Shortens names until the columns that every block begins with leave a third of the width, if that can be.
  void shorten() {
    for (const std::size_t width : short_names) {
      if (width_of_all(block_of(places_)) <= display_.width || width_of_all(begin()) <= 2 * display_.width / 3) return;
      most_ = width;
    }
  }

  /// What every block begins with: the columns that name a row, or, if no result would have room beside them, the first
  /// of them.
  Block begin() const {
    Block all = block_of(keys());
    std::size_t needed = least_text;
    for (const Block& together : groups(all))
      needed = std::max(needed, together.size() > 1 ? width_of_all(together) : 0);
    const auto fits = [&](std::size_t room) { return width_of_all(all) + column_gap + room <= display_.width; };
    if (!fits(needed)) {
      const auto name = std::ranges::find_if(all, [&](const Printed& one) { return is_name(one.place); });
      all.erase(name == all.end() ? all.begin() + 1 : name + 1, all.end());
    }
    if (!fits(least_text)) all.resize(std::min<std::size_t>(all.size(), 1));
    return all;
  }

  Places keys() const {
    Places keys;
    std::ranges::copy_if(places_, std::back_inserter(keys), [&](std::size_t place) {
      return column(place).use == Use::key || column(place).use == Use::number;
    });
    return keys;
  }

  /// The width that the entries of a column need, and its heading, which may be broken at blanks.
  Printed printed(std::size_t place) const {
    std::size_t width = 0;
    std::istringstream words(display_.width == any_width ? "" : column(place).heading);
    for (std::string word; words >> word;) width = std::max(width, width_of(word));
    if (display_.width == any_width) width = width_of(column(place).heading);
    for (std::size_t row = 0; row < table_.rows().size(); ++row) width = std::max(width, width_of(entry(row, place)));
    return {.place = place, .width = std::min(width, display_.width)};
  }
  Block block_of(const Places& places) const {
    Block block;
    for (const std::size_t place : places) block.push_back(printed(place));
    return block;
  }
  static std::size_t width_of_all(const Block& block) {
    std::size_t width = 0;
    for (const Printed& one : block) width += one.width + (width > 0 ? column_gap : 0);
    return width;
  }

  std::vector<Block> blocks() const {
    Block all = block_of(places_);
    if (display_.width == any_width || width_of_all(all) <= display_.width) return {all};
    const Block first = begin();
    std::vector<Block> blocks;
    Block block = first;
    for (const Block& together : groups(first)) {
      const bool is_full = width_of_all(block) + column_gap + width_of_all(together) > display_.width;
      if (together.size() > 1 && is_full && block.size() > first.size()) {
        blocks.push_back(block);
        block = first;
      }
      for (const Printed& one : together) add(one, first, block, blocks);
    }
    blocks.push_back(block);
    return blocks;
  }

  /// Adds a column to the last block, or to a new one; in lines if it is too wide for any.
  void add(Printed one, const Block& begin, Block& block, std::vector<Block>& blocks) const {
    const auto room = [&] { return display_.width - std::min(display_.width, width_of_all(block) + column_gap); };
    if (one.width <= room()) {
      block.push_back(one);
      return;
    }
    const bool is_text = column(one.place).align == TextTable::Align::left && one.width > least_text;
    if (block.size() > begin.size() && !(is_text && room() >= least_text)) {
      blocks.push_back(block);
      block = begin;
    }
    one.width = std::max<std::size_t>(1, std::min(one.width, room()));
    one.is_apart = block.size() == begin.size() && column(one.place).use == Use::detail;
    block.push_back(one);
  }

  /// The columns that are not in `begin`, each with its details.
  std::vector<Block> groups(const Block& begin) const {
    std::vector<Block> groups;
    for (const std::size_t place : places_) {
      if (std::ranges::find(begin, place, &Printed::place) != begin.end()) continue;
      if (groups.empty() || column(place).use != Use::detail) groups.emplace_back();
      groups.back().push_back(printed(place));
    }
    return groups;
  }

  std::string text_of(const Block& block) const {
    if (block.empty()) return "";
    std::vector<TextLines> heading;
    for (const Printed& one : block)
      heading.push_back(lines_of(one.is_apart ? plain_name(column(one.place)) : column(one.place).heading, one.width));
    std::size_t height = 0;
    for (TextLines& lines : heading) height = std::max(height, lines.size());
    for (TextLines& lines : heading) lines.insert(lines.begin(), height - lines.size(), "");
    std::string text = row_text(block, heading, {});
    std::string rule;
    for (const Printed& one : block) rule += std::string(one.width, '-') + std::string(column_gap, ' ');
    rule.resize(rule.size() - column_gap);
    text += rule + "\n";
    for (std::size_t row = 0; row < table_.rows().size(); ++row) {
      std::vector<TextLines> entries;
      std::vector<Tone> tones;
      for (const Printed& one : block) {
        entries.push_back(lines_of(entry(row, one.place), one.width));
        tones.push_back(table_.rows()[row][one.place].tone);
      }
      text += row_text(block, entries, tones);
    }
    return text;
  }

  std::string row_text(const Block& block, const std::vector<TextLines>& entries,
                       const std::vector<Tone>& tones) const {
    std::size_t height = 1;
    for (const TextLines& lines : entries) height = std::max(height, lines.size());
    std::string text;
    for (std::size_t n = 0; n < height; ++n) {
      std::string line;
      std::size_t blanks = 0;  // not yet printed
      for (std::size_t k = 0; k < block.size(); ++k) {
        const std::string part = n < entries[k].size() ? entries[k][n] : "";
        const std::size_t padding = block[k].width - width_of(part);
        const bool is_right = column(block[k].place).align == TextTable::Align::right;
        if (is_right) blanks += padding;
        if (!part.empty()) {
          line += std::string(blanks, ' ') + (display_.has_colour && !tones.empty() ? coloured(part, tones[k]) : part);
          blanks = 0;
        }
        blanks += (is_right ? 0 : padding) + column_gap;
      }
      text += line + "\n";
    }
    return text;
  }

  const TextTable& table_;
  const Display display_;
  Places places_;
  std::size_t most_ = any_width;  ///< width of a name
};

}  // namespace

std::string folded_text(const TextTable& table, const Display& display) { return Folder(table, display).text(); }

std::string coloured(const std::string& text, Tone tone) {
  switch (tone) {
    case Tone::good:
      return "\033[32m" + text + "\033[0m";
    case Tone::bad:
      return "\033[31m" + text + "\033[0m";
    case Tone::caution:
      return "\033[33m" + text + "\033[0m";
    case Tone::plain:
      break;
  }
  return text;
}

}  // namespace regretta
