#include "regretta/engine/study/text/toml_values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "regretta/engine/study/text/study_text.hpp"

namespace regretta {
namespace {

Location location_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

bool printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7e; });
}

bool bare(std::string_view key) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !key.empty() && std::ranges::all_of(key, allowed);
}

/// Settings of an override lie nowhere in the file.
void forget_places(Literal& literal) {
  literal.where = {};
  if (auto* list = std::get_if<Literal::List>(&literal.value)) {
    for (Literal& element : *list) forget_places(element);
  }
}

/// `v = TEXT` as a table; empty if that is not TOML.
std::optional<toml::table> parse_assignment(std::string_view text) {
  try {
    return toml::parse(fmt::format("v = {}\n", text));
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

/// Runs `read`; what it throws names no line.
template <class F>
void without_lines(F&& read) {
  try {
    read();
  } catch (const StudyError& error) {
    throw StudyError(error.file(), {}, error.key(), error.message());
  }
}

std::string_view trim(std::string_view word) {
  while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
  while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
  return word;
}

}  // namespace

std::vector<TableEntry> entries_of(const toml::table& table, const std::string& file, const std::string& section) {
  std::vector<TableEntry> entries;
  for (const auto& [key, node] : table) {
    const Location where = location_of(key.source());
    if (!bare(key.str())) {
      throw StudyError(file, where, section, "a key with unusual characters, expected letters, digits, _ and -");
    }
    entries.push_back({std::string(key.str()), &node, where});
  }
  std::ranges::stable_sort(entries, [](const TableEntry& a, const TableEntry& b) {
    return a.where.line != b.where.line ? a.where.line < b.where.line : a.where.column < b.where.column;
  });
  return entries;
}

Literal to_literal(const toml::node& node, const std::string& file, const std::string& key) {
  Literal literal;
  literal.where = location_of(node.source());
  const auto refuse = [&](std::string_view problem) {
    throw StudyError(file, literal.where, key, std::string(problem));
  };
  if (const auto* flag = node.as_boolean()) {
    literal.value = flag->get();
  } else if (const auto* integer = node.as_integer()) {
    literal.value = std::int64_t{integer->get()};
  } else if (const auto* number = node.as_floating_point()) {
    if (!std::isfinite(number->get())) refuse(fmt::format("{} is not a finite number", number->get()));
    literal.value = number->get();
  } else if (const auto* text = node.as_string()) {
    if (!printable(text->get())) refuse("the text holds a control character or is not ASCII, expected printable ASCII");
    literal.value = text->get();
  } else if (const auto* array = node.as_array()) {
    Literal::List list;
    for (const toml::node& element : *array) {
      if (element.is_table()) {
        refuse("a list of tables cannot be swept, expected one table whose keys hold the lists to sweep");
      }
      list.push_back(to_literal(element, file, key));
    }
    literal.value = std::move(list);
  } else if (node.is_table()) {
    refuse("a table, expected a number, a text, true or false, or a list");
  } else {
    refuse("a date or time, expected a number, a text, true or false, or a list");
  }
  return literal;
}

void flatten(const TableEntry& entry, const std::string& file, const std::string& section, std::vector<Setting>& out) {
  const std::string key = section + "." + entry.name;
  const toml::table* table = entry.node->as_table();
  if (!table) {
    out.push_back({entry.name, to_literal(*entry.node, file, key), entry.where});
    return;
  }
  if (table->empty()) throw StudyError(file, entry.where, key, "an empty table, expected at least one key in it");
  for (TableEntry& inner : entries_of(*table, file, key)) {
    inner.name = entry.name + "." + inner.name;
    flatten(inner, file, section, out);
  }
}

std::string environment_key(std::string dotted) {
  if (dotted == "noise.kind") return "noise";
  if (dotted.starts_with("noise.")) dotted[5] = '_';
  return dotted;
}

std::vector<Setting> parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string key(trim(std::string_view(text).substr(0, equals)));
  const std::size_t dot = key.find('.');
  if (!printable(text) || equals == std::string::npos || dot == std::string::npos) {
    throw StudyError(override_file, {}, printable(text) ? text : "",
                     "no value or no section, expected SECTION.KEY=VALUE, such as study.trials=10");
  }
  const std::string section = key.substr(0, dot);
  const std::string_view value = trim(std::string_view(text).substr(equals + 1));
  check_study_text(value, override_file);
  std::vector<Setting> settings;
  const auto table = parse_assignment(value);
  if (table && table->get("v")->is_table()) {
    without_lines([&] { flatten({key.substr(dot + 1), table->get("v"), {}}, override_file, section, settings); });
    for (Setting& setting : settings) setting.name = section + "." + setting.name;
  } else {
    settings.push_back({key, parse_value(value, key), {}});
  }
  for (Setting& setting : settings) {
    setting.where = {};
    forget_places(setting.value);
  }
  return settings;
}

Literal parse_value(std::string_view text, const std::string& key) {
  Literal literal;
  if (const auto table = parse_assignment(text)) {
    without_lines([&] { literal = to_literal(*table->get("v"), override_file, key); });
    forget_places(literal);
    return literal;
  }
  if (text.empty() || std::string_view("[{\"'=#").find(text.front()) != std::string_view::npos) {
    throw StudyError(override_file, {}, key,
                     fmt::format("{} is not a TOML value, expected a number, a text, true or false, or a list",
                                 text.empty() ? "nothing" : text));
  }
  literal.value = std::string(text);
  return literal;
}

}  // namespace regretta
