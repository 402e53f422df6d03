#pragma once
/// Checks that a results file is intact and that this program reproduces its bits (`regretta verify`). Damage is
/// reported block by block. A damaged file is repaired by copying its sound blocks to a new file; a run then recomputes
/// the rest.

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
  bool all_well() const { return damaged.empty() && database.empty(); }
};

/// Reads everything once. Open `study` with Stops::left_out; table `stopped` is examined as well.
StudyHealth examine(const StudyReader& study);

/// A random sample of the blocks drawn with `seed`: `share`, in [0, 1], of their number, rounded up. Keeps their order.
std::vector<BlockRange> sample(const std::vector<BlockRange>& blocks, double share, std::uint64_t seed);
/// The same for the blocks of a file, with one more block for each origin that would have none.
std::vector<BlockRange> sample_of_each_origin(const StudyReader& study, const std::vector<BlockRange>& blocks,
                                              double share, std::uint64_t seed);

struct Recomputed {
  std::vector<BadBlock> different;  ///< blocks whose bits differ from those saved
  std::vector<BadBlock> alone;      ///< blocks of which a trial has other bits when it is played alone
};

/// Recomputes `blocks`, which must be sound, on `threads` threads; and of every pack one trial once more, alone: trial
/// 0 of the first pack, trial 1 of the second, and so on. Throws Interrupted once `stop` is set.
Recomputed recompute(const StudyReader& study, RebuiltCells& cells, const std::vector<BlockRange>& blocks, int threads,
                     const std::atomic<bool>& stop);

/// Replaces the file (following links) by one with the blocks `keep` and the description of the study, which a run can
/// resume. No connection to the file may be open, and the caller must hold its FileLock. The old file stays untouched
/// until the new one is complete.
void keep_only(const std::string& path, const std::vector<BlockRange>& keep);

}  // namespace regretta
