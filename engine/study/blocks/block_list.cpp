#include "regretta/engine/study/blocks/block_list.hpp"

#include <algorithm>
#include <map>

namespace regretta {

void BlockList::add(const BlockRange& block) {
  if (!stretches_.empty()) {
    Stretch& last = stretches_.back();
    const bool follows = last.cell == block.cell && last.first + last.trials == block.first;
    if (follows && last.trials % last.per_block == 0 && block.count <= last.per_block) {
      last.trials += block.count;
      return;
    }
  }
  stretches_.push_back({block.cell, block.first, block.count, block.count, size()});
}

void BlockList::add_cell(std::int64_t cell, std::int64_t trials, std::int64_t per_block) {
  if (trials > 0) stretches_.push_back({cell, 0, trials, per_block, size()});
}

void BlockList::sort_by_cost(const std::function<double(std::int64_t cell)>& cost) {
  std::map<std::int64_t, double> costs;
  for (const Stretch& stretch : stretches_)
    if (!costs.contains(stretch.cell)) costs[stretch.cell] = cost(stretch.cell);
  std::ranges::stable_sort(stretches_, [&costs](const Stretch& a, const Stretch& b) {
    const double cost_a = costs.at(a.cell), cost_b = costs.at(b.cell);
    return cost_a != cost_b ? cost_a > cost_b : a.first < b.first;
  });
  std::int64_t before = 0;
  for (Stretch& stretch : stretches_) {
    stretch.before = before;
    before += stretch.blocks();
  }
}

std::int64_t BlockList::trials() const {
  std::int64_t trials = 0;
  for (const Stretch& stretch : stretches_) trials += stretch.trials;
  return trials;
}

BlockRange BlockList::operator[](std::int64_t k) const {
  const Stretch& stretch = *(std::ranges::upper_bound(stretches_, k, {}, &Stretch::before) - 1);
  const std::int64_t skipped = (k - stretch.before) * stretch.per_block;
  return {stretch.cell, stretch.first + skipped,
          static_cast<int>(std::min(stretch.per_block, stretch.trials - skipped))};
}

}  // namespace regretta
