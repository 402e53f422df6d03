#pragma once
/// Tables of values for other programs, as CSV and JSON, and the choice of rows and columns by --where and --pivot.

#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// A field of CSV (RFC 4180): quoted if it contains a comma, a quote or a line break. NaN is nan; an absent value is
/// empty. Text that a spreadsheet would execute as a formula (it begins with = + - @) gets an apostrophe in front.
std::string csv_field(const Value& field);
std::string csv_text(const std::string& text);
std::string csv_line(const Row& row);  ///< ends with CR LF
std::string csv_line(const std::vector<std::string>& columns);

/// A value as JSON. NaN, infinities and absent values become null.
std::string json_field(const Value& field);
std::string json_object(const std::vector<std::string>& columns, const Row& row);  ///< on one line

/// The values of --where and --pivot; empty: not given.
struct Selection {
  std::vector<std::string> where = {};
  std::vector<std::string> pivot = {};  ///< ROWS, COLUMNS

  bool operator==(const Selection&) const = default;
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

  /// Adds a row: the fields in `row`, then the values `more`.
  template <class... More>
  void add_row(Row row, const More&... more) {
    (row.emplace_back(more), ...);
    rows.push_back(std::move(row));
  }
};

/// The rows that satisfy `conditions`, pivoted if the selection asks for it. Throws std::invalid_argument with the
/// nearest column or value.
TextTable selected(const TextTable& table, const Selection& selection, const std::vector<Condition>& conditions);
ValueTable selected(const ValueTable& table, const Selection& selection, const std::vector<Condition>& conditions);

}  // namespace regretta
