#include "regretta/tools/text/field_text.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

}  // namespace regretta
