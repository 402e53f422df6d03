#pragma once
/// The blocks of a study, counted.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// How many trials each cell is to have. Blocks are counted by cell and then first trial.
class Layout {
 public:
  /// cells_together: a rule looks at that many cells in a row with all their trials, so that one shard must have them;
  /// 0: any shard may have any block.
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
  /// 0..num_blocks() - 1, of a block that it has.
  std::int64_t number(std::int64_t cell, std::int64_t first) const {
    return first_block_[static_cast<std::size_t>(cell)] + first / block_trials;
  }
  /// What is dealt out to shards: blocks with the same card stay together.
  std::int64_t card(std::int64_t cell, std::int64_t first) const {
    return cells_together_ > 0 ? cell / cells_together_ : number(cell, first);
  }
  bool deals_blocks() const { return cells_together_ == 0; }
  std::int64_t cells_together() const { return cells_together_; }

  /// All blocks, in order.
  std::vector<BlockPlace> blocks() const;

 private:
  std::vector<std::int64_t> trials_;       ///< per cell
  std::vector<std::int64_t> first_block_;  ///< per cell, and one more
  std::int64_t cells_together_;
};

/// Blocks of the whole plan; with a stop rule, the most that it may come to.
Layout layout_of(const Plan& plan);

}  // namespace regretta
