#pragma once
/// Hands out the trials that a run plays, and assembles their results into blocks. Used by run_blocks and
/// `regretta run --dry-run`.

#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Usually hands out one block at a time. It hands out several blocks of a cell at once if the learner is faster with
/// many trials side by side (trials_at_once), and single trials if there are at least as many workers as trials,
/// because a full pack takes about twice as long as one trial. The results are the same in all cases. Thread-safe.
class Dealer {
 public:
  Dealer(const Plan& plan, const BlockSpans& blocks, int workers);

  /// Returns the trials to play next, those of the most expensive cells first. Cells of equal cost take turns, so that
  /// they have about equally many trials if the run is interrupted. Empty when all trials have been handed out.
  std::optional<BlockRange> take();

  /// The trials that have not been handed out, in no particular order. per_block is the number of trials that are
  /// handed out at a time. Not thread-safe.
  const BlockSpans& left() const { return remaining_; }

  /// Accepts the results of trials that were handed out. Returns the blocks that are now complete.
  std::vector<BlockResult> put(BlockResult played);

 private:
  static std::pair<std::int64_t, std::int64_t> start(const BlockSpan& span) { return {span.cell, span.first}; }
  /// Sets the number of trials that are handed out at a time from each span.
  void set_batch_sizes(const Plan& plan, int workers);
  /// Collects results of a part of a block, and returns the block once it is complete. Parts are single trials, of
  /// which there are at most as many as workers, so that the lock is taken rarely.
  std::optional<BlockResult> put_part(BlockResult part);
  /// Sort key of a span. Spans with the smallest keys are handed out first.
  std::tuple<double, std::int64_t, std::int64_t> sort_key(const BlockSpan& span) const {
    return {-costs_[static_cast<std::size_t>(span.cell)], span.first, span.cell};
  }
  auto by_sort_key() const {
    return [this](const BlockSpan& a, const BlockSpan& b) { return sort_key(a) > sort_key(b); };
  }

  std::vector<double> costs_;  ///< cost of a trial of each cell
  BlockSpans blocks_;          ///< the blocks of the run, ordered by cell and first trial
  std::mutex mutex_;
  BlockSpans remaining_;                          ///< not yet handed out: a heap whose top has the smallest sort_key()
  std::map<BlockRange, BlockResult> unfinished_;  ///< blocks with results of some of their trials
};

}  // namespace regretta
