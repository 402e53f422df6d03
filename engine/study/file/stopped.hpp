#pragma once
/// Table `stopped` of a study file: the cells that a stop rule has ended, and where. It is redundant, because a run can
/// find it again from the blocks; `verify --drop-damaged` empties it.

#include <cstdint>
#include <map>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// Number of trials of each stopped cell, by cell; empty without a rule. Throws StudyFileError if the table has changed
/// since it was written.
std::map<std::int64_t, std::int64_t> recorded_stops(const Database& database);

/// Adds entries to the table in one transaction.
void record_stops(const Database& database, const std::map<std::int64_t, std::int64_t>& trials);

/// Makes the table empty, for a study with a rule, or removes it. Within the caller's transaction.
void forget_stops(const Database& database, bool has_rule);

/// `planned` with the stopped cells cut to their recorded trials. Throws like recorded_stops, and if a cell or number
/// of trials is out of range.
Layout stopped_layout(const Database& database, const Layout& planned);

}  // namespace regretta
