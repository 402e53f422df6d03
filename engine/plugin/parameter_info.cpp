#include "regretta/engine/plugin/parameter_info.hpp"

#include <cmath>

#include <fmt/format.h>

namespace regretta {
namespace {

std::optional<Value> as_integer(const Value& value) {
  if (value.integer()) return *value.integer();
  const auto x = value.number();
  if (!x || std::floor(*x) != *x || std::abs(*x) > 9e18) return std::nullopt;
  return static_cast<std::int64_t>(*x);
}

std::optional<Value> as_number(const Value& value) {
  const auto x = value.number();
  return x ? std::optional<Value>(*x) : std::nullopt;
}

std::optional<Value> as_list(const Value& value, std::optional<Value> (*element_of)(const Value&)) {
  if (!value.list() || value.list()->empty()) return std::nullopt;
  Value::List list;
  for (const Value& element : *value.list()) {
    auto typed = element_of(element);
    if (!typed) return std::nullopt;
    list.push_back(std::move(*typed));
  }
  return list;
}

std::optional<Value> as_numbers(const Value& value) { return as_list(value, as_number); }

std::optional<Value> as_table(const Value& value) {
  if (auto row = as_numbers(value)) return Value::List{std::move(*row)};
  auto rows = as_list(value, as_numbers);
  if (!rows) return std::nullopt;
  for (const Value& row : *rows->list())
    if (row.list()->size() != rows->list()->front().list()->size()) return std::nullopt;
  return rows;
}

}  // namespace

std::string to_text(const Range& range) {
  const bool low_open = range.low_open || std::isinf(range.low);
  const bool high_open = range.high_open || std::isinf(range.high);
  return fmt::format("{}{}, {}{}", low_open ? '(' : '[', range.low, range.high, high_open ? ')' : ']');
}

std::string_view type_name(ParameterType type) {
  switch (type) {
    case ParameterType::flag:
      return "true/false";
    case ParameterType::integer:
      return "integer";
    case ParameterType::number:
      return "number";
    case ParameterType::text:
      return "text";
    case ParameterType::number_or_measured:
      return "number or \"measured\"";
    case ParameterType::numbers:
      return "numbers";
    case ParameterType::table:
      return "table of numbers";
  }
  __builtin_unreachable();
}

std::string_view expected_text(ParameterType type) {
  switch (type) {
    case ParameterType::flag:
      return "true or false";
    case ParameterType::integer:
      return "an integer";
    case ParameterType::number:
      return "a number";
    case ParameterType::text:
      return "a text";
    case ParameterType::number_or_measured:
      return "a number or \"measured\"";
    case ParameterType::numbers:
      return "a list of numbers";
    case ParameterType::table:
      return "a list of numbers, or of equally long lists of numbers";
  }
  __builtin_unreachable();
}

std::optional<Value> in_type(const Value& value, ParameterType type) {
  switch (type) {
    case ParameterType::flag:
      return value.flag() ? std::optional(value) : std::nullopt;
    case ParameterType::integer:
      return as_integer(value);
    case ParameterType::number:
      return as_number(value);
    case ParameterType::text:
      return value.text() ? std::optional(value) : std::nullopt;
    case ParameterType::number_or_measured:
      return value == Value("measured") ? std::optional(value) : as_number(value);
    case ParameterType::numbers:
      return as_numbers(value);
    case ParameterType::table:
      return as_table(value);
  }
  __builtin_unreachable();
}

std::string_view role_name(Role role) {
  switch (role) {
    case Role::none:
      return "";
    case Role::corruption_budget:
      return "corruption budget";
    case Role::confidence_scale:
      return "confidence scale";
    case Role::exploration_exponent:
      return "exploration exponent";
  }
  __builtin_unreachable();
}

std::vector<std::string> names_with(Role role, const std::vector<ParameterInfo>& parameters) {
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : parameters)
    if (parameter.role == role) names.push_back(parameter.name);
  return names;
}

}  // namespace regretta
