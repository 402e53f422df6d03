#include "regretta/engine/study/text/toml_values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/engine/study/text/study_text.hpp"

namespace regretta {
namespace {

Location location_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

/// Parses `v = TEXT`; empty if that is not TOML.
std::optional<toml::table> parse_assignment(std::string_view text) {
  try {
    return parse_nested(fmt::format("v = {}\n", text), override_file);
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

}  // namespace

toml::table parse_nested(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    if (error.description().find("TOML_MAX_NESTED_VALUES") == std::string_view::npos) throw;
    throw StudyError(file, location_of(error.source()), "",
                     fmt::format("brackets nested too deeply (a study needs three levels), expected at most {} levels",
                                 TOML_MAX_NESTED_VALUES));
  }
}

bool is_bare(std::string_view key) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !key.empty() && std::ranges::all_of(key, allowed);
}

std::vector<TableEntry> entries_of(const toml::table& table, const std::string& file, const std::string& section) {
  std::vector<TableEntry> entries;
  for (const auto& [key, node] : table) {
    const Location where = location_of(key.source());
    if (!is_bare(key.str())) {
      throw StudyError(file, where, section, "a key with unusual characters, expected letters, digits, _ and -");
    }
    entries.push_back({std::string(key.str()), &node, where});
  }
  std::ranges::stable_sort(entries, [](const TableEntry& a, const TableEntry& b) {
    return a.where.line != b.where.line ? a.where.line < b.where.line : a.where.column < b.where.column;
  });
  return entries;
}

Value to_value(const toml::node& node, const std::string& file, const std::string& key) {
  const Location where = location_of(node.source());
  const auto refuse = [&](std::string_view problem) { throw StudyError(file, where, key, std::string(problem)); };
  Value value;
  if (const auto* flag = node.as_boolean()) {
    value = flag->get();
  } else if (const auto* integer = node.as_integer()) {
    value = std::int64_t{integer->get()};
  } else if (const auto* number = node.as_floating_point()) {
    if (!std::isfinite(number->get())) refuse(fmt::format("{} is not a finite number", number->get()));
    value = number->get();
  } else if (const auto* text = node.as_string()) {
    if (const auto fault = text_fault(text->get()))
      refuse(fmt::format("the text has {}, expected {}", fault->problem, expected_characters));
    value = text->get();
  } else if (const auto* array = node.as_array()) {
    Value::List list;
    for (const toml::node& element : *array) {
      const auto* table = element.as_table();
      if (table != nullptr && !table->contains("search") && !table->contains("same"))
        refuse("a list of tables cannot be swept, expected one table whose keys hold the lists to sweep");
      list.push_back(to_value(element, file, key));
    }
    value = std::move(list);
  } else if (const auto* table = node.as_table()) {
    if (table->empty()) refuse("an empty table, expected at least one key in it");
    value = to_settings(*table, file, key);
  } else {
    refuse("a date or time, expected a number, a text, true or false, or a list");
  }
  value.set_where(where);
  return value;
}

Settings to_settings(const toml::table& table, const std::string& file, const std::string& section) {
  Settings settings;
  for (const TableEntry& entry : entries_of(table, file, section))
    settings[entry.name] = to_value(*entry.node, file, section + "." + entry.name);
  return settings;
}

Settings parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string key(trim(std::string_view(text).substr(0, equals)));
  const std::size_t dot = key.find('.');
  if (const auto fault = name_fault(text))
    throw StudyError(override_file, {}, "", fmt::format("{}, expected SECTION.KEY=VALUE in one line", fault->problem));
  if (equals == std::string::npos || dot == std::string::npos) {
    throw StudyError(override_file, {}, text,
                     "no value or no section, expected SECTION.KEY=VALUE, such as study.trials=10");
  }
  const std::string_view written = trim(std::string_view(text).substr(equals + 1));
  check_study_text(written, override_file);
  const auto table = parse_assignment(written);
  Settings settings;
  if (table) {
    try {
      settings[key] = to_value(*table->get("v"), override_file, key).at({});
    } catch (const StudyError& error) {
      throw StudyError(error.file(), {}, error.key(), error.message());
    }
  } else if (written.empty() || std::string_view("[{\"'=#").find(written.front()) != std::string_view::npos) {
    throw StudyError(override_file, {}, key,
                     fmt::format("{} is not a TOML value, expected a number, a text, true or false, or a list",
                                 written.empty() ? "nothing" : written));
  } else {
    settings[key] = written;
  }
  return settings;
}

}  // namespace regretta
