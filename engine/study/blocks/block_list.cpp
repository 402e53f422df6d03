#include "regretta/engine/study/blocks/block_list.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace regretta {

BlockRange BlockList::Stretch::block(std::int64_t k) const {
  return {cell, first + k * per_block, static_cast<int>(std::min(per_block, trials - k * per_block))};
}

void BlockList::add(const BlockRange& block) {
  ++size_;
  if (!stretches_.empty()) {
    Stretch& last = stretches_.back();
    const bool follows = last.cell == block.cell && last.first + last.trials == block.first;
    if (follows && last.trials % last.per_block == 0 && block.count <= last.per_block) {
      last.trials += block.count;
      return;
    }
  }
  stretches_.push_back({block.cell, block.first, block.count, block.count, size_ - 1});
}

void BlockList::add_trials(std::int64_t cell, std::int64_t first, std::int64_t trials, std::int64_t per_block) {
  if (trials == 0) return;
  stretches_.push_back({cell, first, trials, per_block, size_});
  size_ += stretches_.back().blocks();
}

void BlockList::sort_by_cost(const std::function<double(std::int64_t cell)>& cost) {
  std::map<std::int64_t, double> costs;
  for (const Stretch& stretch : stretches_)
    if (!costs.contains(stretch.cell)) costs[stretch.cell] = cost(stretch.cell);
  const auto key = [&costs](const Stretch& s) { return std::tuple(-costs.at(s.cell), -s.blocks(), s.first); };
  std::ranges::stable_sort(stretches_, {}, key);  // of equal cost: the longest first, so that those left are a prefix
  turns_.clear();
  std::int64_t before = 0;
  for (std::size_t first = 0, end = 0; first < stretches_.size(); first = end) {
    while (end < stretches_.size() && costs.at(stretches_[end].cell) == costs.at(stretches_[first].cell)) ++end;
    std::int64_t round = 0;
    for (std::size_t left = end; left > first; --left) {
      const std::int64_t blocks = stretches_[left - 1].blocks();
      if (blocks == round) continue;
      const auto together = static_cast<std::int64_t>(left - first);
      turns_.push_back({before, first, together, round});
      before += together * (blocks - round);
      round = blocks;
    }
  }
}

std::int64_t BlockList::trials() const {
  std::int64_t trials = 0;
  for (const Stretch& stretch : stretches_) trials += stretch.trials;
  return trials;
}

BlockRange BlockList::operator[](std::int64_t k) const {
  if (turns_.empty()) {
    const Stretch& stretch = *(std::ranges::upper_bound(stretches_, k, {}, &Stretch::before) - 1);
    return stretch.block(k - stretch.before);
  }
  const Turns& turns = *(std::ranges::upper_bound(turns_, k, {}, &Turns::before) - 1);
  const auto [round, place] = std::div(k - turns.before, turns.stretches);
  return stretches_[turns.first + static_cast<std::size_t>(place)].block(turns.round + round);
}

BlockList left_to_play(const BlockList& planned, const BlockList& saved) {
  BlockList left;
  std::int64_t next = 0;  // the first saved block that does not end before the planned one
  for (const BlockRange block : planned) {
    const auto ends_before = [&](const BlockRange& one) {
      return one.cell < block.cell || (one.cell == block.cell && one.end() <= block.first);
    };
    while (next < saved.size() && ends_before(saved[next])) ++next;
    BlockRange piece{block.cell, block.first, 0};  // begins where the last saved trials end
    for (std::int64_t k = next; piece.first < block.end(); ++k) {
      const BlockRange found = k < saved.size() ? saved[k] : BlockRange{};
      const bool is_in = k < saved.size() && found.cell == block.cell && found.first < block.end();
      const std::int64_t end = is_in ? std::max(found.first, piece.first) : block.end();
      if (piece.first % pack_trials != 0 && end > piece.first) piece.first = saved[k - 1].first;
      piece.count = static_cast<int>(end - piece.first);
      if (piece.count > 0) left.add(piece);
      if (!is_in) break;
      piece.first = found.end();
    }
  }
  return left;
}

}  // namespace regretta
