#pragma once
/// Divides the trials of a study into blocks. A block's size and its shard depend on what the cell is and on the
/// block's first trial only, so that they stay where they are when a study gets other trials or cells. Used wherever
/// blocks are planned, divided into shards, or looked up.

#include <cstdint>
#include <string_view>
#include <vector>

#include "regretta/engine/study/blocks/stretches.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The most trials that a block may have: one pack, or up to 64 where trials are short, so that a block takes about a
/// millisecond and is read and written as one row of at most 128 kB.
std::int64_t most_per_block(std::int64_t horizon, const TrialShape& shape);

/// The trials of one cell.
struct CellBlocks {
  std::int64_t trials = 0;
  std::int64_t most = pack_trials;  ///< per block
  std::uint64_t content = 0;        ///< a hash of what the cell is
  bool undivided = false;           ///< a stop rule looks at all of its trials: they belong to one shard

  /// The size of the block that holds a trial; the last block of the cell may be shorter. A cell has at least 64 blocks
  /// before those of another size than one pack.
  std::int64_t per_block(std::int64_t trial) const;
  /// A number, from 0 on, of the block that holds a trial.
  std::int64_t place(std::int64_t trial) const { return trial / per_block(trial); }
};

/// The blocks of a cell of `study`. With a stop rule they are single packs, because its looks end between packs, and
/// cells that the rule looks at together have the same hash. content: Cell::content.
CellBlocks cell_blocks(const Study& study, std::int64_t horizon, std::size_t num_checkpoints, std::string_view content);

class Layout {
 public:
  /// cells_together: the number of consecutive cells that a stop rule looks at together, with all their trials; 0 if
  /// there is none.
  explicit Layout(std::vector<CellBlocks> cells = {}, std::int64_t cells_together = 0)
      : cells_(std::move(cells)), cells_together_(cells_together) {}

  std::int64_t cells() const { return static_cast<std::int64_t>(cells_.size()); }
  const CellBlocks& of(std::int64_t cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  std::int64_t trials(std::int64_t cell) const { return of(cell).trials; }
  std::int64_t cells_together() const { return cells_together_; }

  bool has_trial(std::int64_t cell, std::int64_t trial) const {
    return cell >= 0 && cell < cells() && trial >= 0 && trial < trials(cell);
  }
  /// Whether these may be saved trials of the study: whole packs, except at the end of what a study once had.
  bool has(const BlockRange& range) const {
    return has_trial(range.cell, range.first) && range.first % pack_trials == 0 && range.count >= 1 &&
           range.count <= trials(range.cell) - range.first;
  }
  /// The block that holds a trial of the cell.
  BlockRange block_of(std::int64_t cell, std::int64_t trial) const;

  /// The same blocks, but only those of the first trials[cell] trials of every cell.
  Layout cut_to(const std::vector<std::int64_t>& trials) const;

  /// All blocks, ordered by cell and first trial.
  Stretches blocks() const;

 private:
  std::vector<CellBlocks> cells_;
  std::int64_t cells_together_;
};

/// The trial-rounds of these blocks.
double rounds_in(const Plan& plan, const Stretches& blocks);

/// The blocks of the whole plan; with a stop rule, the largest number that may be needed.
Layout layout_of(const Plan& plan);

}  // namespace regretta
