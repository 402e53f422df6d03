#pragma once
/// Where a stop rule has ended cells, as a study file remembers it. It could be found again from the blocks: a run
/// looks at them anew, and `verify --repair` leaves it out.

#include <cstdint>
#include <map>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// Trials of the cells that are ended, by cell; empty without a rule. Throws StudyFileError if they have changed since
/// they were written.
std::map<std::int64_t, std::int64_t> recorded_stops(const Database& database);

/// Adds these. One transaction.
void record_stops(const Database& database, const std::map<std::int64_t, std::int64_t>& trials);

/// `planned`, less what a stop rule has made needless. Throws like recorded_stops.
Layout stopped_layout(const Database& database, const Layout& planned);

}  // namespace regretta
