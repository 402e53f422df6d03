#include "regretta/engine/study/blocks/shard.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace regretta {
namespace {

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < 1 || n > max_shards) return std::nullopt;
  return n;
}

}  // namespace

std::int64_t Shard::owner(std::int64_t unit) const {
  auto z = static_cast<std::uint64_t>(unit / count);  // finaliser of SplitMix64; round 0 starts with shard 1
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
  z = (z ^ z >> 27) * 0x94D049BB133111EBU;
  z ^= z >> 31;
  const auto beginning = static_cast<std::int64_t>(z % static_cast<std::uint64_t>(count));
  return (unit % count + beginning) % count + 1;
}

std::string Shard::text() const { return fmt::format("{}/{}", index, count); }

std::optional<Shard> parse_shard(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto index = parse_count(text.substr(0, slash));
  const auto count = parse_count(text.substr(slash + 1));
  if (!index || !count || *index > *count) return std::nullopt;
  return Shard{*index, *count};
}

BlockList planned_blocks(const Layout& layout, const Shard& shard) {
  if (shard.is_whole()) return layout.blocks();
  const BlockList all = layout.blocks();
  BlockList blocks;
  for (const BlockList::Stretch& cell : all.stretches())
    for (std::int64_t first = 0; first < cell.trials; first += cell.per_block)
      if (shard.owns(layout.unit(cell.cell, first))) blocks.add(layout.block_of(cell.cell, first));
  return blocks;
}

std::int64_t planned_trials(const Layout& layout, const Shard& shard) { return planned_blocks(layout, shard).trials(); }

std::string ranges_text(const BlockList& blocks) {
  const std::vector<BlockList::Stretch>& ranges = blocks.stretches();
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t k = 0; k < std::min(ranges.size(), most); ++k)
    text += fmt::format("{}cell {}, trials {} to {}", k == 0 ? "" : "; ", ranges[k].cell, ranges[k].first,
                        ranges[k].first + ranges[k].trials - 1);
  if (ranges.size() > most)
    text += fmt::format("; and {} more range{} ({} trials in all)", ranges.size() - most,
                        ranges.size() == most + 1 ? "" : "s", blocks.trials());
  return text;
}

}  // namespace regretta
