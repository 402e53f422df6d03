#pragma once
/// Plays the trials of cells that mean the same (plan/alike.hpp) once: blocks that are wanted of several are handed out
/// for one of them, and its results are stored for each. Used by run_blocks.

#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/block_list.hpp"
#include "regretta/engine/study/plan/alike.hpp"

namespace regretta {

class AlikeBlocks {
 public:
  AlikeBlocks(const Plan& plan, const BlockList& given) {
    const std::vector<std::int64_t> firsts = same_as(plan);
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>, std::int64_t> players;
    for (const BlockList::Stretch& stretch : given.stretches()) {
      const std::int64_t meaning = firsts[static_cast<std::size_t>(stretch.cell)];
      const auto [player, is_new] =
          players.try_emplace({meaning, stretch.first, stretch.trials, stretch.per_block}, stretch.cell);
      if (is_new) {
        blocks_.add_trials(stretch.cell, stretch.first, stretch.trials, stretch.per_block);
      } else {
        others_[{player->second, stretch.first, stretch.first + stretch.trials}].push_back(stretch.cell);
      }
    }
  }

  /// The blocks to play. Where a file has those of one cell and not of another, the other's are among them.
  const BlockList& blocks() const { return blocks_; }

  /// Calls put(copy) with a block of blocks() as that of every other cell of which it was wanted, too; takes no time.
  template <class Put>
  void for_each_copy(const BlockResult& played, Put put) const {
    const BlockRange& range = played.range;
    const auto after = others_.upper_bound({range.cell, range.first, max_trials});
    if (after == others_.begin()) return;
    const auto& [place, cells] = *std::prev(after);
    const auto& [cell, first, end] = place;
    if (cell != range.cell || range.first >= end) return;
    for (const std::int64_t other : cells) {
      BlockResult copy = played;
      copy.range.cell = other;
      copy.seconds = copy.processor_seconds = 0;
      put(std::move(copy));
    }
  }

 private:
  using Place = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  ///< cell, first trial, end: of a stretch

  BlockList blocks_;
  std::map<Place, std::vector<std::int64_t>> others_;  ///< cells
};

}  // namespace regretta
