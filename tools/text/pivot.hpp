#pragma once
/// --pivot ROWS,COLUMNS: a row for each value of one column, and a column for each value of another.

#include <optional>
#include <string>
#include <vector>

#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/selection.hpp"

namespace regretta {

/// Which entries of a table go where. Further columns that name a row are kept, so that rows differ.
class Pivot {
 public:
  /// A row of the new table: one value column of the rows that agree in the keys.
  struct Line {
    std::size_t row;                                  ///< one of them
    std::size_t value;                                ///< the column
    std::vector<std::optional<std::size_t>> sources;  ///< for each new column, the row of the old table
  };

  /// `rows`: those to use, in this order. Throws std::invalid_argument if two of them would have one place.
  Pivot(const ValueTable& table, const Selection& selection, const std::vector<std::size_t>& rows);

  const std::vector<std::size_t>& keys() const { return keys_; }      ///< columns that name a row
  const std::vector<std::size_t>& values() const { return values_; }  ///< columns that are spread
  const std::vector<std::string>& across() const { return names_; }   ///< "budget=100", ...
  const std::vector<Line>& lines() const { return lines_; }

 private:
  void choose_columns(const ValueTable& table, const Selection& selection);
  void order_across(const ValueTable& table, const std::vector<std::size_t>& rows);

  std::size_t across_ = 0;
  std::vector<std::size_t> keys_, values_;
  std::vector<Value> across_values_;
  std::vector<std::string> names_;
  std::vector<Line> lines_;
};

}  // namespace regretta
