#pragma once
/// A fixed share of a study's blocks, for one machine of several.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/study/blocks/layout.hpp"

namespace regretta {

/// Shard `index` of `count`; 1 of 1 is the whole study.
///
/// The blocks of a study, counted by cell and then first trial, are dealt out like cards (all blocks of some cells are
/// one card where a rule must see them together, see layout.hpp), and every round of the deal begins with a shard that
/// a hash draws. So shards differ by at most one block, each has some of every cell that has twice as many blocks as
/// there are shards, and cells that cost much at regular intervals (every third learner is slow) do not all fall to one
/// shard, as they would if the beginning moved on regularly.
struct Shard {
  std::int64_t index = 1;  ///< 1..count
  std::int64_t count = 1;

  bool is_whole() const { return count == 1; }
  bool owns(std::int64_t card) const { return owner(card) == index; }
  std::int64_t share_of(const Layout& layout) const;  ///< how many of the blocks it owns
  std::int64_t owner(std::int64_t card) const;        ///< index of the shard that has it
  std::string text() const;                           ///< "2/7"
  bool operator==(const Shard&) const = default;
};

inline constexpr std::int64_t max_shards = 1'000'000;

/// "2/7"; empty unless 1 <= 2 <= 7 <= max_shards.
std::optional<Shard> parse_shard(std::string_view text);

/// The blocks of a shard, by cell and first trial.
std::vector<BlockPlace> planned_blocks(const Layout& layout, const Shard& shard = {});

/// "cell 0, trials 0 to 15; cell 2, trials 8 to 11; and 4 more ranges (96 trials in all)" of blocks in that order.
std::string ranges_text(const std::vector<BlockPlace>& blocks);

}  // namespace regretta
