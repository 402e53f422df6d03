#pragma once
/// Blocks cut into what workers take one by one.

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// One block each, or, where there is a worker for every trial, one trial each: a pack costs about twice as much as one
/// trial alone, so that fewer workers gain nothing by cutting. By the lane law the results are the same.
class BlockParts {
 public:
  BlockParts(std::vector<BlockPlace> blocks, int workers) {
    std::int64_t trials = 0;
    for (const BlockPlace& block : blocks) trials += block.count;
    if (trials > workers) {
      parts_ = std::move(blocks);
      return;
    }
    for (const BlockPlace& block : blocks) {
      auto& whole = blocks_.emplace_back(std::make_unique<Block>());
      whole->result.place = block;
      whole->parts.resize(static_cast<std::size_t>(block.count));
      whole->missing = block.count;
      for (int k = 0; k < block.count; ++k) {
        parts_.push_back({block.cell, block.first + k, 1});
        whole_of_.push_back(whole.get());
      }
    }
  }

  std::size_t size() const { return parts_.size(); }
  const BlockPlace& place(std::size_t part) const { return parts_[part]; }

  /// Hands in a part, from any thread; the whole block once the last of its parts is there.
  std::optional<BlockResult> hand_in(std::size_t part, BlockResult result) {
    if (blocks_.empty()) return result;
    Block& block = *whole_of_[part];
    block.parts[static_cast<std::size_t>(parts_[part].first - block.result.place.first)] = std::move(result);
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
    std::vector<BlockResult> parts;  // a slot each
    std::atomic<int> missing = 0;
  };
  std::vector<BlockPlace> parts_;
  std::vector<std::unique_ptr<Block>> blocks_;  // where they are cut
  std::vector<Block*> whole_of_;                // per part
};

}  // namespace regretta
