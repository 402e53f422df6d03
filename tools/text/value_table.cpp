#include "regretta/tools/text/value_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/tools/text/parsed_number.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

std::string quoted_if_needed(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return "\"" + replaced(text, "\"", {"\"\""}) + "\"";
}

template <class Fields, class ToText>
std::string line_of(const Fields& fields, const ToText& to_text) {
  std::string line;
  for (const auto& field : fields) line += to_text(field) + ",";
  line.back() = '\r';
  return line + '\n';
}

}  // namespace

std::string csv_text(const std::string& text) {
  const bool is_formula = !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  return quoted_if_needed((is_formula ? "'" : "") + text);
}

std::string csv_field(const Value& field) {
  if (field.text()) return csv_text(*field.text());
  const auto* x = std::get_if<double>(&field.data());
  return x && std::isnan(*x) ? "nan" : quoted_if_needed(plain_text(field));
}
std::string csv_line(const Row& row) { return line_of(row, csv_field); }
std::string csv_line(const std::vector<std::string>& columns) { return line_of(columns, csv_text); }
std::string json_field(const Value& field) {
  const auto* x = std::get_if<double>(&field.data());
  if (!field.has_value() || (x && !std::isfinite(*x))) return "null";
  return field.text() ? nlohmann::json(*field.text()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                      : to_text(field);
}

std::string json_object(const std::vector<std::string>& columns, const Row& row) {
  std::string object = "{";
  for (std::size_t k = 0; k < row.size(); ++k)
    object += (k == 0 ? "" : ", ") + json_field(columns[k]) + ": " + json_field(row[k]);
  return object + "}";
}

std::vector<std::string> ValueTable::names() const {
  std::vector<std::string> column_names;
  for (const Column& column : columns) column_names.push_back(column.name);
  return column_names;
}

std::string ValueTable::csv() const {
  std::string text = csv_line(names());
  for (const Row& row : rows) text += csv_line(row);
  return text;
}

std::string ValueTable::json() const {
  std::string text = "[";
  for (const Row& row : rows) text += (text == "[" ? "\n  " : ",\n  ") + json_object(names(), row);
  return text + (rows.empty() ? "]\n" : "\n]\n");
}

namespace {

using Indices = std::vector<std::size_t>;

std::string short_name(const std::string& name) { return name.substr(name.find_last_of('.') + 1); }

/// The entries of a pivoted table. Further columns that identify a row are kept, so that rows differ.
struct Pivot {
  /// A row of the pivoted table: the rows with equal keys, and one of their value columns.
  struct Line {
    std::size_t row;                                  ///< the first of the rows
    std::size_t value;                                ///< index of the value column
    std::vector<std::optional<std::size_t>> sources;  ///< for each new column, the row of the original table
  };

  /// rows: the rows to use, in this order. Throws std::invalid_argument if two of them belong to one entry.
  Pivot(const ValueTable& table, const Selection& selection, const Indices& rows) {
    choose_columns(table, selection);
    for (const std::size_t row : rows)
      if (const Value& value = table.rows[row][across]; std::ranges::find(levels, value) == levels.end())
        levels.push_back(value);
    std::ranges::stable_sort(levels, {}, [](const Value& level) {
      return level.number().value_or(std::numeric_limits<double>::infinity());
    });
    for (const Value& level : levels)
      names.push_back(fmt::format("{}={}", short_name(table.columns[across].name), plain_text(level)));
    for (const std::size_t row : rows) add_row(table, row);
  }

  Indices keys;                    ///< columns that identify a row
  Indices values;                  ///< value columns, whose entries go to the new columns
  std::size_t across = 0;          ///< the column whose values become columns
  std::vector<Value> levels;       ///< the values of that column: numbers in ascending order, then texts
  std::vector<std::string> names;  ///< names of the new columns: "budget=100", ...
  std::vector<Line> lines;

 private:
  void choose_columns(const ValueTable& table, const Selection& selection) {
    if (selection.pivot.size() != 2)
      throw std::invalid_argument("--pivot: expected two columns, such as learner,budget");
    const std::vector<std::string> columns = table.names();
    keys = {column_named(columns, "--pivot", selection.pivot[0])};
    across = column_named(columns, "--pivot", selection.pivot[1]);
    if (across == keys.front()) throw std::invalid_argument("--pivot: expected two different columns");
    // If learners' names become columns, their kinds are not keys, nor the reverse: each would get a row of its own.
    const std::string with_across = columns[across] == "learner" ? "kind" : columns[across] == "kind" ? "learner" : "";
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (column == keys.front() || column == across) continue;
      if (table.columns[column].use == Use::key && columns[column] != with_across) keys.push_back(column);
      if (table.columns[column].use == Use::value) values.push_back(column);
    }
  }

  void add_row(const ValueTable& table, std::size_t row) {
    const auto has_same_keys = [&](const Line& line) {
      return std::ranges::all_of(keys,
                                 [&](std::size_t key) { return table.rows[line.row][key] == table.rows[row][key]; });
    };
    auto first = std::ranges::find_if(lines, has_same_keys);
    if (first == lines.end()) {
      const auto before = std::ssize(lines);
      for (const std::size_t value : values)
        lines.push_back({row, value, std::vector<std::optional<std::size_t>>(levels.size())});
      first = lines.begin() + before;
    }
    const auto level = static_cast<std::size_t>(std::ranges::find(levels, table.rows[row][across]) - levels.begin());
    for (std::size_t k = 0; k < values.size(); ++k) {
      std::optional<std::size_t>& source = (first + static_cast<std::ptrdiff_t>(k))->sources[level];
      if (source)
        throw std::invalid_argument(
            fmt::format("--pivot: more than one row for {} beside {}, expected --where that leaves one", names[level],
                        plain_text(table.rows[row][keys.front()])));
      source = row;
    }
  }
};

/// The value of an entry: a number if its text without commas is one.
Value value_of(const std::string& text) {
  std::string digits = text;
  std::erase(digits, ',');
  if (const auto number = parsed_number<double>(digits)) return *number;
  return text.empty() ? Value() : Value(text);
}

Indices rows_of(const ValueTable& table, const std::vector<Condition>& conditions) {
  RowConditions wanted(table.names(), conditions);
  Indices rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (wanted.keep(table.rows[row])) rows.push_back(row);
  if (!table.rows.empty()) wanted.check("row");
  return rows;
}

/// The entries of a table as values.
ValueTable values_of(const TextTable& table) {
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
  const ValueTable source = values_of(table);
  const Indices rows = rows_of(source, conditions);
  TextTable result;
  if (selection.pivot.empty()) {
    for (const TextTable::Column& column : table.columns()) result.add_column(column);
    for (const std::size_t row : rows) result.add_row(table.rows()[row]);
    return result;
  }
  const Pivot pivot(source, selection, rows);
  for (const std::size_t key : pivot.keys) result.add_column(table.columns()[key]);
  if (pivot.values.size() > 1) result.add_column("quantity", TextTable::Align::left, Use::key);
  for (const std::string& name : pivot.names) result.add_column(name, TextTable::Align::right, Use::value);
  for (const Pivot::Line& line : pivot.lines) {
    std::vector<ShownEntry> entries;
    for (const std::size_t key : pivot.keys) entries.push_back(table.rows()[line.row][key]);
    if (pivot.values.size() > 1) entries.emplace_back(table.columns()[line.value].name);
    for (const auto& row : line.sources) entries.push_back(row ? table.rows()[*row][line.value] : ShownEntry("-"));
    result.add_row(std::move(entries));
  }
  return result;
}

ValueTable selected(const ValueTable& table, const Selection& selection, const std::vector<Condition>& conditions) {
  const Indices rows = rows_of(table, conditions);
  ValueTable result;
  if (selection.pivot.empty()) {
    result.columns = table.columns;
    for (const std::size_t row : rows) result.rows.push_back(table.rows[row]);
    return result;
  }
  const Pivot pivot(table, selection, rows);
  for (const std::size_t key : pivot.keys) result.columns.push_back(table.columns[key]);
  result.columns.push_back({"quantity", Use::key});
  for (const std::string& name : pivot.names) result.columns.push_back({name, Use::value});
  for (const Pivot::Line& line : pivot.lines) {
    Row entries;
    for (const std::size_t key : pivot.keys) entries.push_back(table.rows[line.row][key]);
    entries.emplace_back(table.columns[line.value].name);
    for (const auto& row : line.sources) entries.push_back(row ? table.rows[*row][line.value] : Value());
    result.rows.push_back(std::move(entries));
  }
  return result;
}

}  // namespace regretta
