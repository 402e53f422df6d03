#include "regretta/engine/study/text/toml_values.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "regretta/engine/plugin/text_rule.hpp"

namespace regretta {
namespace {

constexpr std::string_view too_large = "the file has {} bytes (too large for a study), expected at most {}";

constexpr int max_dots = 200;

/// Limits the dots in a key, because parsing recurses over its parts, of which TOML allows any number. Counts the dots
/// between two of "\n=,[]{}"; behind a dot beside a quotation mark, which may belong to a key such as "a,b".c, all dots
/// of the line. Comments and strings are not recognised, so that they may not have more dots either.
void check_dots(std::string_view text, const std::string& file) {
  constexpr std::string_view quotes = "\"'", ends_of_keys = "\n=,[]{}";
  Location where{1, 0};
  int dots = 0;
  bool has_quoted_part = false;
  char last = '\n';  // the last character that is not a blank
  for (const char c : text) {
    ++where.column;
    if (c == '\n') where = {where.line + 1, 0};
    has_quoted_part = c != '\n' && (has_quoted_part || (c == '.' && quotes.find(last) != quotes.npos) ||
                                    (last == '.' && quotes.find(c) != quotes.npos));
    if (!has_quoted_part && ends_of_keys.find(c) != ends_of_keys.npos) dots = 0;
    if (c != ' ' && c != '\t') last = c;
    if (c == '.' && ++dots > max_dots)
      throw StudyError(
          file, where, "",
          fmt::format("too many dots in a key (a study needs three levels), expected at most {}", max_dots));
  }
}

void check_characters(std::string_view text, const std::string& file) {
  const auto fault = text_fault(text);
  if (!fault) return;
  const std::string_view before = text.substr(0, fault->place);
  const std::string_view in_line = before.substr(before.rfind('\n') + 1);
  const Location where{static_cast<int>(std::ranges::count(before, '\n')) + 1,
                       static_cast<int>(count_characters(in_line)) + 1};
  throw StudyError(file, where, "",
                   fmt::format("{} in column {}, expected {}", fault->problem, where.column, expected_characters));
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string load_study_text(const std::string& path) {
  namespace fs = std::filesystem;
  const auto refusal = [&path](const std::string& problem) { return StudyError(path, {}, "", problem); };
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (status.type() == fs::file_type::not_found) throw refusal("no such file, expected a study (TOML)");
  if (status.type() == fs::file_type::directory) throw refusal("this is a directory, expected a study file (TOML)");
  if (status.type() == fs::file_type::none)
    throw refusal(fmt::format("cannot be accessed ({}), expected a study file", failure.message()));
  if (status.type() != fs::file_type::regular)
    throw refusal("not a regular file (a pipe, socket or device), expected a study file (TOML)");
  const auto size = fs::file_size(path, failure);
  if (failure) throw refusal(fmt::format("cannot be read ({})", failure.message()));
  std::ifstream file(path, std::ios::binary);
  std::string text(max_study_bytes + 1, '\0');  // one more, so that a file that grows is refused
  if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) throw refusal("cannot be read, expected a readable study file");
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.starts_with("SQLite format 3"))
    throw refusal(fmt::format("a results file, expected a study (TOML); to see it: regretta show {}", path));
  if (size > max_study_bytes) throw refusal(fmt::format(too_large, size, max_study_bytes));
  return text;
}

void check_study_text(std::string_view text, const std::string& file, std::size_t max_bytes) {
  if (text.size() > max_bytes) throw StudyError(file, {}, "", fmt::format(too_large, text.size(), max_bytes));
  check_characters(text, file);
  check_dots(text, file);
}

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
    if (!is_bare(key.str()))
      throw StudyError(file, where, section, "a key with unusual characters, expected letters, digits, _ and -");
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
      const auto* table = element.as_table();  // with "search" or "same": a range of a search, not settings
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
  if (equals == std::string::npos || dot == std::string::npos)
    throw StudyError(override_file, {}, text,
                     "no value or no section, expected SECTION.KEY=VALUE, such as study.trials=10");
  const std::string_view written = trim(std::string_view(text).substr(equals + 1));
  check_study_text(written, override_file);
  const auto table = parse_assignment(written);
  Settings settings;
  if (table) {
    try {
      settings[key] = to_value(*table->get("v"), override_file, key).at({});  // without a location
    } catch (const StudyError& error) {
      throw StudyError(error.file(), {}, error.key(), error.message());
    }
  } else if (written.empty() || std::string_view("[{\"'=#").find(written.front()) != std::string_view::npos) {
    throw StudyError(override_file, {}, key,
                     fmt::format("{}, expected a number, a text, true or false, or a list",
                                 written.empty() ? "no value" : fmt::format("{} is not a TOML value", written)));
  } else {
    settings[key] = written;
  }
  return settings;
}

}  // namespace regretta
