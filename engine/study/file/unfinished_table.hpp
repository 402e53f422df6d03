#pragma once
/// The table of trials that a run has begun but not finished (`unfinished`), one row per pack of trials. Used by
/// StudyWriter and verify.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/blocks/unfinished.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// Saves the state of `trials`, in place of an earlier one.
void store_unfinished(const Database& database, const UnfinishedPack& trials);

/// Removes the states of trials first .. first + count - 1 of a cell.
void remove_unfinished(const Database& database, std::int64_t cell, std::int64_t first, std::int64_t count);

struct StoredUnfinished {
  std::vector<UnfinishedPack> trials;
  std::int64_t damaged = 0;  ///< rows that differ from their checksum; these trials begin again
};
/// Nothing of a file of format 3, which may lack the table and cannot be continued.
StoredUnfinished stored_unfinished(const Database& database);

}  // namespace regretta
