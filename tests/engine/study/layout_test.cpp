// Blocks: their sizes, places and bytes.

#include "regretta/engine/study/blocks/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {
namespace {

TEST(Layout, BlocksAreWholePacksAndLargeOnlyWhereTrialsAreShort) {
  EXPECT_EQ(most_per_block(100'000, {.checkpoints = 33}), 8);
  EXPECT_EQ(most_per_block(1, {.checkpoints = 1}), 512);
  for (const std::int64_t horizon : {1, 100, 3000, 1'000'000})
    for (const std::size_t points : {1U, 33U, 1000U}) {
      const std::int64_t most = most_per_block(horizon, {.checkpoints = points});
      EXPECT_EQ(most % pack_trials, 0);
      if (most == pack_trials) continue;
      EXPECT_LE(most * horizon, 65'536);
      EXPECT_LE(most * static_cast<std::int64_t>(8 * num_quantities + sizeof(CurvePoint) * points), 131'072);
    }
}

TEST(Layout, BlocksStayWhereTheyAreWhenTrialsAreAdded) {
  for (const std::int64_t most : {8, 64, 512})
    for (const std::int64_t trials : {1, 20, 1000, 1024, 5000, 100'000}) {
      const auto before = blocks_of(Layout({{.trials = trials, .most = most}}).blocks());
      const auto after = blocks_of(Layout({{.trials = 2 * trials + 3, .most = most}}).blocks());
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
          EXPECT_GE(before[k].first, 64 * before[k].count) << "after 64 blocks of a smaller size";
        }
      }
    }
}

TEST(Layout, CellsOfOneContentShareTheirTrials) {
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
  EXPECT_EQ(layout.seen({0, 16, 8, 8}), 4 + 8) << "trials of two cells count twice";
  EXPECT_EQ(planned_trials(layout), 20 + 24 + 40 + 8);
  EXPECT_EQ(trials_in(layout.cut_to({8, 0, 0, 16, 0}).blocks()), 24);
}

TEST(Stretches, WhatIsLeftOfAPlanBesideBlocksOfAnySize) {
  const auto list = [](const std::vector<BlockRange>& blocks) {
    Stretches result;
    for (const BlockRange& block : blocks) append(result, block);
    return result;
  };
  const auto left = [&](const Stretches& planned, const std::vector<BlockRange>& saved) {
    return blocks_of(left_to_play(planned, list(saved)));
  };
  using Blocks = std::vector<BlockRange>;
  const Stretches packs = list({{0, 0, 8}, {0, 8, 8}, {0, 16, 8}, {1, 0, 8}, {1, 8, 4}});
  EXPECT_EQ(left(packs, {}), (Blocks{{0, 0, 8}, {0, 8, 8}, {0, 16, 8}, {1, 0, 8}, {1, 8, 4}}));
  EXPECT_EQ(left(packs, {{0, 0, 24}, {1, 0, 12}}), Blocks{});
  EXPECT_EQ(left(packs, {{0, 0, 16}, {1, 0, 8}}), (Blocks{{0, 16, 8}, {1, 8, 4}}));
  EXPECT_EQ(left(packs, {{0, 8, 4}, {1, 8, 1}}), (Blocks{{0, 0, 8}, {0, 8, 8}, {0, 16, 8}, {1, 0, 8}, {1, 8, 4}}))
      << "what ends within a pack is played anew";
  EXPECT_EQ(left(packs, {{0, 0, 20}, {1, 0, 9}}), (Blocks{{0, 0, 24}, {1, 0, 12}}));
  const Stretches large = list({{2, 0, 64}, {2, 64, 64}});
  EXPECT_EQ(left(large, {{2, 8, 8}, {2, 32, 16}, {2, 64, 64}}), (Blocks{{2, 0, 8}, {2, 16, 16}, {2, 48, 16}}));
  EXPECT_EQ(left(large, {{2, 0, 13}, {2, 32, 96}}), (Blocks{{2, 0, 32}}));
  EXPECT_EQ(left(large, {{2, 56, 13}}), (Blocks{{2, 0, 56}, {2, 56, 72}})) << "from a block into the next";
  EXPECT_EQ(left_to_play({{0, 0, 4'000'000'000, 8}}, {{0, 800, 8, 8}}).size(), 2U);
}

BlockResult odd_block() {
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
  const BlockResult block = odd_block();
  const std::vector<std::byte> bytes = block_bytes(block);
  BlockResult read{block.range, {}, 0, 0};
  ASSERT_TRUE(read_block_bytes(bytes, {.checkpoints = 2}, read));
  EXPECT_EQ(block_bytes(read), bytes);
  ASSERT_TRUE(read.trials[3].failure.has_value());
  EXPECT_EQ(read.trials[3].failure->message, "why, \"because\"\n");
  EXPECT_FALSE(read.trials[2].failure.has_value());
  EXPECT_EQ(read.trials[2].trial, 18);
}

TEST(BlockBytes, WhatIsCutOrNoBlockIsRefused) {
  const BlockResult block = odd_block();
  std::vector<std::byte> bytes = block_bytes(block);
  const std::size_t numbers = 4 * (8 * num_quantities + 2 * sizeof(CurvePoint));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    BlockResult read{block.range, {}, 0, 0};
    const bool at_a_failure = size == numbers || size == numbers + 24;
    EXPECT_EQ(read_block_bytes(std::span(bytes).first(size), {.checkpoints = 2}, read), at_a_failure) << size;
  }
  const auto refused = [&](std::size_t place, std::int64_t value) {
    std::vector<std::byte> changed = bytes;
    std::memcpy(changed.data() + numbers + 8 * place, &value, sizeof value);
    BlockResult read{block.range, {}, 0, 0};
    return !read_block_bytes(changed, {.checkpoints = 2}, read);
  };
  EXPECT_FALSE(refused(0, 1));
  for (const std::int64_t place : {std::int64_t{-1}, std::int64_t{4}, INT64_MAX}) EXPECT_TRUE(refused(0, place));
  EXPECT_TRUE(refused(0, 3)) << "not in order";
  EXPECT_TRUE(refused(1, -1)) << "a round";
  for (const std::int64_t length : {std::int64_t{-1}, std::int64_t{1000}, INT64_MAX}) EXPECT_TRUE(refused(2, length));
}

TEST(BlockBytes, TheChecksumIsOfPlaceAndBytes) {
  const BlockResult block = odd_block();
  const std::vector<std::byte> bytes = block_bytes(block);
  const std::string checksum = block_checksum(3, 16, 4, bytes);
  EXPECT_EQ(checksum.size(), 16U);
  for (const BlockRange& other : {BlockRange{2, 16, 4}, BlockRange{3, 8, 4}, BlockRange{3, 16, 5}})
    EXPECT_NE(block_checksum(other.cell, other.first, other.count, bytes), checksum);
  std::vector<std::byte> flipped = bytes;
  flipped[77] ^= std::byte{1};
  EXPECT_NE(block_checksum(3, 16, 4, flipped), checksum);
}

}  // namespace
}  // namespace regretta
