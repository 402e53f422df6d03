// What is handed out: in which order, how much together, and put into blocks again.

#include "regretta/engine/study/blocks/dealer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "../study_fakes.hpp"

namespace regretta {
namespace {

/// Cells of one cost; the learner of cell 0 plays one pack at once, the others two.
Plan three_cells() {
  Plan plan = fakes::plan_of(
      "[study]\ntrials = 64\nhorizon = 1_000\n[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = \"cautious\"\n"
      "beta = [0.1, 0.2, 0.3]\n");
  for (std::size_t k = 1; k < plan.cells.size(); ++k) plan.cells[k].bound_learner.trials_at_once = 2 * pack_trials;
  return plan;
}

/// Every cell from trial 0 on, and some of cell 1 after a gap, as after a resume.
const Stretches three_lists = {{0, 0, 205, 8}, {1, 0, 205, 8}, {1, 808, 100, 8}, {2, 0, 205, 8}};

BlockResult played(const BlockRange& range) {
  BlockResult result{range, {}, 16, 8};
  for (std::int64_t trial = range.first; trial < range.end(); ++trial) result.trials.emplace_back().trial = trial;
  return result;
}

/// Plays everything and expects the given blocks. Returns what was handed out, in order.
std::vector<BlockRange> dealt(const Plan& plan, const Stretches& blocks, int workers) {
  Dealer dealer(plan, blocks, workers);
  std::vector<BlockRange> taken, put;
  while (const auto range = dealer.take()) taken.push_back(*range);
  double seconds = 0;
  for (auto range = taken.rbegin(); range != taken.rend(); ++range)  // they may come back in any order
    for (const BlockResult& block : dealer.put(played(*range))) {
      put.push_back(block.range);
      seconds += block.seconds;
      EXPECT_EQ(std::ssize(block.trials), block.range.count);
      for (std::size_t k = 0; k < block.trials.size(); ++k)
        EXPECT_EQ(block.trials[k].trial, block.range.first + static_cast<std::int64_t>(k));
    }
  std::ranges::sort(put);
  EXPECT_EQ(put, blocks_of(blocks));
  EXPECT_NEAR(seconds, 16 * static_cast<double>(taken.size()), 1e-9);
  return taken;
}

std::int64_t count_pairs(const std::vector<BlockRange>& taken, std::int64_t cell) {
  return std::ranges::count_if(
      taken, [cell](const BlockRange& range) { return range.cell == cell && range.count > pack_trials; });
}

TEST(Dealer, PairsOfPacksOnlyWithSeveralForEveryWorker) {
  const auto taken = dealt(three_cells(), three_lists, 2);
  EXPECT_EQ(count_pairs(taken, 0), 0) << "its learner plays one pack at once";
  EXPECT_EQ(count_pairs(taken, 1), 13 + 6);
  EXPECT_EQ(count_pairs(taken, 2), 13);
  EXPECT_EQ(count_pairs(dealt(three_cells(), three_lists, 64), 2), 0) << "workers would be left without blocks";
  const auto growing = dealt(three_cells(), {{1, 0, 1024, 8}, {1, 1024, 1024, 16}, {1, 2048, 6400, 64}}, 2);
  EXPECT_EQ(growing.size(), 64U + 64U + 100U) << "large blocks stay whole";
}

TEST(Dealer, EveryWorkerGetsABatch) {
  Plan plan = three_cells();
  plan.cells[0].bound_learner.trials_at_once = 1024;
  const auto counts = [&](std::int64_t trials, int workers) {
    std::vector<int> of_cell;
    for (const BlockRange& range : dealt(plan, {{0, 0, trials, 8}, {2, 0, 64, 8}}, workers))
      if (range.cell == 0) of_cell.push_back(range.count);
    return of_cell;
  };
  EXPECT_EQ(counts(2000, 1), (std::vector{1024, 976}));
  EXPECT_EQ(counts(2000, 4), (std::vector{504, 504, 504, 488}));
  EXPECT_EQ(counts(64, 1), std::vector{64});
  EXPECT_EQ(counts(12, 8), (std::vector{8, 4}));
}

TEST(Dealer, SingleTrialsWithAWorkerForEach) {
  const Stretches few = {{0, 8, 12, 8}, {1, 0, 3, 3}};
  EXPECT_EQ(dealt(three_cells(), few, 15).size(), 15U);
  EXPECT_EQ(dealt(three_cells(), few, 14).size(), 3U);
}

TEST(Dealer, ExpensiveCellsComeFirstAndEqualOnesTakeTurns) {
  Plan plan = fakes::plan_of(
      "[study]\ntrials = 64\nhorizon = [500, 1_000]\n[[environment]]\nkind = \"steady\"\n[[learner]]\n"
      "kind = \"cautious\"\nbeta = [0.1, 0.2, 0.3]\n");
  ASSERT_EQ(plan.cells.size(), 6U);
  std::stable_partition(plan.cells.begin(), plan.cells.end(),
                        [](const Cell& cell) { return cell.problem().horizon == 500; });
  const auto taken = dealt(plan, {{0, 0, 1000, 8}, {3, 0, 104, 8}, {4, 0, 88, 8}, {5, 0, 96, 8}, {5, 800, 11, 8}}, 2);
  std::vector<std::int64_t> next(6);
  for (std::size_t k = 0; k < 33; ++k) {
    next[static_cast<std::size_t>(taken[k].cell)] = taken[k].end();
    EXPECT_EQ(next[0], 0);
    EXPECT_LE(std::abs(next[3] - next[5]), 8) << "a run that is stopped has got as far in one as in the other";
  }
  EXPECT_EQ(next[4], 88);
}

}  // namespace
}  // namespace regretta
