#include "regretta/engine/study/text/axis.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {
namespace {

/// What a type of ParameterInfo means here. Every function returns empty if the literal is not such a value.
using ReadValue = std::optional<Value> (*)(const Literal&);

struct Type {
  std::string_view name;      ///< as in ParameterInfo
  std::string_view expected;  ///< for messages
  int list_depth;             ///< of one value: 0 scalar, 1 list, 2 list of lists
  ReadValue read;
};

std::optional<double> as_number(const Literal& literal) {
  if (const auto* x = std::get_if<double>(&literal.value)) return *x;
  if (const auto* n = std::get_if<std::int64_t>(&literal.value)) return static_cast<double>(*n);
  return std::nullopt;
}

std::optional<std::vector<double>> as_numbers(const Literal& literal) {
  const auto* list = std::get_if<Literal::List>(&literal.value);
  if (!list || list->empty()) return std::nullopt;
  std::vector<double> numbers;
  for (const Literal& element : *list) {
    const auto x = as_number(element);
    if (!x) return std::nullopt;
    numbers.push_back(*x);
  }
  return numbers;
}

std::optional<Value> read_flag(const Literal& literal) {
  const auto* flag = std::get_if<bool>(&literal.value);
  return flag ? std::optional<Value>(*flag) : std::nullopt;
}

std::optional<Value> read_integer(const Literal& literal) {
  if (const auto* n = std::get_if<std::int64_t>(&literal.value)) return *n;
  const auto* x = std::get_if<double>(&literal.value);
  if (!x || std::floor(*x) != *x || std::abs(*x) > 9e18) return std::nullopt;
  return static_cast<std::int64_t>(*x);
}

std::optional<Value> read_number(const Literal& literal) {
  const auto x = as_number(literal);
  return x ? std::optional<Value>(*x) : std::nullopt;
}

std::optional<Value> read_text(const Literal& literal) {
  const auto* text = std::get_if<std::string>(&literal.value);
  return text ? std::optional<Value>(*text) : std::nullopt;
}

std::optional<Value> read_number_or_measured(const Literal& literal) {
  const auto* text = std::get_if<std::string>(&literal.value);
  return text && *text == "measured" ? std::optional<Value>(*text) : read_number(literal);
}

std::optional<Value> read_numbers(const Literal& literal) {
  auto numbers = as_numbers(literal);
  return numbers ? std::optional<Value>(std::move(*numbers)) : std::nullopt;
}

/// A plain list is a table of one row.
std::optional<Value> read_table(const Literal& literal) {
  if (auto row = as_numbers(literal)) return std::vector<std::vector<double>>{std::move(*row)};
  const auto* list = std::get_if<Literal::List>(&literal.value);
  if (!list || list->empty()) return std::nullopt;
  std::vector<std::vector<double>> rows;
  for (const Literal& element : *list) {
    auto row = as_numbers(element);
    if (!row || (!rows.empty() && row->size() != rows.front().size())) return std::nullopt;
    rows.push_back(std::move(*row));
  }
  return rows;
}

constexpr Type types[] = {
    {"true/false", "true or false", 0, read_flag},
    {"integer", "an integer", 0, read_integer},
    {"number", "a number", 0, read_number},
    {"text", "a text", 0, read_text},
    {"number or \"measured\"", "a number or \"measured\"", 0, read_number_or_measured},
    {"numbers", "a list of numbers", 1, read_numbers},
    {"table of numbers", "a list of numbers, or of equally long lists of numbers", 2, read_table},
};

const Type& type_named(const std::string& name) {
  const auto* found = std::ranges::find(types, name, &Type::name);
  if (found == std::end(types)) throw std::logic_error("unknown parameter type \"" + name + "\"");
  return *found;
}

/// How deep lists are nested, down the first elements.
int depth_of(const Literal& literal) {
  const auto* list = std::get_if<Literal::List>(&literal.value);
  if (!list) return 0;
  return 1 + (list->empty() ? 0 : depth_of(list->front()));
}

Axis read_typed(const Setting& setting, const Type& type, const std::string& file, const std::string& key) {
  const auto refuse = [&](const Literal& literal, const std::string& problem) {
    throw StudyError(file, literal.where, key, problem);
  };
  const auto read = [&](const Literal& literal) {
    auto value = type.read(literal);
    if (!value) {
      const auto* list = std::get_if<Literal::List>(&literal.value);
      if (list && list->empty()) refuse(literal, fmt::format("an empty list, expected {}", type.expected));
      refuse(literal, fmt::format("{} has the wrong type, expected {}", to_text(literal), type.expected));
    }
    return *value;
  };
  Axis axis{setting.name, {}, depth_of(setting.value) > type.list_depth};
  if (!axis.swept) {
    const auto* list = std::get_if<Literal::List>(&setting.value.value);
    if (list && list->empty()) refuse(setting.value, fmt::format("an empty list, expected {}", type.expected));
    axis.values.push_back(read(setting.value));
    return axis;
  }
  const auto& elements = std::get<Literal::List>(setting.value.value);
  if (elements.empty()) {
    refuse(setting.value,
           fmt::format("an empty grid (a list here is a sweep), expected {} or a list of such values", type.expected));
  }
  std::set<Value> seen;
  for (const Literal& element : elements) {
    axis.values.push_back(read(element));
    if (!seen.insert(axis.values.back()).second) {
      refuse(element, fmt::format("{} appears twice (two cells would be identical), expected different values",
                                  to_text(element)));
    }
  }
  return axis;
}

}  // namespace

Axis read_axis(const Setting& setting, const std::vector<ParameterInfo>& described, const std::string& file,
               const std::string& key) {
  std::optional<StudyError> problem;
  for (const ParameterInfo& parameter : described) {
    if (parameter.name != setting.name) continue;
    try {
      return read_typed(setting, type_named(parameter.type), file, key);
    } catch (const StudyError& error) {
      if (!problem) problem = error;
    }
  }
  if (problem) throw *problem;
  throw StudyError(file, setting.where, key, "unknown key");
}

std::string to_text(const Literal& literal) {
  struct Writer {
    std::string operator()(const std::string& text) const {
      return text.size() > 60 ? '"' + text.substr(0, 60) + "...\"" : '"' + text + '"';
    }
    std::string operator()(const Literal::List& list) const {
      std::string text = "[";
      for (const Literal& element : list) {
        if (text.size() > 60) return text + ", ...]";
        if (text.size() > 1) text += ", ";
        text += to_text(element);
      }
      return text + "]";
    }
    std::string operator()(bool flag) const { return to_text(Value(flag)); }
    std::string operator()(std::int64_t n) const { return to_text(Value(n)); }
    std::string operator()(double x) const { return to_text(Value(x)); }
  };
  return std::visit(Writer{}, literal.value);
}

}  // namespace regretta
