#pragma once
/// The tables of a study file and the rows that describe its cells. Used by the classes that write or read study files.
/// All functions throw StudyFileError if the file cannot be read or written.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Application id of a study file, at byte 68 of the SQLite header: "RGRT".
inline constexpr std::int32_t application_id = 0x52475254;
/// Application id of an incomplete file (PartialFile): "RGRP".
inline constexpr std::int32_t partial_id = 0x52475250;

/// Creates all tables and views, and fills `study` and `cell`.
void create_tables(const Database& database, const Plan& plan, const Shard& shard);

/// Table `stopped`, which create_tables makes for a study with a stop rule.
void create_table_of_stops(const Database& database);

/// Fills `study` and `cell` anew, for another state of the study; other keys of `study` stay.
void replace_description(const Database& database, const Plan& plan, const Shard& shard);

/// Like create_tables, with `study` and `cell` copied from the file `from`, but as those of no shard.
void create_tables_like(const Database& database, const Database& from, const std::vector<std::string>& swept_names);

/// Writes format version and application id in one transaction, so that a kill cannot leave one without the other.
void mark_as_ours(const Database& database, std::int32_t id = application_id);

/// A value from table `study`; empty if absent.
std::optional<std::string> study_value(const Database& database, std::string_view key);

void set_study_value(const Database& database, std::string_view key, const std::string& value);

/// Reads a big-endian number of 4 bytes at offset `at` of an SQLite header.
std::uint32_t header_number(std::string_view head, std::size_t at);

/// Whether the file that begins with `head` has this application id or is empty.
bool is_marked(const std::string& head, std::int32_t id = application_id);

/// Throws StudyFileError unless `head`, the first bytes of a file, is empty or the head of a study file of this format.
void check_study_head(const std::string& path, const std::string& head);

/// Of everything in `study` and `cell` that exports rely on.
std::string description_checksum(const Database& database);

/// Whether that is as it was written.
bool has_sound_description(const Database& database);

/// The names of the swept parameters: the last columns of table `cell`.
std::vector<std::string> swept_columns(const Database& database);
}  // namespace regretta
