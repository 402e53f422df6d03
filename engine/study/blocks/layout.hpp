#pragma once
/// Divides the trials of a study into blocks and numbers them. Used wherever blocks are planned, divided into shards,
/// or looked up.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/blocks/block_list.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The trials of one cell, in blocks of `per_block` (the last one may be shorter).
struct CellBlocks {
  std::int64_t trials = 0;
  std::int64_t per_block = pack_trials;

  std::int64_t blocks() const { return (trials + per_block - 1) / per_block; }
};

/// Trials per block: one pack, or up to 64 where trials are short, so that a block takes about a millisecond and is
/// read and written as one row of at most 128 kB. A cell has at least 64 blocks unless they are single packs. All runs
/// and shards of a study use the same number.
std::int64_t trials_per_block(std::int64_t horizon, const TrialShape& shape, std::int64_t trials);

/// The blocks of a cell of `study`. With a stop rule they are single packs, because its looks end between packs.
CellBlocks cell_blocks(const Study& study, std::int64_t horizon, std::size_t num_checkpoints);

/// Blocks are numbered by cell, then first trial.
class Layout {
 public:
  /// cells_together: the number of consecutive cells that a stop rule looks at together, with all their trials, so that
  /// they must be in one shard; 0: any shard may have any block.
  explicit Layout(std::vector<CellBlocks> cells = {}, std::int64_t cells_together = 0);

  std::int64_t cells() const { return static_cast<std::int64_t>(cells_.size()); }
  std::int64_t trials(std::int64_t cell) const { return at(cell).trials; }
  std::int64_t num_blocks() const { return first_block_.back(); }

  /// Whether the cell has a block that begins with this trial.
  bool has(std::int64_t cell, std::int64_t first) const {
    return has_trial(cell, first) && first % at(cell).per_block == 0;
  }
  bool has_trial(std::int64_t cell, std::int64_t trial) const {
    return cell >= 0 && cell < cells() && trial >= 0 && trial < trials(cell);
  }
  /// The block that holds a trial of the cell.
  BlockRange block_of(std::int64_t cell, std::int64_t trial) const;
  /// The block with this number, 0..num_blocks() - 1.
  BlockRange block(std::int64_t number) const;
  /// The number of a block for which has() is true.
  std::int64_t number(std::int64_t cell, std::int64_t first) const {
    return first_block_[static_cast<std::size_t>(cell)] + first / at(cell).per_block;
  }
  /// The unit in which blocks are assigned to shards: blocks of the same unit stay together.
  std::int64_t unit(std::int64_t cell, std::int64_t first) const {
    return cells_together_ > 0 ? cell / cells_together_ : number(cell, first);
  }
  std::int64_t cells_together() const { return cells_together_; }

  /// The same blocks, but only those of the first trials[cell] trials of every cell.
  Layout cut_to(const std::vector<std::int64_t>& trials) const;

  /// All blocks, in order.
  BlockList blocks() const;

 private:
  const CellBlocks& at(std::int64_t cell) const { return cells_[static_cast<std::size_t>(cell)]; }

  std::vector<CellBlocks> cells_;
  std::vector<std::int64_t> first_block_;  ///< per cell, and num_blocks() at the end
  std::int64_t cells_together_;
};

/// The trial-rounds of these blocks.
double rounds_in(const Plan& plan, const BlockList& blocks);

/// The blocks of the whole plan; with a stop rule, the largest number that may be needed.
Layout layout_of(const Plan& plan);

}  // namespace regretta
