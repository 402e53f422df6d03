#include "regretta/tools/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace regretta {

void TextTable::add_column(const std::string& heading, Align align) { columns_.push_back({heading, align}); }

std::string TextTable::text() const {
  std::vector<std::size_t> widths(columns_.size());
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    for (const auto& row : rows_) widths[k] = std::max(widths[k], row[k].size());
    if (widths[k] > 0) widths[k] = std::max(widths[k], columns_[k].heading.size());
  }
  std::string result;
  const auto add_line = [&](const auto& entry) {
    std::string line;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (widths[k] == 0) continue;
      if (!line.empty()) line += "  ";
      line += columns_[k].align == Align::left ? fmt::format("{:<{}}", entry(k), widths[k])
                                               : fmt::format("{:>{}}", entry(k), widths[k]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  };
  add_line([&](std::size_t k) { return columns_[k].heading; });
  add_line([&](std::size_t k) { return std::string(widths[k], '-'); });
  for (const auto& row : rows_) add_line([&](std::size_t k) { return row[k]; });
  return result;
}

}  // namespace regretta
