#pragma once
/// Hands out blocks of a cell together where its learner plays them side by side faster than one after the other
/// (trials_at_once): two packs, or as many trials as a batch learner takes. The file knows nothing of it: results are
/// taken apart again. Used by run_blocks.

#include <map>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/block_list.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

class JoinedBlocks {
 public:
  /// Pairs only where every worker gets several of such cost; batches so that every worker gets one.
  JoinedBlocks(const Plan& plan, const BlockList& given, int workers);

  /// The same trials, joined where that pays.
  const BlockList& blocks() const { return blocks_; }
  /// The results of what was one of blocks(), one for each of the blocks that were given.
  std::vector<BlockResult> apart(BlockResult result) const;

 private:
  void add(const BlockList::Stretch& stretch, std::int64_t together);

  BlockList blocks_;
  /// Trials per given block, by the cell and first trial of stretches in which blocks are joined.
  std::map<std::pair<std::int64_t, std::int64_t>, BlockList::Stretch> joined_;
};

}  // namespace regretta
