#pragma once
/// Converts TOML nodes and command-line overrides to values and settings. Used by study.cpp. All functions throw
/// StudyError; `file`, `key` and `section` are for its messages.

#include <string>
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

/// The entries of `table` in file order. Throws for keys with characters other than letters, digits, _ and -. `section`
/// is the prefix of the keys in messages, such as "learner".
std::vector<TableEntry> entries_of(const toml::table& table, const std::string& file, const std::string& section);

/// The value as written. Throws for dates, NaN, infinities, tables and unprintable text.
Value to_value(const toml::node& node, const std::string& file, const std::string& key);

/// Adds the value of `entry` to `out`, or, if it is a table, all values below it under dotted names.
void flatten(const TableEntry& entry, const std::string& file, const std::string& section, Settings& out);

/// Parses KEY=VALUE. A table yields several settings; a bare word is a text.
Settings parse_override(const std::string& text);

}  // namespace regretta
