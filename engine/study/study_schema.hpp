#pragma once
/// The tables of a study file, and the rows that describe its cells.

#include <string>

#include "regretta/engine/study/database.hpp"
#include "regretta/engine/study/plan.hpp"
#include "regretta/engine/study/shard.hpp"

namespace regretta {

/// Marks an SQLite file as ours: "RGRT", at byte 68.
inline constexpr std::int64_t application_id = 0x52475254;

/// Creates every table and view, and fills `study` and `cell`.
void create_tables(const Database& database, const Plan& plan, const Shard& shard);

/// The same, for the whole study that `from` holds, or a shard of it.
void create_tables_like(const Database& database, const Database& from, const std::vector<std::string>& swept_names);

/// Marks the file as ours. In one write: killed at any moment, the file is empty or ours.
void mark_as_ours(const Database& database);

/// Everything in `study` and `cell` that exports rely on, as one text; its checksum is kept in `study`.
std::string described_cells(const Database& database);

}  // namespace regretta
