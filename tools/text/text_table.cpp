#include "regretta/tools/text/text_table.hpp"

#include <algorithm>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {

void TextTable::add_column(const std::string& heading, Align align) { columns_.push_back({heading, align}); }

void TextTable::add_row(std::vector<std::string> entries) {
  std::vector<ShownEntry> row;
  for (std::string& entry : entries) row.push_back({.text = std::move(entry)});
  add_entries(std::move(row));
}

std::vector<std::size_t> TextTable::shown() const {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (std::ranges::any_of(rows_, [k](const auto& row) { return !row[k].text.empty(); })) places.push_back(k);
  return places;
}

std::string TextTable::text() const {
  const std::vector<std::size_t> places = shown();
  std::vector<std::vector<std::string>> lines(1);
  for (const std::size_t k : places) lines[0].push_back(columns_[k].heading);
  for (const auto& row : rows_) {
    lines.emplace_back();
    for (const std::size_t k : places)
      lines.back().push_back(row[k].text + (row[k].half_width.empty() ? "" : spread_text(row[k].half_width, " ± ")));
  }
  const std::vector<std::size_t> widths = widths_of(lines);
  std::vector<std::string> rule;
  for (const std::size_t width : widths) rule.emplace_back(width, '-');
  lines.insert(lines.begin() + 1, rule);

  std::string result;
  for (const auto& entries : lines) {
    std::string line;
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (k > 0) line += "  ";
      line += padded(entries[k], widths[k], columns_[places[k]].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
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
