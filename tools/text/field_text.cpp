#include "regretta/tools/text/field_text.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace regretta {
namespace {

/// The shortest text that reads back to the same double.
std::string number_text(double x) { return fmt::format("{}", x); }

struct ToCsv {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::int64_t n) const { return fmt::format("{}", n); }
  std::string operator()(double x) const { return std::isnan(x) ? "nan" : number_text(x); }
  std::string operator()(const std::string& text) const { return csv_text(text); }
};

struct ToJson {
  std::string operator()(std::monostate) const { return "null"; }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::int64_t n) const { return fmt::format("{}", n); }
  std::string operator()(double x) const { return std::isfinite(x) ? number_text(x) : "null"; }
  std::string operator()(const std::string& text) const {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
};

template <class Fields, class ToText>
std::string line_of(const Fields& fields, const ToText& to_text) {
  std::string line;
  for (const auto& field : fields) line += to_text(field) + ",";
  line.back() = '\r';
  return line + '\n';
}

}  // namespace

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_field(const Field& field) { return std::visit(ToCsv(), field); }
std::string csv_line(const Row& row) { return line_of(row, csv_field); }
std::string csv_line(const std::vector<std::string>& columns) { return line_of(columns, csv_text); }
std::string json_field(const Field& field) { return std::visit(ToJson(), field); }

}  // namespace regretta
