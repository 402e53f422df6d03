#pragma once
/// From TOML to Literals and Settings. Only study.cpp and the plan look in here.

#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// A key of a table with its value.
struct TableEntry {
  std::string name;
  const toml::node* node = nullptr;
  Location where;
};

/// In file order. Throws StudyError for a key that is not made of letters, digits, _ and -; `section` is what messages
/// put before the keys ("learner").
std::vector<TableEntry> entries_of(const toml::table& table, const std::string& file, const std::string& section);

/// A value as written; throws StudyError for dates, NaN, infinities, tables and unprintable text.
Literal to_literal(const toml::node& node, const std::string& file, const std::string& key);

/// Appends the value of `entry`, or, if it is a table, all the values below it under dotted names.
void flatten(const TableEntry& entry, const std::string& file, const std::string& section, std::vector<Setting>& out);

/// `noise = { kind = "uniform", half_width = 0.1 }` is short for noise = "uniform" and noise_half_width = 0.1.
std::string environment_key(std::string dotted);

/// What messages about an override name as the file.
inline const std::string override_file = "override";

/// KEY=VALUE; a table gives several settings. A bare word is a text.
std::vector<Setting> parse_override(const std::string& text);

/// Any TOML value, such as a parameter's default; a bare word is a text.
Literal parse_value(std::string_view text, const std::string& key);

}  // namespace regretta
