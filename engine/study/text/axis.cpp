#include "regretta/engine/study/text/axis.hpp"

#include <optional>
#include <set>

#include <fmt/format.h>

#include "regretta/engine/study/text/study_error.hpp"

namespace regretta {
namespace {

/// How deeply lists are nested in one value of this type.
int list_depth(ParameterType type) {
  switch (type) {
    case ParameterType::flag:
    case ParameterType::integer:
    case ParameterType::number:
    case ParameterType::text:
    case ParameterType::number_or_measured:
    case ParameterType::arm_or_all:
      return 0;
    case ParameterType::numbers:
    case ParameterType::texts:
      return 1;
    case ParameterType::table:
      return 2;
  }
  __builtin_unreachable();
}

/// How deeply lists are nested, following first elements.
int depth_of(const Value& value) {
  if (!value.list()) return 0;
  return 1 + (value.list()->empty() ? 0 : depth_of(value.list()->front()));
}

Axis read_typed(const std::string& name, const Value& value, ParameterType type, const std::string& file,
                const std::string& key) {
  const auto refuse = [&](const Value& faulty, const std::string& problem) {
    throw StudyError::at(faulty, file, key, problem);
  };
  const auto read = [&](const Value& written) {
    if (written.list() && written.list()->empty())
      refuse(written, fmt::format("an empty list, expected {}", expected_text(type)));
    auto typed = in_type(written, type);
    if (!typed)
      refuse(written, fmt::format("{} has the wrong type, expected {}", short_text(written), expected_text(type)));
    return *typed;
  };
  Axis axis{name, {}, depth_of(value) > list_depth(type)};
  if (!axis.swept) {
    axis.values.push_back(read(value));
    return axis;
  }
  if (value.list()->empty())
    refuse(value, fmt::format("an empty grid (a list here is a sweep), expected {} or a list of such values",
                              expected_text(type)));
  std::set<std::string> seen;
  for (const Value& element : *value.list()) {
    axis.values.push_back(read(element));
    if (!seen.insert(to_text(axis.values.back())).second)
      refuse(element, fmt::format("{} appears twice (two cells would be identical), expected different values",
                                  short_text(element)));
  }
  return axis;
}

}  // namespace

Axis read_axis(const std::string& name, const Value& value, const std::vector<ParameterInfo>& parameters,
               const std::string& file, const std::string& key) {
  std::optional<StudyError> problem;
  for (const ParameterInfo& parameter : parameters) {
    if (parameter.name != name) continue;
    try {
      return read_typed(name, value, parameter.type, file, key);
    } catch (const StudyError& error) {
      if (!problem) problem = error;
    }
  }
  if (problem) throw *problem;
  throw StudyError::at(value, file, key, "unknown key");
}

namespace {

Value without_range(const Value& value, const std::string& path, const ChooseValue& choose) {
  if (is_range(value)) return choose(path, value);
  if (!value.table() && !value.list()) return value;
  if (value.table()) {
    Settings table = without_ranges(*value.table(), path, choose);
    return table.empty() ? Value() : Value(std::move(table));
  }
  Value::List list;
  for (const Value& element : *value.list())
    list.push_back(without_range(element, fmt::format("{}.{}", path, list.size() + 1), choose));
  Value result(std::move(list));
  result.set_where(value.where());
  return result;
}

void add_values_and_ranges(const Settings& settings, const std::string& prefix, Settings::Entries& entries) {
  for (const auto& [name, value] : settings) {
    if (value.table() && !is_range(value)) {
      add_values_and_ranges(*value.table(), prefix + name + ".", entries);
    } else {
      entries.emplace(prefix + name, value);
    }
  }
}

}  // namespace

bool is_range(const Value& value) {
  const Settings* table = value.table();
  return table != nullptr && (table->contains("search") || table->contains("same"));
}

Settings::Entries values_and_ranges(const Settings& settings) {
  Settings::Entries entries;
  add_values_and_ranges(settings, "", entries);
  return entries;
}

Settings without_ranges(const Settings& settings, const std::string& section, const ChooseValue& choose) {
  Settings result;
  for (const auto& [name, value] : settings)
    if (Value chosen = without_range(value, section + "." + name, choose); chosen.has_value())
      result[name] = std::move(chosen);
  return result;
}

}  // namespace regretta
