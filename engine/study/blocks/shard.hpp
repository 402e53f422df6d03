#pragma once
/// Shards: fixed shares of the blocks of a study, for running it on several machines.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "regretta/engine/study/blocks/layout.hpp"

namespace regretta {

/// Shard `index` of `count`; 1 of 1 is the whole study.
///
/// The blocks of a cell are dealt out to the shards like cards, beginning with the shard that a hash of the cell
/// chooses: the shares of a cell differ by at most one block of each size. Cells that a stop rule must see together,
/// with all their trials, go to the shard that their hash chooses (layout.hpp). As neither depends on what else is in
/// the study, each shard keeps what it has when trials, learners or levels are added.
struct Shard {
  std::int64_t index = 1;  ///< 1..count
  std::int64_t count = 1;

  bool is_whole() const { return count == 1; }
  bool owns(const CellBlocks& cell, std::int64_t trial) const { return owner(cell, trial) == index; }
  std::int64_t owner(const CellBlocks& cell, std::int64_t trial) const;  ///< index of the shard that owns it
  std::string text() const;                                              ///< "2/7"
  bool operator==(const Shard&) const = default;
};

inline constexpr std::int64_t max_shards = 1'000'000;

/// Parses text such as "2/7"; empty unless 1 <= index <= count <= max_shards.
std::optional<Shard> parse_shard(std::string_view text);

/// The blocks of a shard, ordered by cell and first trial.
Stretches planned_blocks(const Layout& layout, const Shard& shard = {});

/// The number of trials of cells in them; an upper limit if there is a stop rule.
std::int64_t planned_trials(const Layout& layout, const Shard& shard = {});

/// Such as "cell 0, trials 0 to 15; cell 2, trials 8 to 11; and 4 more ranges (96 trials in all)". `blocks` is ordered
/// by cell and first trial.
std::string ranges_text(const Stretches& blocks);

}  // namespace regretta
