// `regretta run --shard`: which trials a shard has, and why its file is rejected.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <xxhash.h>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "sharded_study.hpp"

namespace regretta::fakes {
namespace {

using Shards = ShardedStudy;

TEST_F(Shards, AreNamedAndSayWhatTheyAre) {
  run_shard(2, 3);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"s.2-of-3.db", "s.toml"}));
  const Outcome again = regretta(folder_, {"run", "s.toml", "--shard", "2/3"});
  EXPECT_EQ(again.status, 0);
  EXPECT_TRUE(contains(again.out, "of shard 2/3 of \"dice\" are in s.2-of-3.db")) << again.out;
  const Outcome exported = regretta(folder_, {"export", "s.2-of-3.db", "--table", "cells"});
  EXPECT_EQ(exported.status, 0);
  EXPECT_TRUE(contains(exported.err, "s.2-of-3.db is shard 2/3 of its study only")) << exported.err;
  EXPECT_FALSE(contains(exported.err, "not finished")) << exported.err;
  const Outcome dry = regretta(folder_, {"run", "s.toml", "--shard", "1/3", "--dry-run"});
  EXPECT_TRUE(contains(dry.out, "in shard 1/3")) << dry.out;
}

TEST_F(Shards, AnotherShareOfTheSameFileIsRefused) {
  run_shard(2, 3);
  const auto refusal = [this](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"run", "s.toml", "--output", "s.2-of-3.db"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome result = regretta(folder_, arguments);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_TRUE(contains(refusal({"--shard", "1/3"}), "holds shard 2/3 of this study, not shard 1/3"));
  EXPECT_TRUE(contains(refusal({}), "holds shard 2/3 of this study, not the whole study"));
  whole();
  const Outcome result = regretta(folder_, {"run", "s.toml", "--output", "whole.db", "--shard", "1/2"});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(contains(result.err, "holds the whole study, not shard 1/2")) << result.err;
  for (const char* wrong : {"0/3", "4/3", "1", "a/b", "1/2/3", "1/1000001"}) {
    const Outcome bad = regretta(folder_, {"run", "s.toml", "--shard", wrong});
    EXPECT_EQ(bad.status, 2) << wrong;
    EXPECT_TRUE(contains(bad.err, "expected I/N with 1 <= I <= N")) << bad.err;
  }
}

/// Cells with different contents.
Layout cells(std::int64_t count, std::int64_t trials, std::int64_t most = 8) {
  std::vector<CellBlocks> blocks;
  for (std::int64_t cell = 0; cell < count; ++cell) {
    const std::string name = std::to_string(cell);
    blocks.push_back(
        {.content = cell, .trials = trials, .most = most, .shard_hash = XXH3_64bits(name.data(), name.size())});
  }
  return Layout(std::move(blocks));
}

TEST(Shard, SharesOfEveryCellAreEvenAndComplete) {
  for (const std::int64_t count : {1, 2, 3, 4, 7, 12, 60, 100}) {
    std::map<BlockRange, int> seen;
    std::map<std::pair<std::int64_t, int>, std::vector<std::int64_t>> shares;  // by cell and size
    for (std::int64_t index = 1; index <= count; ++index)
      for (const BlockRange& block : blocks_of(planned_blocks(cells(15, 2048, 16), Shard{index, count}))) {
        ++seen[block];
        shares[{block.cell, block.count}].resize(static_cast<std::size_t>(count));
        ++shares[{block.cell, block.count}][static_cast<std::size_t>(index - 1)];
      }
    EXPECT_EQ(std::ssize(seen), 15 * (128 + 64)) << count;
    EXPECT_TRUE(std::ranges::all_of(seen, [](const auto& block) { return block.second == 1; })) << count;
    for (const auto& [which, blocks] : shares)
      EXPECT_LE(std::ranges::max(blocks) - std::ranges::min(blocks), 1) << count;
  }
}

TEST(Shard, OwnersDependOnContentOnly) {
  const Layout few = cells(7, 32), many = cells(50, 3000, 64);
  for (std::int64_t cell = 0; cell < 7; ++cell)
    for (std::int64_t trial = 0; trial < 32; ++trial)
      EXPECT_EQ(Shard({1, 5}).owner(few.at(cell), trial), Shard({1, 5}).owner(many.at(cell), trial));
  const CellBlocks together{.trials = 3000, .shard_hash = 77, .in_one_shard = true};
  for (std::int64_t trial = 0; trial < 3000; ++trial)
    ASSERT_EQ(Shard({1, 5}).owner(together, trial), Shard({1, 5}).owner(together, 0)) << "a stop rule looks at them";
}

}  // namespace
}  // namespace regretta::fakes
