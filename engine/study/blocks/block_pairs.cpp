#include "regretta/engine/study/blocks/block_pairs.hpp"

#include <algorithm>
#include <iterator>

#include "regretta/engine/study/blocks/forecast.hpp"

namespace regretta {
namespace {

constexpr std::int64_t pair_trials = 2 * pack_trials;
constexpr double least_pairs_per_worker = 4;

}  // namespace

BlockPairs::BlockPairs(const Plan& plan, const BlockList& blocks, int workers,
                       const std::vector<UnfinishedPack>& earlier)
    : paired_(plan.cells.size()) {
  const auto cost_of = [&plan](const BlockList::Stretch& s) {
    return model_cost(plan.cells[static_cast<std::size_t>(s.cell)]);
  };
  double total = 0;
  for (const auto& stretch : blocks.stretches()) total += cost_of(stretch) * static_cast<double>(stretch.trials);
  const double most = total / (least_pairs_per_worker * workers);
  const bool were_alone = any_alone(earlier);
  for (const auto& stretch : blocks.stretches()) {
    const auto cell = static_cast<std::size_t>(stretch.cell);
    const auto state =
        std::ranges::find_if(earlier, [&](const UnfinishedPack& pack) { return pack.cell == stretch.cell; });
    const bool pays =
        state == earlier.end() ? cost_of(stretch) * pair_trials <= most : state->state.lanes == pair_trials;
    if (stretch.per_block == pack_trials && plan.cells[cell].bound_learner.trials_at_once == pair_trials && pays &&
        !were_alone)
      paired_[cell] = std::max(paired_[cell], stretch.first + stretch.trials);
  }
  for (const auto& stretch : blocks.stretches()) add(stretch);
}

void BlockPairs::add(const BlockList::Stretch& stretch) {
  const bool paired = paired_[static_cast<std::size_t>(stretch.cell)] > 0 && stretch.per_block == pack_trials;
  const std::int64_t before = paired ? std::min(stretch.trials, stretch.first % pair_trials) : 0;
  blocks_.add_trials(stretch.cell, stretch.first, before, stretch.per_block);
  blocks_.add_trials(stretch.cell, stretch.first + before, stretch.trials - before,
                     paired ? pair_trials : stretch.per_block);
}

std::vector<BlockResult> BlockPairs::apart(BlockResult result) const {
  std::vector<BlockResult> blocks;
  const bool is_pair = result.range.first < paired_[static_cast<std::size_t>(result.range.cell)] &&
                       result.range.count > pack_trials && result.range.count <= pair_trials;
  if (!is_pair) {
    blocks.push_back(std::move(result));
    return blocks;
  }
  const BlockRange range = result.range;
  for (int before = 0; before < range.count; before += pack_trials) {
    const int count = std::min(pack_trials, range.count - before);
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
