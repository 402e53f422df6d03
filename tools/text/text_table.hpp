#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regretta {

/// Text, or a number with half of an interval around it.
struct ShownEntry {
  std::string text;
  std::string half_width = {};  ///< "": no interval
  bool is_bold = false;         ///< where the format has it; not as text
};

/// Columns of entries, lined up for reading: text to the left, numbers to the right. Columns in which every entry is
/// empty are left out. shown_text.hpp prints it in other formats.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string heading;
    Align align;
  };
  void add_column(const std::string& heading, Align align);
  void add_row(std::vector<std::string> entries);
  void add_entries(std::vector<ShownEntry> entries) { rows_.push_back(std::move(entries)); }
  std::string text() const;  ///< heading, a rule, rows; two blanks between columns

  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<std::vector<ShownEntry>>& rows() const { return rows_; }
  std::vector<std::size_t> shown() const;  ///< places of the columns that are not left out

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<ShownEntry>> rows_;
};

/// Characters of UTF-8, each as wide as a letter.
std::size_t width_of(std::string_view text);

/// With blanks up to `width`.
std::string padded(const std::string& text, std::size_t width, TextTable::Align align);

/// The widest of each column. `lines`: each with as many entries.
std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& lines);

}  // namespace regretta
