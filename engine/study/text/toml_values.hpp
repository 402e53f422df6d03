#pragma once
/// Converts TOML nodes and command-line overrides to values and settings. Used by study.cpp. All functions throw
/// StudyError; `file`, `key` and `section` are for its messages.

#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "regretta/engine/study/text/study_error.hpp"

namespace regretta {

/// A key of a table and its value.
struct TableEntry {
  std::string name;
  const toml::node* node = nullptr;
  Location where;
};

/// toml::parse, whose toml::parse_error of values nested too deeply becomes a StudyError.
toml::table parse_nested(std::string_view text, const std::string& file);

/// Whether TOML accepts `key` without quotes: letters, digits, _ and -.
bool is_bare(std::string_view key);

/// The entries of `table` in file order. Throws for keys with characters other than letters, digits, _ and -. `section`
/// is the prefix of the keys in messages, such as "learner".
std::vector<TableEntry> entries_of(const toml::table& table, const std::string& file, const std::string& section);

/// The value as written, with its place. Throws for dates, NaN, infinities, empty tables, lists of tables and
/// texts with a text_fault.
Value to_value(const toml::node& node, const std::string& file, const std::string& key);

/// The entries of a table, which may be empty.
Settings to_settings(const toml::table& table, const std::string& file, const std::string& section);

/// Parses KEY=VALUE; a bare word is a text.
Settings parse_override(const std::string& text);

}  // namespace regretta
