#include "regretta/engine/study/blocks/joined_blocks.hpp"

#include <algorithm>
#include <iterator>

#include "regretta/engine/study/plan/work.hpp"

namespace regretta {
namespace {

constexpr std::int64_t pair_trials = 2 * pack_trials;
constexpr double least_pairs_per_worker = 4;

/// How many trials are handed out together, for every cell and length of its blocks; 0: only those of a block.
class Sizes {
 public:
  Sizes(const Plan& plan, const BlockList& given, int workers) : plan_(plan) {
    double cost = 0;
    std::int64_t in_batches = 0;
    for (const auto& stretch : given.stretches()) {
      cost += cost_of_trial(stretch) * static_cast<double>(stretch.trials);
      if (at_once(stretch) > pair_trials) in_batches += stretch.trials;
    }
    most_cost_ = cost / (least_pairs_per_worker * workers);
    most_in_batch_ = (in_batches + workers - 1) / workers;
  }

  std::int64_t together(const BlockList::Stretch& stretch) const {
    const std::int64_t most = at_once(stretch);
    if (most > pair_trials) {
      const std::int64_t share = (most_in_batch_ + stretch.per_block - 1) / stretch.per_block;
      const std::int64_t blocks = std::min(most / stretch.per_block, share);
      return blocks > 1 ? blocks * stretch.per_block : 0;
    }
    const bool pays = cost_of_trial(stretch) * pair_trials <= most_cost_;
    return most == pair_trials && stretch.per_block == pack_trials && pays ? pair_trials : 0;
  }

 private:
  const Cell& cell_of(const BlockList::Stretch& stretch) const {
    return plan_.cells[static_cast<std::size_t>(stretch.cell)];
  }
  double cost_of_trial(const BlockList::Stretch& stretch) const { return model_cost(cell_of(stretch)); }
  std::int64_t at_once(const BlockList::Stretch& stretch) const {
    return cell_of(stretch).bound_learner.trials_at_once;
  }

  const Plan& plan_;
  double most_cost_ = 0;            ///< of a pair
  std::int64_t most_in_batch_ = 0;  ///< trials
};

}  // namespace

JoinedBlocks::JoinedBlocks(const Plan& plan, const BlockList& given, int workers) {
  const Sizes sizes(plan, given, workers);
  for (const auto& stretch : given.stretches()) add(stretch, sizes.together(stretch));
}

void JoinedBlocks::add(const BlockList::Stretch& stretch, std::int64_t together) {
  if (together == 0) {
    blocks_.add_trials(stretch.cell, stretch.first, stretch.trials, stretch.per_block);
    return;
  }
  blocks_.add_trials(stretch.cell, stretch.first, stretch.trials, together);
  joined_.emplace(std::pair(stretch.cell, stretch.first), stretch);
}

std::vector<BlockResult> JoinedBlocks::apart(BlockResult result) const {
  std::vector<BlockResult> blocks;
  const BlockRange range = result.range;
  const auto after = joined_.upper_bound({range.cell, range.first});
  const BlockList::Stretch* stretch = after == joined_.begin() ? nullptr : &std::prev(after)->second;
  const bool is_joined = stretch != nullptr && stretch->cell == range.cell &&
                         range.first < stretch->first + stretch->trials && range.count > stretch->per_block;
  if (!is_joined) {
    blocks.push_back(std::move(result));
    return blocks;
  }
  const int size = static_cast<int>(stretch->per_block);
  for (int before = 0; before < range.count; before += size) {
    const int count = std::min(size, range.count - before);
    const double share = static_cast<double>(count) / range.count;
    const auto from = std::make_move_iterator(result.trials.begin() + before);
    blocks.push_back({.range = {range.cell, range.first + before, count},
                      .trials = std::vector<TrialResult>(from, from + count),
                      .seconds = result.seconds * share,
                      .processor_seconds = result.processor_seconds * share});
  }
  return blocks;
}

}  // namespace regretta
