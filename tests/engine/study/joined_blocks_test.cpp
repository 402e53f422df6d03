// Blocks that are played together, and taken apart again.

#include "regretta/engine/study/blocks/joined_blocks.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "../study_fakes.hpp"

namespace regretta {
namespace {

using Place = std::tuple<std::int64_t, std::int64_t, int>;

Place place_of(const BlockRange& range) { return {range.cell, range.first, range.count}; }

/// Cells of one cost; the learner of cell 0 plays one pack at once, the others two.
Plan three_cells() {
  Plan plan = fakes::plan_of(
      "[study]\ntrials = 64\nhorizon = 1_000\n[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = \"cautious\"\n"
      "beta = [0.1, 0.2, 0.3]\n");
  for (std::size_t k = 1; k < plan.cells.size(); ++k) plan.cells[k].bound_learner.trials_at_once = 2 * pack_trials;
  return plan;
}

/// Every cell from trial 0 on, and some of cell 1 after a gap, as after a resume.
BlockList three_lists() {
  BlockList blocks;
  for (const std::int64_t cell : {0, 1, 2}) blocks.add_trials(cell, 0, 205, 8);
  blocks.add_trials(1, 808, 100, 8);
  return blocks;
}

int count_pairs(const JoinedBlocks& pairs, std::int64_t cell) {
  int count = 0;
  for (const BlockRange block : pairs.blocks()) count += block.cell == cell && block.count > pack_trials ? 1 : 0;
  return count;
}

TEST(JoinedBlocks, TakenApartTheyAreTheSameBlocks) {
  const Plan plan = three_cells();
  const BlockList blocks = three_lists();
  std::multiset<Place> expected, found;
  for (const BlockRange block : blocks) expected.insert(place_of(block));
  const JoinedBlocks pairs(plan, blocks, 2);
  for (const BlockRange block : pairs.blocks()) {
    BlockResult played{block, {}, 16, 8};
    for (int k = 0; k < block.count; ++k) played.trials.emplace_back().trial = block.first + k;
    double seconds = 0;
    for (const BlockResult& one : pairs.apart(played)) {
      found.insert(place_of(one.range));
      seconds += one.seconds;
      ASSERT_EQ(std::ssize(one.trials), one.range.count);
      EXPECT_EQ(one.trials.front().trial, one.range.first);
      EXPECT_EQ(one.trials.back().trial, one.range.first + one.range.count - 1);
    }
    EXPECT_DOUBLE_EQ(seconds, 16);
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(count_pairs(pairs, 0), 0) << "its learner plays one pack at once";
  EXPECT_EQ(count_pairs(pairs, 1), 13 + 6);
  EXPECT_EQ(count_pairs(pairs, 2), 13);
}

TEST(JoinedBlocks, OnlyWithSeveralForEveryWorker) {
  const Plan plan = three_cells();
  const BlockList blocks = three_lists();
  EXPECT_EQ(count_pairs(JoinedBlocks(plan, blocks, 64), 2), 0) << "workers would be left without blocks";
}

TEST(JoinedBlocks, LargeBlocksStayWhole) {
  const Plan plan = three_cells();
  BlockList blocks;
  blocks.add_trials(1, 0, 6400, 64);
  const JoinedBlocks pairs(plan, blocks, 2);
  ASSERT_EQ(pairs.blocks().size(), 100);
  EXPECT_EQ(pairs.apart({pairs.blocks()[0], std::vector<TrialResult>(64), 1, 1}).size(), 1U);

  BlockList growing;  // as planned for many short trials
  growing.add_trials(1, 0, 1024, 8);
  growing.add_trials(1, 1024, 1024, 16);
  growing.add_trials(1, 2048, 6400, 64);
  const JoinedBlocks some(plan, growing, 2);
  for (const BlockRange block : some.blocks())
    EXPECT_EQ(some.apart({block, std::vector<TrialResult>(static_cast<std::size_t>(block.count)), 1, 1}).size(),
              block.first < 1024 ? 2U : 1U)
        << block.first;
}

TEST(JoinedBlocks, EveryWorkerGetsABatch) {
  Plan plan = three_cells();
  plan.cells[0].bound_learner.trials_at_once = 1024;
  const auto counts = [&](std::int64_t trials, int workers) {
    BlockList blocks;
    blocks.add_trials(0, 0, trials, 8);
    blocks.add_trials(2, 0, 64, 8);
    const JoinedBlocks joined(plan, blocks, workers);
    std::vector<int> of_cell;
    std::size_t pieces = 0;
    for (const BlockRange block : joined.blocks()) {
      pieces += joined.apart({block, std::vector<TrialResult>(static_cast<std::size_t>(block.count)), 1, 1}).size();
      if (block.cell == 0) of_cell.push_back(block.count);
    }
    EXPECT_EQ(pieces, static_cast<std::size_t>((trials + 7) / 8 + 8));
    return of_cell;
  };
  EXPECT_EQ(counts(2000, 1), (std::vector{1024, 976}));
  EXPECT_EQ(counts(2000, 4), (std::vector{504, 504, 504, 488}));
  EXPECT_EQ(counts(64, 1), std::vector{64});
  EXPECT_EQ(counts(12, 8), (std::vector{8, 4}));
}

}  // namespace
}  // namespace regretta
