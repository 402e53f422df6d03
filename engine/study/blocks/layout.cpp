#include "regretta/engine/study/blocks/layout.hpp"

#include <algorithm>
#include <bit>

namespace regretta {
namespace {

constexpr std::int64_t rounds_per_block = 65'536;
constexpr std::int64_t bytes_per_block = 131'072;
constexpr std::int64_t blocks_per_cell = 64;
constexpr std::int64_t most_packs = 64;

}  // namespace

std::int64_t trials_per_block(std::int64_t horizon, const TrialShape& shape, std::int64_t trials) {
  const auto bytes = static_cast<std::int64_t>(sizeof(double) * shape.numbers());
  const std::int64_t wanted = std::min({rounds_per_block / horizon, bytes_per_block / bytes, trials / blocks_per_cell});
  const auto packs = static_cast<std::uint64_t>(std::clamp<std::int64_t>(wanted / pack_trials, 1, most_packs));
  return pack_trials * static_cast<std::int64_t>(std::bit_floor(packs));
}

CellBlocks cell_blocks(const Study& study, std::int64_t horizon, std::size_t num_checkpoints) {
  return {study.trials,
          study.stop ? pack_trials : trials_per_block(horizon, study.quantities.shape(num_checkpoints), study.trials)};
}

Layout::Layout(std::vector<CellBlocks> cells, std::int64_t cells_together)
    : cells_(std::move(cells)), first_block_{0}, cells_together_(cells_together) {
  for (const CellBlocks& cell : cells_) first_block_.push_back(first_block_.back() + cell.blocks());
}

BlockRange Layout::block_of(std::int64_t cell, std::int64_t trial) const {
  const std::int64_t first = trial - trial % at(cell).per_block;
  return {cell, first, static_cast<int>(std::min(at(cell).per_block, trials(cell) - first))};
}

BlockRange Layout::block(std::int64_t number) const {
  const auto cell = std::ranges::upper_bound(first_block_, number) - first_block_.begin() - 1;
  return block_of(cell, (number - first_block_[static_cast<std::size_t>(cell)]) * at(cell).per_block);
}

Layout Layout::cut_to(const std::vector<std::int64_t>& trials) const {
  std::vector<CellBlocks> cells = cells_;
  for (std::size_t k = 0; k < cells.size(); ++k) cells[k].trials = trials[k];
  return Layout(std::move(cells), cells_together_);
}

BlockList Layout::blocks() const {
  BlockList blocks;
  for (std::int64_t cell = 0; cell < cells(); ++cell) blocks.add_trials(cell, 0, trials(cell), at(cell).per_block);
  return blocks;
}

double rounds_in(const Plan& plan, const BlockList& blocks) {
  double rounds = 0;
  for (const BlockList::Stretch& stretch : blocks.stretches())
    rounds += static_cast<double>(plan.cells[static_cast<std::size_t>(stretch.cell)].problem().horizon) *
              static_cast<double>(stretch.trials);
  return rounds;
}

Layout layout_of(const Plan& plan) {
  const auto same_setting = [&plan](const Cell& cell) { return cell.work == plan.cells.front().work; };
  std::int64_t together = 0;
  if (plan.study.stop) together = plan.study.stop->decide.empty() ? 1 : std::ranges::count_if(plan.cells, same_setting);
  std::vector<CellBlocks> cells;
  for (const Cell& cell : plan.cells)
    cells.push_back(cell_blocks(plan.study, cell.problem().horizon, cell.work->without_facts().checkpoints.size()));
  return Layout(std::move(cells), together);
}

}  // namespace regretta
