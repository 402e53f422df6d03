#pragma once
/// Hands out the trials that a run plays, and makes blocks of what comes back. Used by run_blocks and
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

/// Hands out block by block; or several blocks of a cell whose learner plays more trials side by side faster than one
/// after the other (trials_at_once); or single trials, if there is a worker for each, because a full pack costs about
/// twice as much as one trial. The results are the same (lane law). Thread-safe.
class Dealer {
 public:
  Dealer(const Plan& plan, const BlockSpans& blocks, int workers);

  /// What to play next: trials of the most expensive cells first. Cells of the same cost take turns, so that a run that
  /// is stopped has got about as far in each. Nothing when all has been handed out.
  std::optional<BlockRange> take();

  /// What has not been handed out, in no order; each of its blocks will be handed out as a whole. Not thread-safe.
  const BlockSpans& left() const { return left_; }

  /// Accepts the results of what was handed out. Returns the blocks that are complete with them.
  std::vector<BlockResult> put(BlockResult played);

 private:
  static std::pair<std::int64_t, std::int64_t> place(const BlockSpan& span) { return {span.cell, span.first}; }
  void hand_out_together(const Plan& plan, int workers);
  /// Keeps some trials of a block; returns it with the last of them. The only results that meet behind a lock: single
  /// trials, of which there are no more than workers.
  std::optional<BlockResult> put_part(BlockResult part);
  /// The least is handed out first.
  std::tuple<double, std::int64_t, std::int64_t> order(const BlockSpan& span) const {
    return {-costs_[static_cast<std::size_t>(span.cell)], span.first, span.cell};
  }
  auto by_order() const {
    return [this](const BlockSpan& a, const BlockSpan& b) { return order(a) > order(b); };
  }

  std::vector<double> costs_;  ///< of a trial of each cell
  BlockSpans given_;           ///< ordered by cell and first trial
  std::mutex mutex_;
  BlockSpans left_;                               ///< a heap
  std::map<BlockRange, BlockResult> unfinished_;  ///< blocks of which some trials are there
};

}  // namespace regretta
