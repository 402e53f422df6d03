#pragma once
/// Is a study file what was written, and does this program still get the same bits? Damage is named block by block; a
/// damaged file is repaired by writing all that is sound into a new one, so that a run computes the rest again.

#include <atomic>
#include <string>
#include <vector>

#include "regretta/engine/study/care/rebuilt_cells.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

struct BadBlock {
  BlockPlace place;
  std::string what;
};

struct StudyHealth {
  std::int64_t planned = 0;           ///< blocks
  std::vector<BlockPlace> sound;      ///< saved, every stored value what its checksum says
  std::vector<BadBlock> damaged;      ///< saved, but not that
  std::vector<std::string> database;  ///< what else is wrong: pages, indexes, rows that belong to nothing
  bool all_well() const { return damaged.empty() && database.empty(); }
};

/// Gives a file that was cut short its length back, in zeros: then what is left can be read.
void restore_length(const std::string& path);

/// Reads everything once. `study` is to be opened without its stops, which are examined, too.
StudyHealth examine(const StudyReader& study);

/// A `share` of the blocks, in [0, 1], rounded up; drawn by `seed`, in the order in which they came.
std::vector<BlockPlace> sample(const std::vector<BlockPlace>& blocks, double share, std::uint64_t seed);

/// Plays `blocks`, which must be sound, again and returns those that come out otherwise. Throws Interrupted once `stop`
/// is set.
std::vector<BadBlock> recompute(const StudyReader& study, RebuiltCells& cells, const std::vector<BlockPlace>& blocks,
                                int threads, const std::atomic<bool>& stop);

/// Replaces the file (at the end of links) by one that holds `keep` and the description of the study, for a run to go
/// on with; no connection to it may be open, and the caller holds its FileLock. Until the last moment the old file is
/// left as it is.
void keep_only(const std::string& path, const std::vector<BlockPlace>& keep);

}  // namespace regretta
