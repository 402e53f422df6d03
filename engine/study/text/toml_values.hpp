#pragma once
/// Converts the text of a study to values and settings: loads the text, refuses input that could crash a parser, and
/// converts TOML nodes and command-line overrides. Faults of the text are reported as StudyError; `file`, `key` and
/// `section` are for its messages.

#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "regretta/engine/study/text/study_error.hpp"

namespace regretta {

inline constexpr std::size_t max_study_bytes = 1024 * 1024;
inline constexpr std::size_t max_canonical_bytes =
    64 * max_study_bytes;  ///< of canonical_text(), which writes out defaults, digits and kinds

/// The text without leading and trailing spaces.
std::string_view trim(std::string_view text);

/// Reads a regular file of at most max_study_bytes. Throws StudyError for anything else; reads at most one byte more.
std::string load_study_text(const std::string& path);

/// Throws StudyError if `text` has more than `max_bytes` bytes, a text_fault (engine/plugin/text_rule.hpp), or a key
/// with too many parts. `file` is for messages.
void check_study_text(std::string_view text, const std::string& file, std::size_t max_bytes = max_study_bytes);

/// A key of a table and its value.
struct TableEntry {
  std::string name;
  const toml::node* node = nullptr;
  Location where;
};

/// As toml::parse, but a toml::parse_error about values nested too deeply becomes a StudyError.
toml::table parse_nested(std::string_view text, const std::string& file);

/// Whether TOML accepts `key` without quotes: letters, digits, _ and -.
bool is_bare(std::string_view key);

/// The entries of `table` in file order. Throws for keys with characters other than letters, digits, _ and -. `section`
/// is the prefix of the keys in messages, such as "learner".
std::vector<TableEntry> entries_of(const toml::table& table, const std::string& file, const std::string& section);

/// The value as written, with its location. Throws for dates, NaN, infinities, empty tables, lists of tables
/// of settings, and texts with a text_fault.
Value to_value(const toml::node& node, const std::string& file, const std::string& key);

/// The entries of a table, which may be empty.
Settings to_settings(const toml::table& table, const std::string& file, const std::string& section);

/// Parses KEY=VALUE; a bare word is a text.
Settings parse_override(const std::string& text);

}  // namespace regretta
