#pragma once
#include <string>
#include <vector>

namespace regretta {

/// Columns lined up for reading: text to the left, numbers to the right, two blanks between. Columns in which every
/// entry is empty are left out.
class TextTable {
 public:
  enum class Align { left, right };
  void add_column(const std::string& heading, Align align);
  void add_row(std::vector<std::string> entries) { rows_.push_back(std::move(entries)); }
  std::string text() const;  ///< heading, a rule, rows

 private:
  struct Column {
    std::string heading;
    Align align;
  };
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace regretta
