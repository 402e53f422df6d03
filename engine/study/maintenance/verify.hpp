#pragma once
/// Checks that a results file is intact and that this program reproduces its bits (`regretta verify`). Damage is
/// reported block by block. Damaged blocks can be dropped; a run then plays them again.

#include <atomic>
#include <string>
#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"

namespace regretta {

struct BadBlock {
  BlockRange range;
  std::string what;
};

struct StudyHealth {
  std::vector<BlockRange> sound;       ///< saved blocks of cells that match their checksums
  std::vector<BadBlock> damaged;       ///< saved blocks of cells that do not match
  std::int64_t missing = 0;            ///< number of missing blocks
  std::vector<std::int64_t> bad_rows;  ///< damaged rows of table `block`, including rows without a cell
  std::vector<std::string> database;   ///< other problems: pages, indexes, rows that belong to no block
  bool pages_are_sound = true;         ///< whether pages and indexes are sound
  bool is_sound() const { return damaged.empty() && database.empty(); }
};

/// Reads the whole file once.
StudyHealth examine(const StudyReader& study);

/// A random sample of the blocks, drawn with `seed`: ceil(share * number of blocks) blocks, with `share` in [0, 1],
/// ordered by cell and first trial.
std::vector<BlockRange> sample(const std::vector<BlockRange>& blocks, double share, std::uint64_t seed);
/// Recomputes `blocks`, which must be sound, on `threads` threads. Returns those whose bits differ from the saved ones.
/// Throws Interrupted once `stop` is set.
std::vector<BadBlock> recompute(const StudyReader& study, RebuiltCells& cells, const std::vector<BlockRange>& blocks,
                                int threads, const std::atomic<bool>& stop);

/// Deletes these rows of table `block`, and all facts, in one transaction; the next run recreates them. The caller must
/// hold the FileLock of the file. Throws StudyFileError.
void drop_damaged(const std::string& path, const std::vector<std::int64_t>& rows);

}  // namespace regretta
