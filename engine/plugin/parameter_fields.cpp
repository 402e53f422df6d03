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

ParameterType type_of(AnyField field) { return static_cast<ParameterType>(field.index()); }

/// Sets a field to a value of its type.
void assign(bool& field, const Value& value) { field = *value.flag(); }
void assign(std::int64_t& field, const Value& value) { field = *value.integer(); }
void assign(double& field, const Value& value) { field = *value.number(); }
void assign(std::string& field, const Value& value) { field = *value.text(); }
void assign(NumberOrMeasured& field, const Value& value) {
  field = {.measured = value.text() != nullptr, .value = value.number().value_or(0)};
}
template <class T>
void assign(std::vector<T>& field, const Value& value) {
  field.clear();
  for (const Value& element : *value.list()) assign(field.emplace_back(), element);
}

Value default_of(bool field) { return field; }
Value default_of(std::int64_t field) { return field; }
Value default_of(double field) { return std::isnan(field) ? Value() : Value(field); }
Value default_of(const NumberOrMeasured& field) {  // with ?: g++ 12 warns of an uninitialised copy
  if (field.measured) return "measured";
  return default_of(field.value);
}
template <class T>
Value default_of(const T& text_or_list) {
  return text_or_list.empty() ? Value() : Value(text_or_list);
}

}  // namespace

std::optional<Value> FieldReader::read(std::string_view name, ParameterType type, const Range* range) const {
  const std::string key(name);
  const Value* found = settings_.find(name);
  if (!found) return std::nullopt;
  const bool measurable = type == ParameterType::number_or_measured;
  const std::string_view noun = expected_text(measurable ? ParameterType::number : type);
  std::string expected(noun);
  if (range) expected += " in " + to_text(*range);
  if (measurable) expected += " or \"measured\"";
  auto typed = in_type(*found, type);
  if (!typed) {
    const bool fraction = type == ParameterType::integer && found->number();
    throw InputError(key, fmt::format("{} {}, expected {}", to_text(*found),
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
  throw InputError(std::string(name),
                   fmt::format("{} is unknown, expected one of {}{}", to_text(*text), fmt::join(texts_of(words), " | "),
                               did_you_mean(*text->text(), texts_of(words))));
}

bool FieldReader::read_field(std::string_view name, AnyField field, const Range* range) const {
  const auto value = read(name, type_of(field), range);
  if (value) std::visit([&](auto* out) { assign(*out, *value); }, field);
  return value.has_value();
}

void FieldDescriber::add_choice(std::string_view name, std::string_view chosen, std::span<const ChoiceWord> words,
                                std::string_view help, Role role) {
  std::vector<std::string> meanings;
  for (const ChoiceWord& word : words)
    if (!word.help.empty()) meanings.push_back(fmt::format("{}: {}", word.text, word.help));
  found_.push_back(
      {.name = std::string(name),
       .type = ParameterType::text,
       .default_value = chosen,
       .range = fmt::format("{}", fmt::join(texts_of(words), " | ")),
       .help = meanings.empty() ? std::string(help) : fmt::format("{}. {}", help, fmt::join(meanings, "; ")),
       .role = role});
}

void FieldDescriber::add_field(std::string_view name, AnyField field, std::string range, std::string_view help,
                               Role role) {
  found_.push_back({.name = std::string(name),
                    .type = type_of(field),
                    .default_value = std::visit([](const auto* in) { return default_of(*in); }, field),
                    .range = std::move(range),
                    .help = std::string(help),
                    .role = role});
}

void FieldDescriber::add_alternative(std::string_view name, std::string_view word, std::vector<ParameterInfo> own) {
  for (ParameterInfo& info : own) {
    info.when = fmt::format("{} {}", name, word);
    found_.push_back(std::move(info));
  }
}

}  // namespace regretta
