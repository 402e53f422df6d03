#pragma once
/// The tables of a study file, and the rows that describe its cells.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// What marks an SQLite file as ours, at byte 68: "RGRT".
inline constexpr std::int32_t application_id = 0x52475254;
/// What marks one that is not whole yet: "RGRP".
inline constexpr std::int32_t partial_id = 0x52475250;

/// Creates every table and view, and fills `study` and `cell`.
void create_tables(const Database& database, const Plan& plan, const Shard& shard);

enum class Likeness {
  study,  ///< the whole study that the other file holds, or a shard of it
  file,   ///< the very file: also the shard, and what computed it
};

/// The same, as the file `from` has them.
void create_tables_like(const Database& database, const Database& from, const std::vector<std::string>& swept_names,
                        Likeness likeness);

/// Marks the file. In one write: killed at any moment, the file is as it was or marked.
void mark_as_ours(const Database& database, std::int32_t id = application_id);

/// A value of table `study`; empty if it is not there.
std::optional<std::string> study_value(const Database& database, std::string_view key);

/// A big-endian number in the first bytes of an SQLite file.
std::uint32_t header_number(std::string_view head, std::size_t at, std::size_t bytes = 4);

/// The file that begins with `head` is marked so, or empty.
bool is_marked(const std::string& head, std::int32_t id = application_id);

/// Everything in `study` and `cell` that exports rely on, as one text; its checksum is kept in `study`.
std::string described_cells(const Database& database);

}  // namespace regretta
