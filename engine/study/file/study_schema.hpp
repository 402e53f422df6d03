#pragma once
/// The tables of a study file and the rows that describe its cells. Used by the classes that write or read study files.
/// All functions throw StudyFileError if the file cannot be read or written.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Application id of a study file, at byte 68 of the SQLite header: "RGRT".
inline constexpr std::int32_t application_id = 0x52475254;
/// Application id of an incomplete file (PartialFile): "RGRP".
inline constexpr std::int32_t partial_id = 0x52475250;

/// Creates missing tables, except `cell`.
void create_tables(const Database& database);
/// Creates missing tables, and describes the plan in tables `study` and `cell`; other keys of `study` stay.
void describe(const Database& database, const Plan& plan, const Shard& shard);
/// Stores the contents of a plan's cells.
void store_contents(const Database& database, const Plan& plan);
/// Creates missing tables, and copies tables `study` and `cell`, without the shard, from `source`.
void create_tables_like(const Database& database, const Database& source);
/// Stores the numbers of trials, {cell, trials}, of cells that a stop rule has ended.
void set_trials(const Database& database, const std::vector<std::pair<std::int64_t, std::int64_t>>& trials);
/// The text of a content; "" if it is not stored. Throws if it does not match its hash.
std::string stored_content(const Database& database, std::int64_t hash);
/// The lines of a stored content, with its parts inserted.
std::vector<ContentLine> stored_content_lines(const Database& database, std::int64_t hash);
/// Hashes of the code of plugins in the content of a cell, by names such as "learner mine".
std::map<std::string, std::string> stored_codes(const Database& database, std::int64_t hash);

/// The saved blocks of the contents of a layout.
BlockSpans saved_blocks(const Database& database, const Layout& layout);
/// The blocks of a shard of `layout`, or parts of them, that `database` lacks, ordered by cell and first trial.
BlockSpans missing_blocks(const Database& database, const Layout& layout, const Shard& shard = {});

/// Writes format version and application id in one transaction, so that a kill cannot leave one without the other.
void write_application_id(const Database& database, std::int32_t id = application_id);

/// A value from table `study`; empty if absent.
std::optional<std::string> study_value(const Database& database, std::string_view key);
void set_study_value(const Database& database, std::string_view key, const std::string& value);

/// Reads a big-endian number of 4 bytes at `offset` in an SQLite header.
std::uint32_t header_number(std::string_view head, std::size_t offset);
/// Whether the file that begins with `head` is empty or has this application id.
bool is_results_file(const std::string& head, std::int32_t id = application_id);
/// Throws StudyFileError unless `head`, the first bytes of a file, is empty or the head of a study file of this format.
void check_study_head(const std::string& path, const std::string& head);

/// Stores checksums of tables `study` and `cell`.
void seal_description(const Database& database);
/// Whether these checksums still match.
bool has_sound_description(const Database& database);
/// The names of the swept parameters: the last columns of table `cell`.
std::vector<std::string> swept_columns(const Database& database);

}  // namespace regretta
