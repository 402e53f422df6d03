#include "regretta/engine/plugin/parameter_info.hpp"

#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/plugin/choice.hpp"

namespace regretta {
namespace {

/// A type in lists, and in messages that expect a value of it.
constexpr Choice type_words = choice_of<ParameterType>(
    {{ParameterType::flag, "true/false", "true or false"},
     {ParameterType::integer, "integer", "an integer"},
     {ParameterType::number, "number", "a number"},
     {ParameterType::text, "text", "a text"},
     {ParameterType::number_or_measured, "number or \"measured\"", "a number or \"measured\""},
     {ParameterType::arm_or_all, "integer or \"all\"", "an integer or \"all\""},
     {ParameterType::numbers, "numbers", "a list of numbers"},
     {ParameterType::table, "table of numbers", "a list of numbers, or of equally long lists of numbers"},
     {ParameterType::texts, "texts", "a list of texts"}});
constexpr Choice role_words = choice_of<Role>({{Role::none, ""},
                                               {Role::corruption_budget, "corruption budget"},
                                               {Role::confidence_scale, "confidence scale"},
                                               {Role::exploration_exponent, "exploration exponent"}});

std::optional<Value> as_integer(const Value& value) {
  if (value.integer()) return *value.integer();
  const auto x = value.number();
  if (!x || std::floor(*x) != *x || std::abs(*x) > 9e18) return std::nullopt;
  return static_cast<std::int64_t>(*x);
}

std::optional<Value> as_text(const Value& value) { return value.text() ? std::optional(value) : std::nullopt; }

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

std::string_view type_name(ParameterType type) { return type_words.word_of(type); }
std::string_view expected_text(ParameterType type) { return type_words.words[static_cast<std::size_t>(type)].help; }
std::string_view role_name(Role role) { return role_words.word_of(role); }

std::optional<Value> in_type(const Value& value, ParameterType type) {
  switch (type) {
    case ParameterType::flag:
      return value.flag() ? std::optional(value) : std::nullopt;
    case ParameterType::integer:
      return as_integer(value);
    case ParameterType::number:
      return as_number(value);
    case ParameterType::text:
      return as_text(value);
    case ParameterType::number_or_measured:
      return value == Value("measured") ? std::optional(value) : as_number(value);
    case ParameterType::arm_or_all:
      return value == Value("all") ? std::optional(value) : as_integer(value);
    case ParameterType::numbers:
      return as_numbers(value);
    case ParameterType::table:
      return as_table(value);
    case ParameterType::texts:
      return value.text() ? Value::List{value} : as_list(value, as_text);
  }
  __builtin_unreachable();
}

std::string full_help(const ParameterInfo& parameter) {
  return parameter.when.empty() ? parameter.help : parameter.when + ": " + parameter.help;
}

std::vector<std::string> names_with(Role role, const std::vector<ParameterInfo>& parameters) {
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : parameters)
    if (parameter.role == role) names.push_back(parameter.name);
  return names;
}

}  // namespace regretta
