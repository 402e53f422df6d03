#include "regretta/engine/plugin/parameter_fields.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"

namespace regretta {
namespace {

std::vector<std::string> texts_of(std::span<const ChoiceWord> words) {
  std::vector<std::string> texts;
  for (const ChoiceWord& word : words) texts.emplace_back(word.text);
  return texts;
}

void check_range(const std::string& key, const Value& value, std::string_view expected, const Range& range) {
  if (const Value::List* list = value.list()) {
    for (const Value& element : *list) check_range(key, element, "a number", range);
    return;
  }
  const auto x = value.number();
  if (!x) return;  // "measured"
  if (std::isnan(*x)) throw InputError(key, fmt::format("not a number, expected {} in {}", expected, to_text(range)));
  if (!range.has(*x))
    throw InputError(key,
                     fmt::format("{} is out of range, expected {} in {}", to_text(value), expected, to_text(range)));
}

std::vector<double> numbers_of(const Value& list) {
  std::vector<double> numbers;
  for (const Value& element : *list.list()) numbers.push_back(*element.number());
  return numbers;
}

}  // namespace

std::optional<Value> FieldReader::read(std::string_view name, ParameterType type, const Range* range) const {
  const std::string key = prefix_ + std::string(name);
  const auto found = settings_.find(key);
  if (found == settings_.end()) return std::nullopt;
  const bool measurable = type == ParameterType::number_or_measured;
  const std::string_view noun = expected_text(measurable ? ParameterType::number : type);
  std::string expected(noun);
  if (range) expected += " in " + to_text(*range);
  if (measurable) expected += " or \"measured\"";
  auto typed = in_type(found->second, type);
  if (!typed) {
    const bool fraction = type == ParameterType::integer && found->second.number();
    throw InputError(key, fmt::format("{} {}, expected {}", to_text(found->second),
                                      fraction ? "is not a whole number" : "has the wrong type", expected));
  }
  if (range) check_range(key, *typed, noun, *range);
  return typed;
}

std::optional<std::size_t> FieldReader::read_word(std::string_view name, std::span<const ChoiceWord> words) const {
  const auto text = read(name, ParameterType::text, nullptr);
  if (!text) return std::nullopt;
  const auto found = std::ranges::find(words, *text->text(), &ChoiceWord::text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw InputError(prefix_ + std::string(name),
                   fmt::format("{} is unknown, expected one of {}{}", to_text(*text), fmt::join(texts_of(words), " | "),
                               did_you_mean(*text->text(), texts_of(words))));
}

void FieldReader::operator()(std::string_view name, bool& field, std::string_view, Role) const {
  if (const auto value = read(name, ParameterType::flag, nullptr)) field = *value->flag();
}
void FieldReader::operator()(std::string_view name, std::int64_t& field, const Range& range, std::string_view,
                             Role) const {
  if (const auto value = read(name, ParameterType::integer, &range)) field = *value->integer();
}
void FieldReader::operator()(std::string_view name, double& field, const Range& range, std::string_view, Role) const {
  if (const auto value = read(name, ParameterType::number, &range)) field = *value->number();
}
void FieldReader::operator()(std::string_view name, std::string& field, std::string_view, Role) const {
  if (const auto value = read(name, ParameterType::text, nullptr)) field = *value->text();
}
void FieldReader::operator()(std::string_view name, std::vector<double>& field, const Range& range, std::string_view,
                             Role) const {
  if (const auto value = read(name, ParameterType::numbers, &range)) field = numbers_of(*value);
}
void FieldReader::operator()(std::string_view name, std::vector<std::vector<double>>& field, const Range& range,
                             std::string_view, Role) const {
  const auto value = read(name, ParameterType::table, &range);
  if (!value) return;
  field.clear();
  for (const Value& row : *value->list()) field.push_back(numbers_of(row));
}
void FieldReader::operator()(std::string_view name, NumberOrMeasured& field, const Range& range, std::string_view,
                             Role) const {
  if (const auto value = read(name, ParameterType::number_or_measured, &range))
    field = {.measured = value->text() != nullptr, .value = value->number().value_or(0)};
}

void FieldDescriber::add(std::string_view name, ParameterType type, Value default_value, std::string range,
                         std::string_view help, Role role) {
  found_.push_back(
      {prefix_ + std::string(name), type, std::move(default_value), std::move(range), std::string(help), role});
}

void FieldDescriber::add_choice(std::string_view name, std::string_view chosen, std::span<const ChoiceWord> words,
                                std::string_view help, Role role) {
  std::vector<std::string> meanings;
  for (const ChoiceWord& word : words)
    if (!word.help.empty()) meanings.push_back(fmt::format("{}: {}", word.text, word.help));
  add(name, ParameterType::text, chosen, fmt::format("{}", fmt::join(texts_of(words), " | ")),
      meanings.empty() ? std::string(help) : fmt::format("{}. {}", help, fmt::join(meanings, "; ")), role);
}

void FieldDescriber::operator()(std::string_view name, const bool& field, std::string_view help, Role role) {
  add(name, ParameterType::flag, field, "", help, role);
}
void FieldDescriber::operator()(std::string_view name, const std::int64_t& field, const Range& range,
                                std::string_view help, Role role) {
  add(name, ParameterType::integer, field, to_text(range), help, role);
}
void FieldDescriber::operator()(std::string_view name, const double& field, const Range& range, std::string_view help,
                                Role role) {
  add(name, ParameterType::number, std::isnan(field) ? Value() : Value(field), to_text(range), help, role);
}
void FieldDescriber::operator()(std::string_view name, const std::string& field, std::string_view help, Role role) {
  add(name, ParameterType::text, field.empty() ? Value() : Value(field), "", help, role);
}
void FieldDescriber::operator()(std::string_view name, const std::vector<double>& field, const Range& range,
                                std::string_view help, Role role) {
  add(name, ParameterType::numbers, field.empty() ? Value() : Value(field), to_text(range), help, role);
}
void FieldDescriber::operator()(std::string_view name, const std::vector<std::vector<double>>& field,
                                const Range& range, std::string_view help, Role role) {
  add(name, ParameterType::table, field.empty() ? Value() : Value(field), to_text(range), help, role);
}
void FieldDescriber::operator()(std::string_view name, const NumberOrMeasured& field, const Range& range,
                                std::string_view help, Role role) {
  const auto default_value = [&field]() -> Value {  // with ?: g++ 12 warns of an uninitialised copy
    if (field.measured) return "measured";
    return std::isnan(field.value) ? Value() : Value(field.value);
  };
  add(name, ParameterType::number_or_measured, default_value(), to_text(range), help, role);
}

}  // namespace regretta
