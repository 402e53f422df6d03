#pragma once
/// What --where and --pivot, and --columns of `export`, ask for, and the tables of values that they choose
/// from.

#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// RFC 4180: quoted if it contains a comma, a quote or a line break. NaN is nan; an absent value is empty. Words that a
/// spreadsheet would execute as a formula (they begin with = + - @) get an apostrophe in front.
std::string csv_field(const Value& field);
std::string csv_text(const std::string& text);
std::string csv_line(const Row& row);  ///< with its line end
std::string csv_line(const std::vector<std::string>& columns);

/// NaN, infinities and absent values become null.
std::string json_field(const Value& field);
std::string json_object(const std::vector<std::string>& columns, const Row& row);  ///< on one line

/// The options as given; "" or empty: not given.
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

  /// Adds a row that begins with `row` and goes on with the values `more`.
  template <class... More>
  void add_row(Row row, const More&... more) {
    (row.emplace_back(more), ...);
    rows.push_back(std::move(row));
  }
};

/// The table with the rows that satisfy `conditions`, and then as the selection asks. Throws std::invalid_argument with
/// the nearest column or value.
TextTable selected(const TextTable& table, const Selection& selection, const std::vector<Condition>& conditions);
ValueTable selected(const ValueTable& table, const Selection& selection, const std::vector<Condition>& conditions);

}  // namespace regretta
