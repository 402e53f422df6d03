#include "regretta/engine/study/text/ranges.hpp"

#include <fmt/format.h>

namespace regretta {
namespace {

Value without_range(const Value& value, const std::string& path, const GiveValue& give) {
  if (is_range(value)) return give(path, value);
  if (!value.table() && !value.list()) return value;
  if (value.table()) {
    Settings table = without_ranges(*value.table(), path, give);
    return table.empty() ? Value() : Value(std::move(table));
  }
  Value::List list;
  for (const Value& element : *value.list())
    list.push_back(without_range(element, fmt::format("{}.{}", path, list.size() + 1), give));
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

Settings without_ranges(const Settings& settings, const std::string& section, const GiveValue& give) {
  Settings result;
  for (const auto& [name, value] : settings)
    if (Value given = without_range(value, section + "." + name, give); given.has_value())
      result[name] = std::move(given);
  return result;
}

}  // namespace regretta
