#pragma once
/// Divides the trials of a study into blocks. A block's size and its shard depend on the content of the cell and on the
/// block's first trial only, so that they stay where they are when a study gets other trials or cells. Used wherever
/// blocks are planned, divided into shards, or looked up.

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/stretches.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The most trials that a block may have: one pack, or up to 64 where trials are short, so that a block takes about a
/// millisecond and is read and written as one row of at most 128 kB.
std::int64_t most_per_block(std::int64_t horizon, const TrialShape& shape);

/// The trials of one cell.
struct CellBlocks {
  std::int64_t content = 0;  ///< hash of what the cell is
  std::int64_t first = 0;    ///< number, in the content, of its trial 0
  std::int64_t trials = 0;
  std::int64_t most = pack_trials;  ///< per block
  std::uint64_t dealt_by = 0;       ///< chooses the shard
  bool undivided = false;           ///< a stop rule looks at all of its trials: they belong to one shard

  std::int64_t end() const { return first + trials; }
  /// The size of the block that holds a trial of the content. There are at least 64 blocks before those of another size
  /// than one pack.
  std::int64_t per_block(std::int64_t trial) const;
  /// A number, from 0 on, of the block that holds a trial.
  std::int64_t place(std::int64_t trial) const { return trial / per_block(trial); }
};

/// The blocks of a cell of `study` whose contents, and that of its setting, have these hashes. Cells that a stop rule
/// looks at together belong to one shard.
CellBlocks cell_blocks(const Study& study, std::int64_t horizon, std::size_t num_checkpoints, std::int64_t first,
                       std::int64_t content, std::int64_t setting);

/// The trials that cells have of their contents. In lists of blocks, the first cell of a content stands for all of
/// them, and trials have their numbers in the content.
class Layout {
 public:
  explicit Layout(std::vector<CellBlocks> cells = {});
  std::int64_t cells() const { return static_cast<std::int64_t>(cells_.size()); }
  const CellBlocks& of(std::int64_t cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  std::int64_t trials(std::int64_t cell) const { return of(cell).trials; }
  /// The first cell with this content; -1: there is none.
  std::int64_t first_with(std::int64_t content) const;
  /// The first cell with the same trials: with this content, from the same trial on.
  std::int64_t first_like(std::int64_t cell) const;
  /// How many trials of cells these are: those that two cells have count twice.
  std::int64_t seen(const Stretch& trials) const;
  /// The same blocks, but only those of the first trials[cell] trials of every cell.
  Layout cut_to(const std::vector<std::int64_t>& trials) const;
  /// All blocks, ordered by cell and first trial.
  Stretches blocks() const;

 private:
  using Key = std::pair<std::int64_t, std::int64_t>;  ///< content, cell
  std::span<const Key> with(std::int64_t content) const;
  /// {first, end} of the trials that its cells have.
  std::vector<std::pair<std::int64_t, std::int64_t>> wanted(std::int64_t content) const;

  std::vector<CellBlocks> cells_;
  std::shared_ptr<const std::vector<Key>> by_content_;  ///< ordered
};

/// The trial-rounds of these blocks.
double rounds_in(const Plan& plan, const Stretches& blocks);

/// The blocks of the whole plan; with a stop rule, the largest number that may be needed.
Layout layout_of(const Plan& plan);

}  // namespace regretta
