#include "regretta/engine/study/blocks/stretches.hpp"

#include <algorithm>
#include <utility>

namespace regretta {
namespace {

/// Appends trials from .. to - 1 in the blocks of `planned`; the first one begins with trial `begin`, or `from`.
void append_part(Stretches& left, const Stretch& planned, std::int64_t begin, std::int64_t from, std::int64_t to) {
  const std::int64_t end = std::min(to, planned.block_with(from).end());
  append(left, {planned.cell, begin, end - begin, end - begin});
  if (end < to) append(left, {planned.cell, end, to - end, planned.per_block});
}

}  // namespace

BlockRange Stretch::block(std::int64_t k) const {
  return {cell, first + k * per_block, static_cast<int>(std::min(per_block, trials - k * per_block))};
}

void append(Stretches& stretches, const Stretch& more) {
  if (more.trials == 0) return;
  if (!stretches.empty()) {
    Stretch& last = stretches.back();
    const bool follows = last.cell == more.cell && last.end() == more.first && last.trials % last.per_block == 0;
    if (follows && (more.per_block == last.per_block || more.trials <= std::min(more.per_block, last.per_block))) {
      last.trials += more.trials;
      return;
    }
  }
  stretches.push_back(more);
}

std::int64_t trials_in(const Stretches& stretches) {
  std::int64_t trials = 0;
  for (const Stretch& stretch : stretches) trials += stretch.trials;
  return trials;
}

std::int64_t blocks_in(const Stretches& stretches) {
  std::int64_t blocks = 0;
  for (const Stretch& stretch : stretches) blocks += stretch.blocks();
  return blocks;
}

std::int64_t trials_in_both(const Stretches& a, const Stretches& b) {
  std::int64_t trials = 0;
  for (auto one = a.begin(), other = b.begin(); one != a.end() && other != b.end();) {
    if (one->cell == other->cell)
      trials += std::max<std::int64_t>(0, std::min(one->end(), other->end()) - std::max(one->first, other->first));
    ++(std::pair(one->cell, one->end()) < std::pair(other->cell, other->end()) ? one : other);
  }
  return trials;
}

std::vector<BlockRange> blocks_of(const Stretches& stretches) {
  std::vector<BlockRange> blocks;
  for (const Stretch& stretch : stretches)
    for (std::int64_t k = 0; k < stretch.blocks(); ++k) blocks.push_back(stretch.block(k));
  return blocks;
}

Stretches left_to_play(const Stretches& planned, const Stretches& saved) {
  Stretches left;
  auto next = saved.begin();  // the first that does not end before the planned stretch
  for (const Stretch& stretch : planned) {
    const auto ends_before = [&](const Stretch& one) {
      return std::pair(one.cell, one.end()) <= std::pair(stretch.cell, stretch.first);
    };
    next = std::find_if_not(next, saved.end(), ends_before);
    std::int64_t from = stretch.first;  // where the last saved trials end
    for (auto found = next; from < stretch.end(); ++found) {
      const bool is_in = found != saved.end() && found->cell == stretch.cell && found->first < stretch.end();
      const std::int64_t to = is_in ? found->first : stretch.end();
      const bool within_a_pack = from % pack_trials != 0;
      const std::int64_t begin = within_a_pack ? std::prev(found)->block_with(from - 1).first : from;
      if (to > from) append_part(left, stretch, begin, from, to);
      if (!is_in) break;
      from = found->end();
    }
  }
  return left;
}

}  // namespace regretta
