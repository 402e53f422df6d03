#pragma once
/// Divides the trials of a study into blocks, and the blocks into shards, which run on different machines. The size and
/// the shard of a block depend only on the content of its cell and on its first trial, so that they do not change when
/// trials or cells are added to a study. Used wherever blocks are planned, divided, or looked up.
///
/// Lists of blocks are stored as spans, so that they take little memory however many blocks they have.

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
  BlockSpan(std::int64_t cell_index, std::int64_t first_trial, std::int64_t num_trials, std::int64_t trials_per_block)
      : cell(cell_index), first(first_trial), trials(num_trials), per_block(trials_per_block) {}
  BlockSpan(const BlockRange& block) : BlockSpan(block.cell, block.first, block.count, block.count) {}

  std::int64_t cell, first, trials, per_block;

  std::int64_t end() const { return first + trials; }
  std::int64_t blocks() const { return (trials + per_block - 1) / per_block; }  ///< number of blocks
  BlockRange block(std::int64_t k) const;                                       ///< the k-th block, 0 <= k < blocks()
  BlockRange block_with(std::int64_t trial) const { return block((trial - first) / per_block); }
};

using BlockSpans = std::vector<BlockSpan>;

/// Appends blocks. Extends the last span if the sizes of the blocks allow it.
void append(BlockSpans& spans, const BlockSpan& more);

std::int64_t trials_in(const BlockSpans& spans);
std::int64_t blocks_in(const BlockSpans& spans);
/// Number of trials that are in both lists, each of which must be ordered by cell and first trial.
std::int64_t trials_in_both(const BlockSpans& a, const BlockSpans& b);
/// The single blocks of all spans.
std::vector<BlockRange> blocks_of(const BlockSpans& spans);

/// The blocks of `planned`, or parts of them, whose trials are not in `saved`. Both lists must be ordered by cell and
/// first trial; saved blocks may have any size. A saved block that ends within a pack is played again together with the
/// missing trials of that pack, because half a pack costs as much as a whole one.
BlockSpans missing_blocks(const BlockSpans& planned, const BlockSpans& saved);

/// The most trials that a block may have: one pack, or up to 64 where trials are short, so that a block takes about a
/// millisecond and is read and written as one row of at most 128 kB.
std::int64_t most_per_block(std::int64_t horizon, const TrialShape& shape);

/// The trials of one cell, and how they are divided into blocks and shards.
struct CellBlocks {
  std::int64_t content = 0;  ///< hash of the cell's content (plan/content.hpp)
  std::int64_t first = 0;    ///< number of the cell's trial 0 within its content
  std::int64_t trials = 0;
  std::int64_t most = pack_trials;  ///< maximum number of trials per block
  std::uint64_t shard_hash = 0;     ///< hash that determines the (first) shard
  bool in_one_shard = false;        ///< whether all trials belong to one shard, as a stop rule must see them together

  std::int64_t end() const { return first + trials; }
  /// Number of trials of the block with this trial of the content: one pack at first, then larger, up to `most`.
  std::int64_t per_block(std::int64_t trial) const;
  /// Index of the block with this trial, from 0, as if all blocks before it had its size.
  std::int64_t block_index(std::int64_t trial) const { return trial / per_block(trial); }
};

/// The blocks of a cell of `study`. `content` and `setting`: hashes of the contents of the cell and of its setting.
/// Cells that a stop rule looks at together belong to one shard.
CellBlocks cell_blocks(const Study& study, std::int64_t horizon, std::size_t num_checkpoints, std::int64_t first,
                       std::int64_t content, std::int64_t setting);

/// The trials of each cell among those of its content. In lists of blocks, the first cell of a content stands for all
/// cells with that content, and trials are numbered within the content.
class Layout {
 public:
  explicit Layout(std::vector<CellBlocks> cells = {});
  std::int64_t cells() const { return static_cast<std::int64_t>(cells_.size()); }
  const CellBlocks& at(std::int64_t cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  std::int64_t trials(std::int64_t cell) const { return at(cell).trials; }
  /// The first cell with this content; -1 if there is none.
  std::int64_t first_with(std::int64_t content) const;
  /// The first cell with the same trials: the same content from the same trial on.
  std::int64_t first_equal(std::int64_t cell) const;
  /// The number of `trials` that belong to cells; a trial of two cells counts twice.
  std::int64_t used_trials(const BlockSpan& trials) const;
  /// The same layout with only the first trials[cell] trials of each cell.
  Layout cut_to(const std::vector<std::int64_t>& trials) const;
  /// All blocks, ordered by cell and first trial.
  BlockSpans blocks() const;

 private:
  using Key = std::pair<std::int64_t, std::int64_t>;  ///< content, cell
  std::span<const Key> keys_with(std::int64_t content) const;
  /// The trials of the cells with this content, as disjoint ranges {first, end}.
  std::vector<std::pair<std::int64_t, std::int64_t>> trial_ranges(std::int64_t content) const;

  std::vector<CellBlocks> cells_;
  std::shared_ptr<const std::vector<Key>> by_content_;  ///< sorted
};

/// The total number of rounds of all trials of these blocks.
double rounds_in(const Plan& plan, const BlockSpans& blocks);

/// The layout of the whole plan; with a stop rule, for the maximum number of trials.
Layout layout_of(const Plan& plan);

/// Shard `index` of `count`; 1 of 1 is the whole study.
///
/// The blocks of a cell are assigned to the shards in turn, beginning with the shard that a hash of the cell
/// determines, so that the shares of a cell differ by at most one block of each size. Cells that a stop rule looks at
/// together go to the shard that their common hash determines, with all their trials. Since neither assignment depends
/// on the rest of the study, every shard keeps its blocks when trials, learners or values of parameters are added.
struct Shard {
  std::int64_t index = 1;  ///< 1..count
  std::int64_t count = 1;

  bool is_whole() const { return count == 1; }
  bool owns(const CellBlocks& cell, std::int64_t trial) const { return owner(cell, trial) == index; }
  std::int64_t owner(const CellBlocks& cell, std::int64_t trial) const;  ///< index of the shard that owns the trial
  std::string text() const;                                              ///< "2/7"
  bool operator==(const Shard&) const = default;
};

inline constexpr std::int64_t max_shards = 1'000'000;

/// Parses text such as "2/7"; empty unless 1 <= index <= count <= max_shards.
std::optional<Shard> parse_shard(std::string_view text);

/// The blocks of a shard, ordered by cell and first trial.
BlockSpans planned_blocks(const Layout& layout, const Shard& shard = {});

/// The number of trials of cells in the blocks of a shard; an upper limit if there is a stop rule.
std::int64_t planned_trials(const Layout& layout, const Shard& shard = {});

/// A text such as "cell 0, trials 0 to 15; cell 2, trials 8 to 11; and 4 more ranges (96 trials in all)". `blocks` is
/// ordered by cell and first trial.
std::string ranges_text(const BlockSpans& blocks);

}  // namespace regretta
