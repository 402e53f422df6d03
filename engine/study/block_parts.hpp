#pragma once
/// Blocks cut into what workers take one by one.

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "regretta/engine/study/block.hpp"

namespace regretta {

/// One block each, or, where there is a worker for every trial, one trial each: a pack costs about twice as much as one
/// trial alone, so that fewer workers gain nothing by cutting. By the lane law the results are the same.
class BlockParts {
 public:
  BlockParts(const std::vector<BlockPlace>& blocks, int workers) {
    std::int64_t trials = 0;
    for (const BlockPlace& block : blocks) trials += block.count;
    const bool cut = trials <= workers;
    for (const BlockPlace& block : blocks) {
      const auto whole = static_cast<int>(blocks_.size());
      blocks_.push_back(std::make_unique<Block>());
      blocks_.back()->result.place = block;
      blocks_.back()->missing = cut ? block.count : 1;
      for (int k = 0; k < blocks_.back()->missing; ++k) {
        const BlockPlace part = cut ? BlockPlace{block.cell, block.first + k, 1} : block;
        parts_.push_back({part, whole, k});
        blocks_.back()->parts.emplace_back();
      }
    }
  }

  std::size_t size() const { return parts_.size(); }
  const BlockPlace& place(std::size_t part) const { return parts_[part].place; }

  /// Hands in a part, from any thread; the whole block once the last of its parts is there.
  std::optional<BlockResult> hand_in(std::size_t part, BlockResult result) {
    Block& block = *blocks_[static_cast<std::size_t>(parts_[part].block)];
    block.parts[static_cast<std::size_t>(parts_[part].slot)] = std::move(result);
    if (block.missing.fetch_sub(1, std::memory_order_acq_rel) > 1) return std::nullopt;
    for (BlockResult& piece : block.parts) {
      for (TrialResult& trial : piece.trials) block.result.trials.push_back(std::move(trial));
      block.result.seconds += piece.seconds;
      block.result.processor_seconds += piece.processor_seconds;
    }
    return std::move(block.result);
  }

 private:
  struct Part {
    BlockPlace place;
    int block;
    int slot;
  };
  struct Block {
    BlockResult result;
    std::vector<BlockResult> parts;  // a slot each
    std::atomic<int> missing = 0;
  };
  std::vector<Part> parts_;
  std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace regretta
