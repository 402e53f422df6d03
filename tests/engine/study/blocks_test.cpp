// Blocks: their sizes, positions and bytes. The dealer: the order and the sizes of the batches that workers get, and
// the assembly of their results into blocks.

#include <algorithm>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include "../study_fakes.hpp"

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/dealer.hpp"
#include "regretta/engine/study/blocks/layout.hpp"

namespace regretta {
namespace {

TEST(Layout, BlocksAreWholePacksAndLargeOnlyWhereTrialsAreShort) {
  EXPECT_EQ(most_per_block(100'000, {.checkpoints = 33}), 8);
  EXPECT_EQ(most_per_block(1, {.checkpoints = 1}), 512);
  for (const std::int64_t horizon : {1, 100, 3000, 1'000'000})
    for (const std::size_t points : {1U, 33U, 1000U}) {
      const std::int64_t max_block = most_per_block(horizon, {.checkpoints = points});
      EXPECT_EQ(max_block % pack_trials, 0);
      if (max_block == pack_trials) continue;
      EXPECT_LE(max_block * horizon, 65'536);
      EXPECT_LE(max_block * static_cast<std::int64_t>(8 * num_quantities + sizeof(CurvePoint) * points), 131'072);
    }
}

TEST(Layout, BlocksStayWhereTheyAreWhenTrialsAreAdded) {
  for (const std::int64_t max_block : {8, 64, 512})
    for (const std::int64_t trials : {1, 20, 1000, 1024, 5000, 100'000}) {
      const auto before = blocks_of(Layout({{.trials = trials, .most = max_block}}).blocks());
      const auto after = blocks_of(Layout({{.trials = 2 * trials + 3, .most = max_block}}).blocks());
      EXPECT_EQ(before.back().end(), trials);
      std::int64_t end = 0;
      for (std::size_t k = 0; k < before.size(); ++k) {
        EXPECT_EQ(before[k].first, end);
        end = before[k].end();
        EXPECT_EQ(before[k].first, after[k].first);
        if (end < trials) {
          EXPECT_EQ(before[k].count, after[k].count);
        }
        if (before[k].count > pack_trials) {
          EXPECT_GE(before[k].first, 64 * before[k].count) << "larger blocks come after 64 blocks of each smaller size";
        }
      }
    }
}

TEST(Layout, CellsWithTheSameContentShareTrials) {
  const Layout layout({{.content = 7, .trials = 20},
                       {.content = -1, .trials = 0},
                       {.content = 7, .first = 16, .trials = 24},
                       {.content = 9, .first = 1040, .trials = 40, .most = 64},
                       {.content = 7, .first = 160, .trials = 8}});
  EXPECT_EQ(blocks_of(layout.blocks()), (std::vector<BlockRange>{{0, 0, 8},
                                                                 {0, 8, 8},
                                                                 {0, 16, 8},
                                                                 {0, 24, 8},
                                                                 {0, 32, 8},
                                                                 {0, 160, 8},
                                                                 {3, 1040, 16},
                                                                 {3, 1056, 16},
                                                                 {3, 1072, 8}}));
  EXPECT_EQ(layout.first_with(7), 0);
  EXPECT_EQ(layout.first_with(8), -1);
  EXPECT_EQ(layout.used_trials({0, 16, 8, 8}), 4 + 8) << "trials that two cells share count twice";
  EXPECT_EQ(planned_trials(layout), 20 + 24 + 40 + 8);
  EXPECT_EQ(trials_in(layout.cut_to({8, 0, 0, 16, 0}).blocks()), 24);
}

TEST(BlockSpans, MissingBlocksComplementSavedBlocksOfAnySize) {
  const auto list = [](const std::vector<BlockRange>& blocks) {
    BlockSpans result;
    for (const BlockRange& block : blocks) append(result, block);
    return result;
  };
  const auto missing = [&](const BlockSpans& planned, const std::vector<BlockRange>& saved) {
    return blocks_of(missing_blocks(planned, list(saved)));
  };
  using Blocks = std::vector<BlockRange>;
  const BlockSpans packs = list({{0, 0, 8}, {0, 8, 8}, {0, 16, 8}, {1, 0, 8}, {1, 8, 4}});
  EXPECT_EQ(missing(packs, {}), (Blocks{{0, 0, 8}, {0, 8, 8}, {0, 16, 8}, {1, 0, 8}, {1, 8, 4}}));
  EXPECT_EQ(missing(packs, {{0, 0, 24}, {1, 0, 12}}), Blocks{});
  EXPECT_EQ(missing(packs, {{0, 0, 16}, {1, 0, 8}}), (Blocks{{0, 16, 8}, {1, 8, 4}}));
  EXPECT_EQ(missing(packs, {{0, 8, 4}, {1, 8, 1}}), (Blocks{{0, 0, 8}, {0, 8, 8}, {0, 16, 8}, {1, 0, 8}, {1, 8, 4}}))
      << "the trials of an incomplete pack are played again";
  EXPECT_EQ(missing(packs, {{0, 0, 20}, {1, 0, 9}}), (Blocks{{0, 0, 24}, {1, 0, 12}}));
  const BlockSpans large = list({{2, 0, 64}, {2, 64, 64}});
  EXPECT_EQ(missing(large, {{2, 8, 8}, {2, 32, 16}, {2, 64, 64}}), (Blocks{{2, 0, 8}, {2, 16, 16}, {2, 48, 16}}));
  EXPECT_EQ(missing(large, {{2, 0, 13}, {2, 32, 96}}), (Blocks{{2, 0, 32}}));
  EXPECT_EQ(missing(large, {{2, 56, 13}}), (Blocks{{2, 0, 56}, {2, 56, 72}})) << "saved trials reach the next block";
  EXPECT_EQ(missing_blocks({{0, 0, 4'000'000'000, 8}}, {{0, 800, 8, 8}}).size(), 2U);
}

BlockResult unusual_block() {
  BlockResult block{{3, 16, 4}, {}, 0.5, 0};
  for (std::int64_t k = 0; k < 4; ++k) {
    TrialResult trial;
    trial.trial = 16 + k;
    std::ranges::fill(trial.quantities, 1.0 / static_cast<double>(3 + k));
    trial.curve.push_back({1, -0.0, std::nan(""), HUGE_VAL});
    trial.curve.push_back({5e-324, 2, 3, 4});
    if (k % 2 == 1) trial.failure = Failure{k, k == 1 ? "" : "why, \"because\"\n"};
    block.trials.push_back(trial);
  }
  make_canonical(block, {.checkpoints = 2});
  return block;
}

TEST(BlockBytes, ReadBackToTheSameBytes) {
  const BlockResult block = unusual_block();
  const std::vector<std::byte> bytes = block_bytes(block);
  BlockResult read{block.range, {}, 0, 0};
  ASSERT_TRUE(read_block_bytes(bytes, {.checkpoints = 2}, read));
  EXPECT_EQ(block_bytes(read), bytes);
  ASSERT_TRUE(read.trials[3].failure.has_value());
  EXPECT_EQ(read.trials[3].failure->message, "why, \"because\"\n");
  EXPECT_FALSE(read.trials[2].failure.has_value());
  EXPECT_EQ(read.trials[2].trial, 18);
}

TEST(BlockBytes, TruncatedOrInvalidBytesAreRejected) {
  const BlockResult block = unusual_block();
  std::vector<std::byte> bytes = block_bytes(block);
  const std::size_t numbers = 4 * (8 * num_quantities + 2 * sizeof(CurvePoint));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    BlockResult read{block.range, {}, 0, 0};
    const bool ends_between_failures = size == numbers || size == numbers + 24;  // 24: a failure with no message
    EXPECT_EQ(read_block_bytes(std::span(bytes).first(size), {.checkpoints = 2}, read), ends_between_failures) << size;
  }
  const auto refused = [&](std::size_t position, std::int64_t value) {
    std::vector<std::byte> changed = bytes;
    std::memcpy(changed.data() + numbers + 8 * position, &value, sizeof value);
    BlockResult read{block.range, {}, 0, 0};
    return !read_block_bytes(changed, {.checkpoints = 2}, read);
  };
  EXPECT_FALSE(refused(0, 1));
  for (const std::int64_t trial : {std::int64_t{-1}, std::int64_t{4}, INT64_MAX}) EXPECT_TRUE(refused(0, trial));
  EXPECT_TRUE(refused(0, 3)) << "failures are not in the order of their trials";
  EXPECT_TRUE(refused(1, -1)) << "the round of a failure is negative";
  for (const std::int64_t length : {std::int64_t{-1}, std::int64_t{1000}, INT64_MAX}) EXPECT_TRUE(refused(2, length));
}

TEST(BlockBytes, ChecksumCoversRangeAndBytes) {
  const BlockResult block = unusual_block();
  const std::vector<std::byte> bytes = block_bytes(block);
  const std::string checksum = block_checksum(3, 16, 4, bytes);
  EXPECT_EQ(checksum.size(), 16U);
  for (const BlockRange& range : {BlockRange{2, 16, 4}, BlockRange{3, 8, 4}, BlockRange{3, 16, 5}})
    EXPECT_NE(block_checksum(range.cell, range.first, range.count, bytes), checksum);
  std::vector<std::byte> flipped = bytes;
  flipped[77] ^= std::byte{1};
  EXPECT_NE(block_checksum(3, 16, 4, flipped), checksum);
}

/// Three cells of the same cost. The learner of cell 0 plays one pack at a time, the others two.
Plan three_cells() {
  Plan plan = fakes::plan_of(
      "[study]\ntrials = 64\nhorizon = 1_000\n[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = \"cautious\"\n"
      "beta = [0.1, 0.2, 0.3]\n");
  for (std::size_t k = 1; k < plan.cells.size(); ++k) plan.cells[k].bound_learner.trials_at_once = 2 * pack_trials;
  return plan;
}

/// The trials of all three cells from 0 on, and further trials of cell 1 after a gap, as in a resumed run.
const BlockSpans spans_of_three_cells = {{0, 0, 205, 8}, {1, 0, 205, 8}, {1, 808, 100, 8}, {2, 0, 205, 8}};

BlockResult result_of(const BlockRange& range) {
  BlockResult result{range, {}, 16, 8};
  for (std::int64_t trial = range.first; trial < range.end(); ++trial) result.trials.emplace_back().trial = trial;
  return result;
}

/// Deals all trials of `blocks`, and expects the results to be these blocks. Returns the batches in the order of
/// dealing.
std::vector<BlockRange> deal(const Plan& plan, const BlockSpans& blocks, int workers) {
  Dealer dealer(plan, blocks, workers);
  std::vector<BlockRange> batches, blocks_put;
  while (const auto range = dealer.take()) batches.push_back(*range);
  double seconds = 0;
  for (auto range = batches.rbegin(); range != batches.rend(); ++range)  // results may come back in any order
    for (const BlockResult& block : dealer.put(result_of(*range))) {
      blocks_put.push_back(block.range);
      seconds += block.seconds;
      EXPECT_EQ(std::ssize(block.trials), block.range.count);
      for (std::size_t k = 0; k < block.trials.size(); ++k)
        EXPECT_EQ(block.trials[k].trial, block.range.first + static_cast<std::int64_t>(k));
    }
  std::ranges::sort(blocks_put);
  EXPECT_EQ(blocks_put, blocks_of(blocks));
  EXPECT_NEAR(seconds, 16 * static_cast<double>(batches.size()), 1e-9);
  return batches;
}

std::int64_t count_pairs(const std::vector<BlockRange>& batches, std::int64_t cell) {
  return std::ranges::count_if(
      batches, [cell](const BlockRange& range) { return range.cell == cell && range.count > pack_trials; });
}

TEST(Dealer, PairsOfPacksAreDealtOnlyIfEveryWorkerGetsSeveral) {
  const auto batches = deal(three_cells(), spans_of_three_cells, 2);
  EXPECT_EQ(count_pairs(batches, 0), 0) << "the learner of cell 0 plays one pack at a time";
  EXPECT_EQ(count_pairs(batches, 1), 13 + 6);
  EXPECT_EQ(count_pairs(batches, 2), 13);
  EXPECT_EQ(count_pairs(deal(three_cells(), spans_of_three_cells, 64), 2), 0) << "workers would be left without blocks";
  const auto large = deal(three_cells(), {{1, 0, 1024, 8}, {1, 1024, 1024, 16}, {1, 2048, 6400, 64}}, 2);
  EXPECT_EQ(large.size(), 64U + 64U + 100U) << "large blocks are not divided";
}

TEST(Dealer, EveryWorkerGetsABatch) {
  Plan plan = three_cells();
  plan.cells[0].bound_learner.trials_at_once = 1024;
  const auto counts = [&](std::int64_t trials, int workers) {
    std::vector<int> of_cell;
    for (const BlockRange& range : deal(plan, {{0, 0, trials, 8}, {2, 0, 64, 8}}, workers))
      if (range.cell == 0) of_cell.push_back(range.count);
    return of_cell;
  };
  EXPECT_EQ(counts(2000, 1), (std::vector{1024, 976}));
  EXPECT_EQ(counts(2000, 4), (std::vector{504, 504, 504, 488}));
  EXPECT_EQ(counts(64, 1), std::vector{64});
  EXPECT_EQ(counts(12, 8), (std::vector{8, 4}));
}

TEST(Dealer, SingleTrialsAreDealtIfThereIsAWorkerForEach) {
  const BlockSpans few = {{0, 8, 12, 8}, {1, 0, 3, 3}};
  EXPECT_EQ(deal(three_cells(), few, 15).size(), 15U);
  EXPECT_EQ(deal(three_cells(), few, 14).size(), 3U);
}

TEST(Dealer, ExpensiveCellsComeFirstAndEqualOnesTakeTurns) {
  Plan plan = fakes::plan_of(
      "[study]\ntrials = 64\nhorizon = [500, 1_000]\n[[environment]]\nkind = \"steady\"\n[[learner]]\n"
      "kind = \"cautious\"\nbeta = [0.1, 0.2, 0.3]\n");
  ASSERT_EQ(plan.cells.size(), 6U);
  std::stable_partition(plan.cells.begin(), plan.cells.end(),
                        [](const Cell& cell) { return cell.problem().horizon == 500; });
  const auto batches = deal(plan, {{0, 0, 1000, 8}, {3, 0, 104, 8}, {4, 0, 88, 8}, {5, 0, 96, 8}, {5, 800, 11, 8}}, 2);
  std::vector<std::int64_t> next(6);
  for (std::size_t k = 0; k < 33; ++k) {
    next[static_cast<std::size_t>(batches[k].cell)] = batches[k].end();
    EXPECT_EQ(next[0], 0);
    EXPECT_LE(std::abs(next[3] - next[5]), 8) << "equally expensive cells must advance together";
  }
  EXPECT_EQ(next[4], 88);
}

}  // namespace
}  // namespace regretta
