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
  std::int64_t planned = 0;           ///< number of blocks
  std::vector<BlockRange> sound;      ///< saved blocks that match their checksums
  std::vector<BadBlock> damaged;      ///< saved blocks that do not
  std::vector<std::string> database;  ///< other problems: pages, indexes, rows that belong to no block
  bool pages_are_sound = true;        ///< and indexes
  bool all_well() const { return damaged.empty() && database.empty(); }
};

/// Reads everything once. Open `study` with Stops::left_out; table `stopped` is examined as well.
StudyHealth examine(const StudyReader& study);

/// A random sample of the blocks drawn with `seed`: `share`, in [0, 1], of their number, rounded up. Keeps their order.
std::vector<BlockRange> sample(const std::vector<BlockRange>& blocks, double share, std::uint64_t seed);
/// The same for the blocks of a file, with one more block for each origin that would have none.
std::vector<BlockRange> sample_of_each_origin(const StudyReader& study, const std::vector<BlockRange>& blocks,
                                              double share, std::uint64_t seed);

/// Recomputes `blocks`, which must be sound, on `threads` threads. Returns those whose bits differ from the saved ones.
/// Throws Interrupted once `stop` is set.
std::vector<BadBlock> recompute(const StudyReader& study, RebuiltCells& cells, const std::vector<BlockRange>& blocks,
                                int threads, const std::atomic<bool>& stop);

/// Deletes from the file, in one transaction, all blocks but `sound` (in order), and what follows from blocks: facts
/// and stopped cells. A run makes all of it anew. The caller must hold its FileLock. Throws StudyFileError.
void drop_all_but(const std::string& path, const std::vector<BlockRange>& sound);

}  // namespace regretta
