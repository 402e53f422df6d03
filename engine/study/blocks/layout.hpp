#pragma once
/// Divides the trials of a study into blocks, and these into shards, for running it on several machines. A block's size
/// and its shard depend on the content of the cell and on the block's first trial only, so that they stay where they
/// are when a study gets other trials or cells. Used wherever blocks are planned, divided, or looked up.
///
/// Lists of blocks take little memory however long they are: what a run must play, a file holds, or a shard owns.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Consecutive trials of a cell in blocks of `per_block`; the last block may be shorter.
struct BlockSpan {
  BlockSpan(std::int64_t of_cell, std::int64_t first_trial, std::int64_t num_trials, std::int64_t trials_per_block)
      : cell(of_cell), first(first_trial), trials(num_trials), per_block(trials_per_block) {}
  BlockSpan(const BlockRange& block) : BlockSpan(block.cell, block.first, block.count, block.count) {}

  std::int64_t cell, first, trials, per_block;

  std::int64_t end() const { return first + trials; }
  std::int64_t blocks() const { return (trials + per_block - 1) / per_block; }
  BlockRange block(std::int64_t k) const;  ///< 0 <= k < blocks()
  BlockRange block_with(std::int64_t trial) const { return block((trial - first) / per_block); }
};

using BlockSpans = std::vector<BlockSpan>;

/// Appends to the last span if that goes on with blocks of this size.
void append(BlockSpans& spans, const BlockSpan& more);

std::int64_t trials_in(const BlockSpans& spans);
std::int64_t blocks_in(const BlockSpans& spans);
/// Trials that are in both, each ordered by cell and first trial.
std::int64_t trials_in_both(const BlockSpans& a, const BlockSpans& b);
/// One by one.
std::vector<BlockRange> blocks_of(const BlockSpans& spans);

/// What is left to play of `planned`, both ordered by cell and first trial: blocks, or parts of blocks, whose trials
/// are not in `saved`, whose blocks may have any size. Where `saved` ends within a pack, the block that ends there is
/// played anew, with the trials that it lacks: half a pack costs as much as a whole one.
BlockSpans missing_blocks(const BlockSpans& planned, const BlockSpans& saved);

/// The most trials that a block may have: one pack, or up to 64 where trials are short, so that a block takes about a
/// millisecond and is read and written as one row of at most 128 kB.
std::int64_t most_per_block(std::int64_t horizon, const TrialShape& shape);

/// The trials of one cell.
struct CellBlocks {
  std::int64_t content = 0;  ///< hash of what the cell is
  std::int64_t first = 0;    ///< number, in the content, of its trial 0
  std::int64_t trials = 0;
  std::int64_t most = pack_trials;  ///< per block
  std::uint64_t shard_hash = 0;     ///< chooses the shard
  bool in_one_shard = false;        ///< a stop rule looks at all of its trials: they belong to one shard

  std::int64_t end() const { return first + trials; }
  /// The size of the block that holds a trial of the content. There are at least 64 blocks before those of another size
  /// than one pack.
  std::int64_t per_block(std::int64_t trial) const;
  /// A number, from 0 on, of the block that holds a trial.
  std::int64_t block_index(std::int64_t trial) const { return trial / per_block(trial); }
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
  const CellBlocks& at(std::int64_t cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  std::int64_t trials(std::int64_t cell) const { return at(cell).trials; }
  /// The first cell with this content; -1: there is none.
  std::int64_t first_with(std::int64_t content) const;
  /// The first cell with the same trials: with this content, from the same trial on.
  std::int64_t first_equal(std::int64_t cell) const;
  /// How many trials of cells these are: those that two cells have count twice.
  std::int64_t used_trials(const BlockSpan& trials) const;
  /// The same blocks, but only those of the first trials[cell] trials of every cell.
  Layout cut_to(const std::vector<std::int64_t>& trials) const;
  /// All blocks, ordered by cell and first trial.
  BlockSpans blocks() const;

 private:
  using Key = std::pair<std::int64_t, std::int64_t>;  ///< content, cell
  std::span<const Key> with(std::int64_t content) const;
  /// {first, end} of the trials that its cells have.
  std::vector<std::pair<std::int64_t, std::int64_t>> wanted(std::int64_t content) const;

  std::vector<CellBlocks> cells_;
  std::shared_ptr<const std::vector<Key>> by_content_;  ///< ordered
};

/// The trial-rounds of these blocks.
double rounds_in(const Plan& plan, const BlockSpans& blocks);

/// The blocks of the whole plan; with a stop rule, the largest number that may be needed.
Layout layout_of(const Plan& plan);

/// Shard `index` of `count`; 1 of 1 is the whole study.
///
/// The blocks of a cell are dealt out to the shards like cards, beginning with the shard that a hash of the cell
/// chooses: the shares of a cell differ by at most one block of each size. Cells that a stop rule must see together,
/// with all their trials, go to the shard that their hash chooses (layout.hpp). As neither depends on what else is in
/// the study, each shard keeps what it has when trials, learners or levels are added.
struct Shard {
  std::int64_t index = 1;  ///< 1..count
  std::int64_t count = 1;

  bool is_whole() const { return count == 1; }
  bool owns(const CellBlocks& cell, std::int64_t trial) const { return owner(cell, trial) == index; }
  std::int64_t owner(const CellBlocks& cell, std::int64_t trial) const;  ///< index of the shard that owns it
  std::string text() const;                                              ///< "2/7"
  bool operator==(const Shard&) const = default;
};

inline constexpr std::int64_t max_shards = 1'000'000;

/// Parses text such as "2/7"; empty unless 1 <= index <= count <= max_shards.
std::optional<Shard> parse_shard(std::string_view text);

/// The blocks of a shard, ordered by cell and first trial.
BlockSpans planned_blocks(const Layout& layout, const Shard& shard = {});

/// The number of trials of cells in them; an upper limit if there is a stop rule.
std::int64_t planned_trials(const Layout& layout, const Shard& shard = {});

/// Such as "cell 0, trials 0 to 15; cell 2, trials 8 to 11; and 4 more ranges (96 trials in all)". `blocks` is ordered
/// by cell and first trial.
std::string ranges_text(const BlockSpans& blocks);

}  // namespace regretta
