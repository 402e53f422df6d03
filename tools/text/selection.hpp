#pragma once
/// What --where, --sort and --pivot, and --columns of `export`, ask for, and the tables of values that they choose
/// from.

#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// The options as given; "" or empty: not given.
struct Selection {
  std::vector<std::string> where = {};
  std::string sort = {};  ///< "COLUMN" or "COLUMN,desc"
  std::vector<std::string> columns = {};
  std::vector<std::string> pivot = {};  ///< ROWS, COLUMNS

  bool operator==(const Selection&) const = default;
  bool needs_all_rows() const { return !sort.empty() || !pivot.empty(); }
};

/// A table for other programs.
struct ValueTable {
  struct Column {
    std::string name;
    Use use = Use::other;
  };
  std::vector<Column> columns;
  std::vector<Row> rows;

  std::vector<std::string> names() const;

  std::string csv() const;   ///< RFC 4180, with a heading
  std::string json() const;  ///< an array of objects

  /// Adds a row that begins with `row` and goes on with the values `more`.
  template <class... More>
  void add_row(Row row, const More&... more) {
    (row.emplace_back(more), ...);
    rows.push_back(std::move(row));
  }
};

}  // namespace regretta
