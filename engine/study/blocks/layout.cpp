#include "regretta/engine/study/blocks/layout.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace regretta {
namespace {

/// Appends the missing trials from, ..., to - 1, and before them the saved trials begin, ..., from - 1, which are
/// played again because their block ends within a pack. The first block ends with the planned block that contains
/// `from`; the others are as planned.
void append_part(BlockSpans& gaps, const BlockSpan& planned, std::int64_t begin, std::int64_t from, std::int64_t to) {
  const std::int64_t end = std::min(to, planned.block_with(from).end());
  append(gaps, {planned.cell, begin, end - begin, end - begin});
  if (end < to) append(gaps, {planned.cell, end, to - end, planned.per_block});
}

}  // namespace

BlockRange BlockSpan::block(std::int64_t k) const {
  return {cell, first + k * per_block, static_cast<int>(std::min(per_block, trials - k * per_block))};
}

void append(BlockSpans& spans, const BlockSpan& more) {
  if (more.trials == 0) return;
  if (!spans.empty()) {
    BlockSpan& last = spans.back();
    const bool follows = last.cell == more.cell && last.end() == more.first && last.trials % last.per_block == 0;
    if (follows && (more.per_block == last.per_block || more.trials <= std::min(more.per_block, last.per_block))) {
      last.trials += more.trials;
      return;
    }
  }
  spans.push_back(more);
}

std::int64_t trials_in(const BlockSpans& spans) {
  std::int64_t trials = 0;
  for (const BlockSpan& span : spans) trials += span.trials;
  return trials;
}

std::int64_t blocks_in(const BlockSpans& spans) {
  std::int64_t blocks = 0;
  for (const BlockSpan& span : spans) blocks += span.blocks();
  return blocks;
}

std::int64_t trials_in_both(const BlockSpans& a, const BlockSpans& b) {
  std::int64_t trials = 0;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (left->cell == right->cell)
      trials += std::max<std::int64_t>(0, std::min(left->end(), right->end()) - std::max(left->first, right->first));
    ++(std::pair(left->cell, left->end()) < std::pair(right->cell, right->end()) ? left : right);
  }
  return trials;
}

std::vector<BlockRange> blocks_of(const BlockSpans& spans) {
  std::vector<BlockRange> blocks;
  for (const BlockSpan& span : spans)
    for (std::int64_t k = 0; k < span.blocks(); ++k) blocks.push_back(span.block(k));
  return blocks;
}

BlockSpans missing_blocks(const BlockSpans& planned, const BlockSpans& saved) {
  BlockSpans missing;
  auto next = saved.begin();  // the first saved span that does not end before the planned span
  for (const BlockSpan& span : planned) {
    const auto ends_before = [&](const BlockSpan& earlier) {
      return std::pair(earlier.cell, earlier.end()) <= std::pair(span.cell, span.first);
    };
    next = std::find_if_not(next, saved.end(), ends_before);
    std::int64_t from = span.first;  // where the last saved trials end
    for (auto found = next; from < span.end(); ++found) {
      const bool overlaps = found != saved.end() && found->cell == span.cell && found->first < span.end();
      const std::int64_t to = overlaps ? found->first : span.end();
      const bool is_within_pack = from % pack_trials != 0;
      const std::int64_t begin = is_within_pack ? std::prev(found)->block_with(from - 1).first : from;
      if (to > from) append_part(missing, span, begin, from, to);
      if (!overlaps) break;
      from = found->end();
    }
  }
  return missing;
}

namespace {

constexpr std::int64_t rounds_per_block = 65'536;  // about a millisecond
constexpr std::int64_t bytes_per_block = 131'072;
constexpr std::int64_t blocks_before =
    64;  // a block of several packs has at most 1/64 as many trials as come before it
constexpr std::int64_t max_packs = 64;

/// The number of trials of the largest power of two of packs that `trials` fill, or of one pack.
std::int64_t whole_packs(std::int64_t trials, std::int64_t max_packs_per_block) {
  const auto packs = static_cast<std::uint64_t>(std::clamp<std::int64_t>(trials / pack_trials, 1, max_packs_per_block));
  return pack_trials * static_cast<std::int64_t>(std::bit_floor(packs));
}

}  // namespace

std::int64_t most_per_block(std::int64_t horizon, const TrialShape& shape) {
  const auto bytes = static_cast<std::int64_t>(sizeof(double) * shape.numbers());
  return whole_packs(std::min(rounds_per_block / horizon, bytes_per_block / bytes), max_packs);
}

std::int64_t CellBlocks::per_block(std::int64_t trial) const {
  return whole_packs(trial / blocks_before, most / pack_trials);
}

CellBlocks cell_blocks(const Study& study, std::int64_t horizon, std::size_t num_checkpoints, std::int64_t first,
                       std::int64_t content, std::int64_t setting) {
  const bool shards_by_setting = study.stop && study.stop->is_of_settings();
  return {.content = content,
          .first = first,
          .trials = study.trials,
          .most = most_per_block(horizon, study.quantities.shape(num_checkpoints)),
          .shard_hash = static_cast<std::uint64_t>(shards_by_setting ? setting : content),
          .in_one_shard = study.stop.has_value()};
}

