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
/// Units are dealt out to the shards like cards, in rounds. A unit is a block, or all blocks of the cells that a stop
/// rule must see together (layout.hpp); units are numbered by cell, then first trial. A hash chooses the shard that
/// each round starts with. Shards therefore differ by at most one unit, and each has a part of every cell that has at
/// least twice as many blocks as there are shards. If expensive cells recur at regular intervals (every third learner
/// is slow), they do not all fall to one shard, as they would if the starting shard advanced regularly.
struct Shard {
  std::int64_t index = 1;  ///< 1..count
  std::int64_t count = 1;

  bool is_whole() const { return count == 1; }
  bool owns(std::int64_t unit) const { return owner(unit) == index; }
  std::int64_t owner(std::int64_t unit) const;  ///< index of the shard that owns the unit
  std::string text() const;                     ///< "2/7"
  bool operator==(const Shard&) const = default;
};

inline constexpr std::int64_t max_shards = 1'000'000;

/// Parses text such as "2/7"; empty unless 1 <= index <= count <= max_shards.
std::optional<Shard> parse_shard(std::string_view text);

/// The blocks of a shard, ordered by cell and first trial.
BlockList planned_blocks(const Layout& layout, const Shard& shard = {});

/// The number of trials in them; an upper limit if there is a stop rule.
std::int64_t planned_trials(const Layout& layout, const Shard& shard = {});

/// Such as "cell 0, trials 0 to 15; cell 2, trials 8 to 11; and 4 more ranges (96 trials in all)". `blocks` is ordered
/// by cell and first trial.
std::string ranges_text(const BlockList& blocks);

}  // namespace regretta
