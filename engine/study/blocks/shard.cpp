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

std::int64_t Shard::owner(const CellBlocks& cell, std::int64_t trial) const {
  const auto beginning = static_cast<std::int64_t>(cell.dealt_by % static_cast<std::uint64_t>(count));
  return (beginning + (cell.undivided ? 0 : cell.place(trial))) % count + 1;
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

Stretches planned_blocks(const Layout& layout, const Shard& shard) {
  if (shard.is_whole()) return layout.blocks();
  Stretches blocks;
  for (const Stretch& stretch : layout.blocks())
    for (std::int64_t k = 0; k < stretch.blocks(); ++k)
      if (const BlockRange block = stretch.block(k); shard.owns(layout.of(block.cell), block.first))
        append(blocks, block);
  return blocks;
}

std::int64_t planned_trials(const Layout& layout, const Shard& shard) {
  std::int64_t trials = 0;
  for (const Stretch& stretch : planned_blocks(layout, shard)) trials += layout.seen(stretch);
  return trials;
}

std::string ranges_text(const Stretches& blocks) {
  Stretches ranges;
  for (const Stretch& stretch : blocks) append(ranges, {stretch.cell, stretch.first, stretch.trials, 1});
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t k = 0; k < std::min(ranges.size(), most); ++k)
    text += fmt::format("{}cell {}, trials {} to {}", k == 0 ? "" : "; ", ranges[k].cell, ranges[k].first,
                        ranges[k].end() - 1);
  if (ranges.size() > most)
    text += fmt::format("; and {} more range{} ({} trials in all)", ranges.size() - most,
                        ranges.size() == most + 1 ? "" : "s", trials_in(blocks));
  return text;
}

}  // namespace regretta