Layout::Layout(std::vector<CellBlocks> cells) : cells_(std::move(cells)) {
  std::vector<Key> keys;
  for (const CellBlocks& cell : cells_) keys.emplace_back(cell.content, std::ssize(keys));
  std::ranges::sort(keys);
  by_content_ = std::make_shared<const std::vector<Key>>(std::move(keys));
}

std::span<const Layout::Key> Layout::keys_with(std::int64_t content) const {
  const auto first = std::ranges::lower_bound(*by_content_, content, {}, &Key::first);
  return {first, std::ranges::upper_bound(first, by_content_->end(), content, {}, &Key::first)};
}

std::int64_t Layout::first_with(std::int64_t content) const {
  const std::span<const Key> cells = keys_with(content);
  return cells.empty() ? -1 : cells.front().second;
}

std::int64_t Layout::first_equal(std::int64_t cell) const {
  for (const auto& [content, candidate] : keys_with(at(cell).content))
    if (at(candidate).first == at(cell).first) return candidate;
  return cell;
}

std::int64_t Layout::used_trials(const BlockSpan& trials) const {
  std::int64_t count = 0;
  for (const auto& [content, cell] : keys_with(at(trials.cell).content))
    count += std::max<std::int64_t>(0, std::min(trials.end(), at(cell).end()) - std::max(trials.first, at(cell).first));
  return count;
}

Layout Layout::cut_to(const std::vector<std::int64_t>& trials) const {
  Layout cut = *this;
  for (std::size_t k = 0; k < trials.size(); ++k) cut.cells_[k].trials = trials[k];
  return cut;
}

std::vector<std::pair<std::int64_t, std::int64_t>> Layout::trial_ranges(std::int64_t content) const {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges, joined;
  for (const auto& [same, cell] : keys_with(content))
    if (at(cell).trials > 0) ranges.emplace_back(at(cell).first, at(cell).end());
  std::ranges::sort(ranges);
  for (const auto& [first, end] : ranges)
    if (!joined.empty() && first <= joined.back().second) {
      joined.back().second = std::max(joined.back().second, end);
    } else {
      joined.emplace_back(first, end);
    }
  return joined;
}

BlockSpans Layout::blocks() const {
  BlockSpans blocks;
  for (std::int64_t cell = 0; cell < cells(); ++cell) {
    if (first_with(at(cell).content) != cell) continue;
    for (auto [first, end] : trial_ranges(at(cell).content))
      while (first < end) {
        const std::int64_t size = at(cell).per_block(first), size_doubles_at = 2 * blocks_before * size;
        const std::int64_t offset = first % size;  // > 0 if the cell begins in the middle of a block
        const std::int64_t to = offset > 0 ? first - offset + size : size == at(cell).most ? end : size_doubles_at;
        append(blocks, {cell, first, std::min(to, end) - first, offset > 0 ? size - offset : size});
        first = std::min(to, end);
      }
  }
  return blocks;
}

double rounds_in(const Plan& plan, const BlockSpans& blocks) {
  double rounds = 0;
  for (const BlockSpan& span : blocks)
    rounds += static_cast<double>(plan.cells[static_cast<std::size_t>(span.cell)].problem().horizon) *
              static_cast<double>(span.trials);
  return rounds;
}

Layout layout_of(const Plan& plan) {
  std::vector<CellBlocks> cells;
  for (const Cell& cell : plan.cells)
    cells.push_back(cell_blocks(plan.study, cell.problem().horizon, cell.work->without_facts().checkpoints.size(),
                                cell.first_trial, cell.content->hash, cell.work->content()->hash));
  return Layout(std::move(cells));
}

namespace {

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < 1 || n > max_shards) return std::nullopt;
  return n;
}

}  // namespace

std::int64_t Shard::owner(const CellBlocks& cell, std::int64_t trial) const {
  const auto first_shard = static_cast<std::int64_t>(cell.shard_hash % static_cast<std::uint64_t>(count));
  return (first_shard + (cell.in_one_shard ? 0 : cell.block_index(trial))) % count + 1;
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

BlockSpans planned_blocks(const Layout& layout, const Shard& shard) {
  if (shard.is_whole()) return layout.blocks();
  BlockSpans blocks;
  for (const BlockSpan& span : layout.blocks())
    for (std::int64_t k = 0; k < span.blocks(); ++k)
      if (const BlockRange block = span.block(k); shard.owns(layout.at(block.cell), block.first)) append(blocks, block);
  return blocks;
}

std::int64_t planned_trials(const Layout& layout, const Shard& shard) {
  std::int64_t trials = 0;
  for (const BlockSpan& span : planned_blocks(layout, shard)) trials += layout.used_trials(span);
  return trials;
}

std::string ranges_text(const BlockSpans& blocks) {
  BlockSpans ranges;
  for (const BlockSpan& span : blocks) append(ranges, {span.cell, span.first, span.trials, 1});
  constexpr std::size_t max_ranges = 3;
  std::string text;
  for (std::size_t k = 0; k < std::min(ranges.size(), max_ranges); ++k)
    text += fmt::format("{}cell {}, trials {} to {}", k == 0 ? "" : "; ", ranges[k].cell, ranges[k].first,
                        ranges[k].end() - 1);
  if (ranges.size() > max_ranges)
    text += fmt::format("; and {} more range{} ({} trials in all)", ranges.size() - max_ranges,
                        ranges.size() == max_ranges + 1 ? "" : "s", trials_in(blocks));
  return text;
}

}  // namespace regretta
