#include "regretta/engine/study/blocks/layout.hpp"

#include <algorithm>
#include <bit>

namespace regretta {
namespace {

constexpr std::int64_t rounds_per_block = 65'536;
constexpr std::int64_t bytes_per_block = 131'072;
constexpr std::int64_t blocks_before = 64;
constexpr std::int64_t most_packs = 64;

std::int64_t whole_packs(std::int64_t trials, std::int64_t most) {
  const auto packs = static_cast<std::uint64_t>(std::clamp<std::int64_t>(trials / pack_trials, 1, most));
  return pack_trials * static_cast<std::int64_t>(std::bit_floor(packs));
}

}  // namespace

std::int64_t most_per_block(std::int64_t horizon, const TrialShape& shape) {
  const auto bytes = static_cast<std::int64_t>(sizeof(double) * shape.numbers());
  return whole_packs(std::min(rounds_per_block / horizon, bytes_per_block / bytes), most_packs);
}

std::int64_t CellBlocks::per_block(std::int64_t trial) const {
  return whole_packs(trial / blocks_before, most / pack_trials);
}

CellBlocks cell_blocks(const Study& study, std::int64_t horizon, std::size_t num_checkpoints, std::int64_t first,
                       std::int64_t content, std::int64_t setting) {
  const bool together = study.stop && study.stop->is_of_settings();
  return {.content = content,
          .first = first,
          .trials = study.trials,
          .most = most_per_block(horizon, study.quantities.shape(num_checkpoints)),
          .dealt_by = static_cast<std::uint64_t>(together ? setting : content),
          .undivided = study.stop.has_value()};
}

Layout::Layout(std::vector<CellBlocks> cells) : cells_(std::move(cells)) {
  std::vector<Key> keys;
  for (const CellBlocks& cell : cells_) keys.emplace_back(cell.content, std::ssize(keys));
  std::ranges::sort(keys);
  by_content_ = std::make_shared<const std::vector<Key>>(std::move(keys));
}

std::span<const Layout::Key> Layout::with(std::int64_t content) const {
  const auto first = std::ranges::lower_bound(*by_content_, content, {}, &Key::first);
  return {first, std::ranges::upper_bound(first, by_content_->end(), content, {}, &Key::first)};
}

std::int64_t Layout::first_with(std::int64_t content) const {
  const std::span<const Key> cells = with(content);
  return cells.empty() ? -1 : cells.front().second;
}

std::int64_t Layout::first_like(std::int64_t cell) const {
  for (const auto& [content, other] : with(of(cell).content))
    if (of(other).first == of(cell).first) return other;
  return cell;
}

std::int64_t Layout::seen(const Stretch& trials) const {
  std::int64_t count = 0;
  for (const auto& [content, cell] : with(of(trials.cell).content))
    count += std::max<std::int64_t>(0, std::min(trials.end(), of(cell).end()) - std::max(trials.first, of(cell).first));
  return count;
}

Layout Layout::cut_to(const std::vector<std::int64_t>& trials) const {
  Layout cut = *this;
  for (std::size_t k = 0; k < trials.size(); ++k) cut.cells_[k].trials = trials[k];
  return cut;
}

std::vector<std::pair<std::int64_t, std::int64_t>> Layout::wanted(std::int64_t content) const {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges, joined;
  for (const auto& [same, cell] : with(content))
    if (of(cell).trials > 0) ranges.emplace_back(of(cell).first, of(cell).end());
  std::ranges::sort(ranges);
  for (const auto& [first, end] : ranges)
    if (!joined.empty() && first <= joined.back().second) {
      joined.back().second = std::max(joined.back().second, end);
    } else {
      joined.emplace_back(first, end);
    }
  return joined;
}

Stretches Layout::blocks() const {
  Stretches blocks;
  for (std::int64_t cell = 0; cell < cells(); ++cell) {
    if (first_with(of(cell).content) != cell) continue;
    for (auto [first, end] : wanted(of(cell).content))
      while (first < end) {
        const std::int64_t size = of(cell).per_block(first), next = 2 * blocks_before * size;
        const std::int64_t within = first % size;  // of a cell that begins in the middle of a block
        const std::int64_t to = within > 0 ? first - within + size : size == of(cell).most ? end : next;
        append(blocks, {cell, first, std::min(to, end) - first, within > 0 ? size - within : size});
        first = std::min(to, end);
      }
  }
  return blocks;
}

double rounds_in(const Plan& plan, const Stretches& blocks) {
  double rounds = 0;
  for (const Stretch& stretch : blocks)
    rounds += static_cast<double>(plan.cells[static_cast<std::size_t>(stretch.cell)].problem().horizon) *
              static_cast<double>(stretch.trials);
  return rounds;
}

Layout layout_of(const Plan& plan) {
  std::vector<CellBlocks> cells;
  for (const Cell& cell : plan.cells)
    cells.push_back(cell_blocks(plan.study, cell.problem().horizon, cell.work->without_facts().checkpoints.size(),
                                cell.first_trial, cell.content->hash, cell.work->content()->hash));
  return Layout(std::move(cells));
}

}  // namespace regretta
