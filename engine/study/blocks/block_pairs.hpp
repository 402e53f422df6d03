#pragma once
/// Hands out two blocks of one pack together where a learner plays two packs side by side faster than one after the
/// other (trials_at_once). The file knows nothing of it: results are taken apart again. Used by run_blocks.

#include <vector>

#include "regretta/engine/study/blocks/block_list.hpp"
#include "regretta/engine/study/blocks/unfinished.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

class BlockPairs {
 public:
  /// Only where every worker gets several pairs of such cost. States of earlier runs decide for their cells: that of
  /// two packs is of no use to one of them, and vice versa.
  BlockPairs(const Plan& plan, const BlockList& blocks, int workers, const std::vector<UnfinishedPack>& earlier);

  /// The same trials, in pairs where that pays.
  const BlockList& blocks() const { return blocks_; }
  /// The results of what was one of blocks(), one for each of the blocks that were given.
  std::vector<BlockResult> apart(BlockResult result) const;

 private:
  void add(const BlockList::Stretch& stretch);

  BlockList blocks_;
  std::vector<std::int64_t> paired_;  ///< per cell: the end of the trials in pairs, before which no block is larger
};

}  // namespace regretta
