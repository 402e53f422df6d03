#include "regretta/engine/study/blocks/dealer.hpp"

#include <algorithm>
#include <iterator>

namespace regretta {

Dealer::Dealer(const Plan& plan, const BlockSpans& blocks, int workers) : blocks_(blocks), remaining_(blocks) {
  for (const Cell& cell : plan.cells) costs_.push_back(model_cost(cell));
  std::ranges::sort(blocks_, {}, start);
  set_batch_sizes(plan, workers);
  std::ranges::make_heap(remaining_, by_sort_key());
}

/// Two packs are handed out together only if the run costs at least four such pairs per worker. Batches, which are
/// larger than a pair, are limited so that every worker can get one.
void Dealer::set_batch_sizes(const Plan& plan, int workers) {
  constexpr std::int64_t trials_in_pair = 2 * pack_trials;
  constexpr double min_pairs_per_worker = 4;
  const auto trials_at_once = [&plan](const BlockSpan& span) -> std::int64_t {
    return plan.cells[static_cast<std::size_t>(span.cell)].bound_learner.trials_at_once;
  };
  const auto cost = [this](const BlockSpan& span, std::int64_t trials) {
    return costs_[static_cast<std::size_t>(span.cell)] * static_cast<double>(trials);
  };
  const bool has_worker_per_trial = trials_in(remaining_) <= workers;
  double total_cost = 0;
  std::int64_t batched_trials = 0;
  for (const BlockSpan& span : remaining_) {
    total_cost += cost(span, span.trials);
    if (trials_at_once(span) > trials_in_pair) batched_trials += span.trials;
  }
  for (BlockSpan& span : remaining_) {
    const std::int64_t max_batch = trials_at_once(span), size = span.per_block;
    if (has_worker_per_trial) {
      span.per_block = 1;
    } else if (max_batch > trials_in_pair) {
      const std::int64_t share_of_worker = (batched_trials + workers - 1) / workers;
      span.per_block *= std::max<std::int64_t>(1, std::min(max_batch / size, (share_of_worker + size - 1) / size));
    } else if (max_batch == trials_in_pair && size == pack_trials &&
               cost(span, trials_in_pair) * min_pairs_per_worker * workers <= total_cost) {
      span.per_block = trials_in_pair;
    }
  }
}

std::optional<BlockRange> Dealer::take() {
  const std::lock_guard lock(mutex_);
  if (remaining_.empty()) return std::nullopt;
  std::ranges::pop_heap(remaining_, by_sort_key());
  BlockSpan& span = remaining_.back();
  const BlockRange taken = span.block(0);
  span.first += taken.count;
  span.trials -= taken.count;
  if (span.trials == 0) {
    remaining_.pop_back();
  } else {
    std::ranges::push_heap(remaining_, by_sort_key());
  }
  return taken;
}

std::optional<BlockResult> Dealer::put_part(BlockResult part) {
  const std::lock_guard lock(mutex_);
  const BlockRange range = part.range;
  BlockResult& block = unfinished_[range];
  block.range = range;
  block.seconds += part.seconds;
  block.processor_seconds += part.processor_seconds;
  std::ranges::move(part.trials, std::back_inserter(block.trials));
  if (std::ssize(block.trials) < range.count) return std::nullopt;
  std::ranges::sort(block.trials, {}, &TrialResult::trial);
  BlockResult whole = std::move(block);
  unfinished_.erase(range);
  return whole;
}

std::vector<BlockResult> Dealer::put(BlockResult played) {
  const BlockRange batch = played.range;
  const BlockSpan& span = *std::prev(std::ranges::upper_bound(blocks_, std::pair(batch.cell, batch.first), {}, start));
  std::vector<BlockResult> whole;
  for (auto trial = played.trials.begin(); trial != played.trials.end();) {
    const BlockRange range = span.block_with(trial->trial);
    const std::int64_t count = std::min(range.end(), batch.end()) - trial->trial;
    const double share = static_cast<double>(count) / batch.count;
    BlockResult part{range, {}, played.seconds * share, played.processor_seconds * share};
    std::ranges::move(trial, trial + count, std::back_inserter(part.trials));
    trial += count;
    if (count == range.count) {
      whole.push_back(std::move(part));
    } else if (auto block = put_part(std::move(part))) {
      whole.push_back(std::move(*block));
    }
  }
  return whole;
}

}  // namespace regretta
