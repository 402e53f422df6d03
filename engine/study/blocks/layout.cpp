#include "regretta/engine/study/blocks/layout.hpp"

#include <algorithm>
#include <bit>

#include <xxhash.h>

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

CellBlocks cell_blocks(const Study& study, std::int64_t horizon, std::size_t num_checkpoints,
                       std::string_view content) {
  const bool together = study.stop && study.stop->is_of_settings();
  const std::string_view shared = together ? content.substr(0, content.size() / 2) : content;  // that of the setting
  return {.trials = study.trials,
          .most = study.stop ? pack_trials : most_per_block(horizon, study.quantities.shape(num_checkpoints)),
          .content = XXH3_64bits(shared.data(), shared.size()),
          .undivided = study.stop.has_value()};
}

BlockRange Layout::block_of(std::int64_t cell, std::int64_t trial) const {
  const std::int64_t size = of(cell).per_block(trial), first = trial - trial % size;
  return {cell, first, static_cast<int>(std::min(size, trials(cell) - first))};
}

Layout Layout::cut_to(const std::vector<std::int64_t>& trials) const {
  std::vector<CellBlocks> cells = cells_;
  for (std::size_t k = 0; k < cells.size(); ++k) cells[k].trials = trials[k];
  return Layout(std::move(cells), cells_together_);
}

Stretches Layout::blocks() const {
  Stretches blocks;
  for (std::int64_t cell = 0; cell < cells(); ++cell)
    for (std::int64_t first = 0, end = 0; first < trials(cell); first = end) {
      const std::int64_t size = of(cell).per_block(first);
      end = size == of(cell).most ? trials(cell) : std::min(trials(cell), 2 * blocks_before * size);
      append(blocks, {cell, first, end - first, size});
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
  const auto same_setting = [&plan](const Cell& cell) { return cell.work == plan.cells.front().work; };
  std::int64_t together = 0;
  if (plan.study.stop)
    together = plan.study.stop->is_of_settings() ? std::ranges::count_if(plan.cells, same_setting) : 1;
  std::vector<CellBlocks> cells;
  for (const Cell& cell : plan.cells)
    cells.push_back(
        cell_blocks(plan.study, cell.problem().horizon, cell.work->without_facts().checkpoints.size(), cell.content));
  return Layout(std::move(cells), together);
}

}  // namespace regretta
