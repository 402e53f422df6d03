#include "regretta/tools/text/text_table.hpp"

#include <algorithm>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {

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

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
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

}  // namespace regretta
