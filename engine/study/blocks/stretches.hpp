#pragma once
/// Lists of blocks that take little memory however long they are: what a run must play, a file holds, or a shard owns.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// Consecutive trials of a cell in blocks of `per_block`; the last block may be shorter.
struct Stretch {
  Stretch(std::int64_t of_cell, std::int64_t first_trial, std::int64_t num_trials, std::int64_t trials_per_block)
      : cell(of_cell), first(first_trial), trials(num_trials), per_block(trials_per_block) {}
  Stretch(const BlockRange& block) : Stretch(block.cell, block.first, block.count, block.count) {}

  std::int64_t cell, first, trials, per_block;

  std::int64_t end() const { return first + trials; }
  std::int64_t blocks() const { return (trials + per_block - 1) / per_block; }
  BlockRange block(std::int64_t k) const;  ///< 0 <= k < blocks()
  BlockRange block_with(std::int64_t trial) const { return block((trial - first) / per_block); }
};

using Stretches = std::vector<Stretch>;

/// Appends to the last stretch if that goes on with blocks of this size.
void append(Stretches& stretches, const Stretch& more);

std::int64_t trials_in(const Stretches& stretches);
std::int64_t blocks_in(const Stretches& stretches);
/// Trials that are in both, each ordered by cell and first trial.
std::int64_t trials_in_both(const Stretches& a, const Stretches& b);
/// One by one.
std::vector<BlockRange> blocks_of(const Stretches& stretches);

/// What is left to play of `planned`, both ordered by cell and first trial: blocks, or parts of blocks, whose trials
/// are not in `saved`, whose blocks may have any size. Where `saved` ends within a pack, the block that ends there is
/// played anew, with the trials that it lacks: half a pack costs as much as a whole one.
Stretches left_to_play(const Stretches& planned, const Stretches& saved);

}  // namespace regretta
