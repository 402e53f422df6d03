#include "regretta/engine/study/blocks/layout.hpp"

#include <algorithm>
#include <numeric>

namespace regretta {

Layout::Layout(std::vector<std::int64_t> trials, std::int64_t cells_together)
    : trials_(std::move(trials)), first_block_{0}, cells_together_(cells_together) {
  for (const std::int64_t n : trials_) first_block_.push_back(first_block_.back() + blocks_per_cell(n));
}

std::int64_t Layout::total_trials() const { return std::accumulate(trials_.begin(), trials_.end(), std::int64_t{0}); }

std::vector<BlockRange> Layout::blocks() const {
  std::vector<BlockRange> result;
  for (std::int64_t cell = 0; cell < cells(); ++cell)
    for (std::int64_t first = 0; first < trials(cell); first += block_trials)
      result.push_back({cell, first, static_cast<int>(std::min<std::int64_t>(block_trials, trials(cell) - first))});
  return result;
}

Layout layout_of(const Plan& plan) {
  const auto same_setting = [&plan](const Cell& cell) { return cell.work == plan.cells.front().work; };
  std::int64_t together = 0;
  if (plan.study.stop) together = plan.study.stop->decide.empty() ? 1 : std::ranges::count_if(plan.cells, same_setting);
  return Layout(std::vector<std::int64_t>(plan.cells.size(), plan.study.trials), together);
}

}  // namespace regretta
