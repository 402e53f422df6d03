#include "regretta/tools/text/selected_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/tools/text/parsed_number.hpp"
#include "regretta/tools/text/pivot.hpp"

namespace regretta {
namespace {

using Indices = std::vector<std::size_t>;

/// The number with which a text begins, such as 5,000 or the 0.53 of "0.53 (0.52 to 0.54)".
std::optional<double> leading_number(std::string text) {
  std::erase(text, ',');
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && !std::isnan(number) ? std::optional(number) : std::nullopt;
}

/// An entry as a value: a number if it is nothing else.
Value value_of(const std::string& text) {
  std::string digits = text;
  std::erase(digits, ',');
  if (const auto number = parsed_number<double>(digits)) return *number;
  return text.empty() ? Value() : Value(text);
}

/// Sorts the rows: numbers first, then texts, then what is absent; desc turns around each of them.
void sort_rows(const ValueTable& table, const std::string& sort, Indices& rows) {
  const std::size_t comma = sort.find_last_of(',');
  const std::string order = comma == std::string::npos ? "" : sort.substr(comma + 1);
  if (!order.empty() && order != "asc" && order != "desc")
    throw std::invalid_argument(fmt::format("--sort: \"{}\", expected COLUMN or COLUMN,desc", sort));
  const std::size_t column = column_named(table.names(), "--sort", sort.substr(0, comma));
  struct Key {
    int kind;
    double number;
    std::string text;
    bool operator<(const Key& other) const {
      return number != other.number ? number < other.number : text < other.text;
    }
  };
  std::vector<Key> keys(table.rows.size());
  for (const std::size_t row : rows) {
    const Value& value = table.rows[row][column];
    const std::string text = value.has_value() ? plain_text(value) : "";
    const auto number = value.number() ? value.number() : leading_number(text);
    const bool is_number = number && !std::isnan(*number);
    keys[row] = {is_number ? 0 : text.empty() || text == "-" ? 2 : 1, is_number ? *number : 0, is_number ? "" : text};
  }
  std::ranges::stable_sort(rows, [&](std::size_t a, std::size_t b) {
    if (keys[a].kind != keys[b].kind) return keys[a].kind < keys[b].kind;
    return order == "desc" ? keys[b] < keys[a] : keys[a] < keys[b];
  });
}

Indices rows_of(const ValueTable& table, const Selection& selection, const std::vector<Condition>& conditions) {
  RowConditions wanted(table.names(), conditions);
  Indices rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (wanted.keep(table.rows[row])) rows.push_back(row);
  if (!table.rows.empty()) wanted.check("row");
  if (!selection.sort.empty()) sort_rows(table, selection.sort, rows);
  return rows;
}

Indices columns_of(const ValueTable& table, const Selection& selection) {
  Indices columns(selection.columns.empty() ? table.columns.size() : 0);  // all, or those that are named
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  for (const std::string& name : selection.columns) columns.push_back(column_named(table.names(), "--columns", name));
  return columns;
}

/// The same entries as values.
ValueTable selectable(const TextTable& table) {
  ValueTable result;
  for (const TextTable::Column& column : table.columns()) result.columns.push_back({column.name, column.use});
  for (const auto& entries : table.rows()) {
    Row row;
    for (const ShownEntry& entry : entries) row.push_back(value_of(entry.text));
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace

TextTable selected(const TextTable& table, const Selection& selection, const std::vector<Condition>& conditions) {
  const ValueTable source = selectable(table);
  const Indices rows = rows_of(source, selection, conditions);
  TextTable result;
  if (selection.pivot.empty()) {
    for (const TextTable::Column& column : table.columns()) result.add_column(column);
    for (const std::size_t row : rows) result.add_row(table.rows()[row]);
    return result;
  }
  const Pivot pivot(source, selection, rows);
  for (const std::size_t key : pivot.keys()) result.add_column(table.columns()[key]);
  if (pivot.values().size() > 1) result.add_column("quantity", TextTable::Align::left, Use::key);
  for (const std::string& name : pivot.across()) result.add_column(name, TextTable::Align::right, Use::value);
  for (const Pivot::Line& line : pivot.lines()) {
    std::vector<ShownEntry> entries;
    for (const std::size_t key : pivot.keys()) entries.push_back(table.rows()[line.row][key]);
    if (pivot.values().size() > 1) entries.emplace_back(table.columns()[line.value].name);
    for (const auto& row : line.sources) entries.push_back(row ? table.rows()[*row][line.value] : ShownEntry("-"));
    result.add_row(std::move(entries));
  }
  return result;
}

ValueTable selected(const ValueTable& table, const Selection& selection, const std::vector<Condition>& conditions) {
  const Indices rows = rows_of(table, selection, conditions);
  const Indices columns = columns_of(table, selection);
  ValueTable result;
  if (selection.pivot.empty()) {
    for (const std::size_t column : columns) result.columns.push_back(table.columns[column]);
    for (const std::size_t row : rows) {
      result.rows.emplace_back();
      for (const std::size_t column : columns) result.rows.back().push_back(table.rows[row][column]);
    }
    return result;
  }
  const Pivot pivot(table, selection, rows);
  for (const std::size_t key : pivot.keys()) result.columns.push_back(table.columns[key]);
  result.columns.push_back({"quantity", Use::key});
  for (const std::string& name : pivot.across()) result.columns.push_back({name, Use::value});
  for (const Pivot::Line& line : pivot.lines()) {
    Row entries;
    for (const std::size_t key : pivot.keys()) entries.push_back(table.rows[line.row][key]);
    entries.emplace_back(table.columns[line.value].name);
    for (const auto& row : line.sources) entries.push_back(row ? table.rows[*row][line.value] : Value());
    result.rows.push_back(std::move(entries));
  }
  return result;
}

}  // namespace regretta
