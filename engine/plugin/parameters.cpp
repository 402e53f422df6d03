#include "regretta/engine/plugin/parameters.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"

namespace regretta {
namespace {

/// The words for each type, as `regretta list` prints them, and as error messages do.
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
  if (!x || std::floor(*x) != *x || std::abs(*x) > 9e18) return std::nullopt;  // 9e18 < 2^63
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

namespace {

/// The parameter nearest to `name`, outside of tables, of a type that `value` can have; "" if none is near.
std::string nearest_parameter(const std::string& name, const Value& value, const std::vector<ParameterInfo>& known) {
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : known)
    if (parameter.name.find('.') == std::string::npos && in_type(value, parameter.type))
      names.push_back(parameter.name);
  return nearest_name(name, names);
}

}  // namespace

void check_no_unknown(const Settings& settings, const std::vector<ParameterInfo>& known, const std::string& owner) {
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const auto& parameter : known) names.push_back(parameter.name);
  for (const auto& [name, value] : settings.flat()) {
    if (std::ranges::find(names, name) != names.end()) continue;
    if (names.empty()) throw InputError(name, "unknown key; expected no keys");
    if (std::ranges::find(names, name + ".kind") != names.end()) {
      if (const std::string near = nearest_parameter(name, value, known); !near.empty())
        throw InputError(name, fmt::format("a table of settings, not a value{}", did_you_mean(name, {near})));
      throw InputError(name, fmt::format("not a table; expected one such as {0} = {{ kind = ... }}; did "
                                         "you mean \"{0}.kind\"?",
                                         name));
    }
    std::string message = "unknown key";
    if (!owner.empty()) message += fmt::format(" of {}", owner);
    throw InputError(name, message + expected_instead(name, names, owner.empty() ? "" : "regretta list " + owner));
  }
}

void refuse_foreign(const Settings& settings, std::string_view chooser, std::string_view chosen,
                    const ParametersOfWords& words) {
  for (const auto& [name, value] : settings) {
    std::vector<std::string> owners;
    bool belongs_to_chosen = false;
    for (const auto& [word, parameters] : words) {
      if (std::ranges::find(parameters, name, &ParameterInfo::name) == parameters.end()) continue;
      owners.push_back(fmt::format("\"{}\"", word));
      belongs_to_chosen = belongs_to_chosen || word == chosen;
    }
    if (!owners.empty() && !belongs_to_chosen)
      throw InputError(name, fmt::format("belongs to {} = {}, not to \"{}\": leave it out", chooser,
                                         fmt::join(owners, " or "), chosen));
  }
}

namespace {

void check_range(const std::string& key, const Value& value, std::string_view expected, const Range& range) {
  if (const Value::List* list = value.list()) {
    for (const Value& element : *list) check_range(key, element, "a number", range);
    return;
  }
  const auto x = value.number();
  if (!x) return;  // the word "measured" or "all"
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
void assign(ArmOrAll& field, const Value& value) {
  field = {.all = value.text() != nullptr, .arm = value.integer() ? *value.integer() : 0};
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
Value default_of(const ArmOrAll& field) {
  if (field.all) return "all";
  return field.arm;
}
Value default_of(const auto& text_or_list) { return text_or_list.empty() ? Value() : Value(text_or_list); }

}  // namespace

std::optional<Value> FieldVisitor::read(std::string_view name, ParameterType type, const Range* range) const {
  const std::string key(name);
  const Value* found = settings_->find(name);
  if (!found) return std::nullopt;
  const bool takes_measured = type == ParameterType::number_or_measured, takes_all = type == ParameterType::arm_or_all;
  const std::string_view noun = expected_text(takes_measured ? ParameterType::number
                                              : takes_all    ? ParameterType::integer
                                                             : type);
  std::string expected(noun);
  if (range) expected += " in " + to_text(*range);
  if (takes_measured) expected += " or \"measured\"";
  if (takes_all) expected += " or \"all\"";
  auto typed = in_type(*found, type);
  if (!typed) {
    const bool is_fraction = type == ParameterType::integer && found->number();
    throw InputError(key, fmt::format("{} {}, expected {}", to_text(*found),
                                      is_fraction ? "is not a whole number" : "has the wrong type", expected));
  }
  if (range) check_range(key, *typed, noun, *range);
  return typed;
}

bool FieldVisitor::visit(std::string_view name, AnyField field, const Range* range, std::string_view help, Role role) {
  if (!settings_) {
    infos_.push_back({.name = std::string(name),
                      .type = type_of(field),
                      .default_value = std::visit([](const auto* in) { return default_of(*in); }, field),
                      .range = range ? to_text(*range) : "",
                      .help = std::string(help),
                      .role = role});
    return false;
  }
  const auto value = read(name, type_of(field), range);
  if (value) std::visit([&](auto* out) { assign(*out, *value); }, field);
  return value.has_value();
}

std::optional<std::size_t> FieldVisitor::visit_choice(std::string_view name, std::string_view chosen,
                                                      std::span<const ChoiceWord> words, std::string_view help,
                                                      Role role) {
  std::vector<std::string> texts, meanings;
  for (const ChoiceWord& word : words) {
    texts.emplace_back(word.text);
    if (!word.help.empty()) meanings.push_back(fmt::format("{}: {}", word.text, word.help));
  }
  if (!settings_) {
    infos_.push_back({.name = std::string(name),
                      .type = ParameterType::text,
                      .default_value = chosen,
                      .range = fmt::format("{}", fmt::join(texts, " | ")),
                      .help = fmt::format("{}{}{}", help, meanings.empty() ? "" : ". ", fmt::join(meanings, "; ")),
                      .role = role});
    return std::nullopt;
  }
  const auto text = read(name, ParameterType::text, nullptr);
  if (!text) return std::nullopt;
  const auto found = std::ranges::find(texts, *text->text());
  if (found != texts.end()) return static_cast<std::size_t>(found - texts.begin());
  throw InputError(std::string(name), to_text(*text) + " is unknown" + expected_instead(*text->text(), texts));
}

void FieldVisitor::visit_alternatives(std::string_view name, std::string_view chosen, ParametersOfWords words) {
  if (settings_) return refuse_foreign(*settings_, name, chosen, words);
  for (auto& [word, parameters] : words)
    for (ParameterInfo& info : parameters) {
      info.when = fmt::format("{} {}", name, word);
      infos_.push_back(std::move(info));
    }
}

}  // namespace regretta
