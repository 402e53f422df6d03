#include "regretta/tools/text/value_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

std::string quoted_if_needed(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
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
  std::vector<std::string> all;
  for (const Column& column : columns) all.push_back(column.name);
  return all;
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

std::string short_name(const std::string& name) { return name.substr(name.find_last_of('.') + 1); }

Pivot::Pivot(const ValueTable& table, const Selection& selection, const std::vector<std::size_t>& rows) {
  choose_columns(table, selection);
  order_across(table, rows);
  const auto same_keys = [&](std::size_t a, std::size_t b) {
    return std::ranges::all_of(keys_, [&](std::size_t key) { return table.rows[a][key] == table.rows[b][key]; });
  };
  for (const std::size_t row : rows) {
    auto first = std::ranges::find_if(lines_, [&](const Line& line) { return same_keys(line.row, row); });
    if (first == lines_.end()) {
      const auto before = static_cast<std::ptrdiff_t>(lines_.size());
      for (const std::size_t value : values_) lines_.push_back({row, value, {}});
      first = lines_.begin() + before;
    }
    const auto place =
        static_cast<std::size_t>(std::ranges::find(across_values_, table.rows[row][across_]) - across_values_.begin());
    for (std::size_t k = 0; k < values_.size(); ++k) {
      auto& sources = (first + static_cast<std::ptrdiff_t>(k))->sources;
      sources.resize(names_.size());
      if (sources[place])
        throw std::invalid_argument(
            fmt::format("--pivot: more than one row for {} beside {}, expected --where that leaves one", names_[place],
                        plain_text(table.rows[row][keys_.front()])));
      sources[place] = row;
    }
  }
}

void Pivot::choose_columns(const ValueTable& table, const Selection& selection) {
  if (selection.pivot.size() != 2) throw std::invalid_argument("--pivot: expected two columns, such as learner,budget");
  const std::vector<std::string> names = table.names();
  keys_ = {column_named(names, "--pivot", selection.pivot[0])};
  across_ = column_named(names, "--pivot", selection.pivot[1]);
  if (across_ == keys_.front()) throw std::invalid_argument("--pivot: expected two different columns");
  // A name and its kind go together: a column of rows for the one that is not spread would leave a row for each.
  const std::string with_across = names[across_] == "learner" ? "kind" : names[across_] == "kind" ? "learner" : "";
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (column == keys_.front() || column == across_) continue;
    if (table.columns[column].use == Use::key && names[column] != with_across) keys_.push_back(column);
    if (table.columns[column].use == Use::value) values_.push_back(column);
  }
}

void Pivot::order_across(const ValueTable& table, const std::vector<std::size_t>& rows) {
  for (const std::size_t row : rows) {
    const Value& value = table.rows[row][across_];
    if (std::ranges::find(across_values_, value) == across_values_.end()) across_values_.push_back(value);
  }
  const auto number = [](const Value& value) {
    return value.number().value_or(std::numeric_limits<double>::infinity());
  };
  std::ranges::stable_sort(across_values_, {}, number);
  for (const Value& value : across_values_)
    names_.push_back(fmt::format("{}={}", short_name(table.columns[across_].name), plain_text(value)));
}

using Indices = std::vector<std::size_t>;

/// An entry as a value: a number if it is nothing else.
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
  const Indices rows = rows_of(source, conditions);
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
  const Indices rows = rows_of(table, conditions);
  ValueTable result;
  if (selection.pivot.empty()) {
    result.columns = table.columns;
    for (const std::size_t row : rows) result.rows.push_back(table.rows[row]);
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
