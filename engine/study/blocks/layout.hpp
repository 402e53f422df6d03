#pragma once
/// Numbers the blocks of a study. Used wherever blocks are planned, divided into shards, or looked up.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The number of trials of each cell. Blocks are numbered by cell, then first trial.
class Layout {
 public:
  /// cells_together: the number of consecutive cells that a stop rule looks at together, with all their trials, so that
  /// they must be in one shard; 0: any shard may have any block.
  explicit Layout(std::vector<std::int64_t> trials, std::int64_t cells_together = 0);
  Layout(std::int64_t cells, std::int64_t trials)
      : Layout(std::vector<std::int64_t>(static_cast<std::size_t>(cells), trials)) {}

  std::int64_t cells() const { return static_cast<std::int64_t>(trials_.size()); }
  std::int64_t trials(std::int64_t cell) const { return trials_[static_cast<std::size_t>(cell)]; }
  std::int64_t total_trials() const;
  std::int64_t num_blocks() const { return first_block_.back(); }

  /// Whether the cell has a block that begins with this trial.
  bool has(std::int64_t cell, std::int64_t first) const {
    return cell >= 0 && cell < cells() && first >= 0 && first < trials(cell) && first % block_trials == 0;
  }
  /// The number, 0..num_blocks() - 1, of a block for which has() is true.
  std::int64_t number(std::int64_t cell, std::int64_t first) const {
    return first_block_[static_cast<std::size_t>(cell)] + first / block_trials;
  }
  /// The unit in which blocks are assigned to shards: blocks of the same unit stay together.
  std::int64_t unit(std::int64_t cell, std::int64_t first) const {
    return cells_together_ > 0 ? cell / cells_together_ : number(cell, first);
  }
  bool deals_blocks() const { return cells_together_ == 0; }
  std::int64_t cells_together() const { return cells_together_; }

  /// All blocks, in order.
  std::vector<BlockRange> blocks() const;

 private:
  std::vector<std::int64_t> trials_;       ///< per cell
  std::vector<std::int64_t> first_block_;  ///< per cell, and num_blocks() at the end
  std::int64_t cells_together_;
};

/// The blocks of the whole plan; with a stop rule, the largest number that may be needed.
Layout layout_of(const Plan& plan);

}  // namespace regretta
