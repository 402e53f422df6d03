#pragma once
/// Divides blocks into the pieces that workers take. Used by run_blocks.

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "regretta/engine/study/blocks/block_list.hpp"

namespace regretta {

/// A part is a whole block or, if there is a worker for every trial, a single trial. A full pack costs only about twice
/// as much as one trial, so splitting does not pay with fewer workers. Either way the results are the same (lane law).
class BlockParts {
 public:
  BlockParts(BlockList blocks, int workers) {
    if (blocks.trials() > workers) {
      parts_ = std::move(blocks);
      return;
    }
    for (const BlockRange block : blocks) {
      auto& whole = blocks_.emplace_back(std::make_unique<Block>());
      whole->result.range = block;
      whole->parts.resize(static_cast<std::size_t>(block.count));
      whole->missing = block.count;
      for (int k = 0; k < block.count; ++k) {
        parts_.add({block.cell, block.first + k, 1});
        whole_of_.push_back(whole.get());
      }
    }
  }

  std::size_t size() const { return static_cast<std::size_t>(parts_.size()); }
  BlockRange range(std::size_t part) const { return parts_[static_cast<std::int64_t>(part)]; }

  /// Accepts the result of a part, from any thread. Returns the whole block with the last of its parts, else nothing.
  std::optional<BlockResult> hand_in(std::size_t part, BlockResult result) {
    if (blocks_.empty()) return result;
    Block& block = *whole_of_[part];
    block.parts[static_cast<std::size_t>(range(part).first - block.result.range.first)] = std::move(result);
    if (block.missing.fetch_sub(1, std::memory_order_acq_rel) > 1) return std::nullopt;
    for (BlockResult& piece : block.parts) {
      for (TrialResult& trial : piece.trials) block.result.trials.push_back(std::move(trial));
      block.result.seconds += piece.seconds;
      block.result.processor_seconds += piece.processor_seconds;
    }
    return std::move(block.result);
  }

 private:
  struct Block {
    BlockResult result;
    std::vector<BlockResult> parts;  // one per trial
    std::atomic<int> missing = 0;
  };
  BlockList parts_;
  std::vector<std::unique_ptr<Block>> blocks_;  // empty unless blocks are split
  std::vector<Block*> whole_of_;                // per part
};

}  // namespace regretta
