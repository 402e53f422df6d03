// Tests shards and `regretta merge`: any number of shards, merged in any order, must give the bits of one run. Files
// that do not belong together are refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <xxhash.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/tests/engine/study/changed_block.hpp"

namespace regretta::fakes {
namespace {

std::string shard_file(int index, int count) {
  return "s." + std::to_string(index) + "-of-" + std::to_string(count) + ".db";
}

/// dice_study in a folder, to be run in shards and merged.
class ShardedStudy : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("s.toml", dice_study); }

  void run_shard(int index, int count, const std::vector<std::string>& more = {}) const {
    output_of(regretta(folder_, {"run", "s.toml", "--shard", fmt::format("{}/{}", index, count)}, more));
  }
  Outcome merge(Words files, const std::string& out, const Words& more = {}) const {
    files.insert(files.begin(), {"merge", "--output", out});
    return regretta(folder_, files, more);
  }
  /// Runs the whole study into whole.db; returns its tables.
  std::string whole() const {
    EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", "whole.db"}).status, 0);
    return tables_of(folder_, "whole.db");
  }
  /// The rows of the table `facts` in a file, as text.
  std::string facts(const std::string& file) const {
    const Database database(folder_.path(file), Database::Mode::read);
    Statement rows = database.prepare("SELECT group_concat(content || quote(facts) || checksum) FROM facts");
    EXPECT_TRUE(rows.step());
    return rows.text(0);
  }

  const Folder folder_;
};

using Merge = ShardedStudy;

TEST_F(Merge, ShardsMergedInAnyOrderEqualOneRun) {
  std::string small = dice_study;
  folder_.write("s.toml", small.replace(small.find("[100, 1000]"), 11, "100").replace(small.find("= 20"), 4, "= 12"));
  const std::string expected = whole();
  std::mt19937 random(5);
  for (const int count : {1, 2, 5, 14}) {  // there are 12 blocks, so that some of 14 shards are empty
    std::vector<std::string> files;
    for (int index = 1; index <= count; ++index) {
      files.push_back(count == 1 ? "one.db" : shard_file(index, count));
      run_shard(index, count, {"--output", files.back(), "--threads", std::to_string(1 + index % 3)});
    }
    std::ranges::shuffle(files, random);
    const std::string out = "merged" + std::to_string(count) + ".db";
    expect_parts(output_of(merge(files, out)), {"72 trials from " + std::to_string(count) + " file"});
    EXPECT_EQ(tables_of(folder_, out), expected) << count << " shards";
    EXPECT_EQ(facts(out), facts("whole.db"));
  }
  EXPECT_TRUE(
      contains(regretta(folder_, {"run", "s.toml", "--output", "merged5.db"}).out, "Nothing to do: all 72 trials"));
}

TEST_F(Merge, OverlappingTrialsMustHaveTheSameBits) {
  const std::string expected = whole();
  for (const auto& [index, count] : {std::pair{1, 2}, {2, 2}, {1, 3}}) run_shard(index, count);
  ASSERT_EQ(merge({shard_file(1, 3), shard_file(1, 2), shard_file(2, 2), shard_file(1, 2)}, "all.db").status, 0);
  EXPECT_EQ(tables_of(folder_, "all.db"), expected);
  std::filesystem::remove(folder_.path("all.db"));
  {
    const StudyReader shard = StudyReader::open(folder_.path(shard_file(1, 3)));
    const CellLabel cell = shard.cells()[0];
    const Database file(folder_.path(shard_file(1, 3)), Database::Mode::write);
    std::vector<BlockResult> blocks;
    shard.for_each_block(cell, [&](const BlockResult& block) { blocks.push_back(block); });
    blocks.front().trials[2][Quantity::regret] = 7;
    BlockInserter(file).insert(cell.content, blocks.front());
  }
  expect_refused(merge({shard_file(1, 2), shard_file(2, 2), shard_file(1, 3)}, "all.db"),
                 {"s.1-of-3.db: has results that differ from those of the files before it: cell 0 (dice in flat", ": regret was ",
                  " and is now 0x1.cp+2 (7)"});
  EXPECT_FALSE(std::filesystem::exists(folder_.path("all.db")));
}

TEST_F(Merge, AFailedTrialIsReplacedByASuccessfulOne) {
  const std::string expected = whole();
  std::filesystem::copy_file(folder_.path("whole.db"), folder_.path("failed.db"));
  change_block(folder_.path("failed.db"), 0, 0, [](BlockResult& block) { block.trials[5].failure = Failure{3, "x"}; });
  {
    const Database file(folder_.path("failed.db"), Database::Mode::write);
    Statement row = file.prepare(
        "SELECT content, results FROM block WHERE first_trial = 0 AND content = (SELECT content FROM cell WHERE cell = "
        "0)");
    ASSERT_TRUE(row.step());
    file.run("UPDATE block SET failed = 1, checksum = ? WHERE first_trial = 0 AND content = ?",
             block_checksum(row.integer(0), 0, 8, row.bytes(1)), row.integer(0));
  }
  for (const std::vector<std::string>& files :
       {std::vector<std::string>{"failed.db", "whole.db"}, {"whole.db", "failed.db"}}) {
    ASSERT_EQ(merge(files, "all.db").status, 0);
    EXPECT_EQ(tables_of(folder_, "all.db"), expected);
    std::filesystem::remove(folder_.path("all.db"));
  }
}

TEST_F(Merge, GapsAreRefusedWithoutPartialAndRunFillsThem) {
  const std::string expected = whole();
  run_shard(1, 3);
  run_shard(3, 3);
  expect_refused(merge({shard_file(3, 3), shard_file(1, 3)}, "all.db"),
                 {"all.db: not written, because trials are missing: cell 0, trials ",
                  "(of shard 2/3); finish them, or give --partial"});
  EXPECT_EQ(folder_.names().size(), 4U) << "two shards, s.toml and whole.db";

  expect_parts(output_of(merge({shard_file(3, 3), shard_file(1, 3)}, "all.db", {"--partial"})),
               {"Missing: cell 0, trials "});
  EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", "all.db"}).status, 0);
  EXPECT_EQ(tables_of(folder_, "all.db"), expected);
}

TEST_F(Merge, OtherStudiesAndDamagedFilesAreRefused) {
  run_shard(1, 2);
  run_shard(2, 2, {"--set", "study.seed=8"});
  expect_refused(merge({shard_file(1, 2), shard_file(2, 2)}, "all.db"),
                 {"s.2-of-2.db: holds another study than s.1-of-2.db: study.seed was 7 and is now 8"});

  std::filesystem::remove(folder_.path(shard_file(2, 2)));
  run_shard(2, 2);
  std::filesystem::copy_file(folder_.path(shard_file(2, 2)), folder_.path("good.db"));
  const BlockSpan first = StudyReader::open(folder_.path(shard_file(2, 2))).saved_ranges()[0];
  change_trial(folder_.path(shard_file(2, 2)), first.cell, first.first, Quantity::regret, [](double) { return 0; });
  expect_refused(merge({shard_file(1, 2), shard_file(2, 2)}, "all.db"), {"s.2-of-2.db: damaged: cell 0, trials "});
  EXPECT_FALSE(std::filesystem::exists(folder_.path("all.db")));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("all.db.partial")));

  EXPECT_EQ(merge({shard_file(1, 2), "absent.db"}, "all.db").status, 2);
  EXPECT_EQ(merge({shard_file(1, 2), "s.toml"}, "all.db").status, 2);
  expect_refused(merge({shard_file(1, 2), "good.db"}, "good.db"), {"good.db: exists already"});
  EXPECT_EQ(merge({shard_file(1, 2), "good.db"}, "no/such/folder.db").status, 2);
  EXPECT_EQ(merge({}, "all.db").status, 2);
  EXPECT_EQ(merge({shard_file(1, 2), "good.db"}, "all.db").status, 0);
}

TEST_F(Merge, AnotherVersionIsRefused) {
  run_shard(1, 2);
  run_shard(2, 2);
  {
    const Database file(folder_.path(shard_file(2, 2)), Database::Mode::write);
    set_study_value(file, "engine", "0.0.7");
    seal_description(file);
  }
  expect_refused(merge({shard_file(1, 2), shard_file(2, 2)}, "all.db"),
                 {"s.2-of-2.db: played by regretta 0.0.7, but s.1-of-2.db by "});
}

TEST_F(Merge, RemainsOfAKilledMergeAreReplaced) {
  const std::string expected = whole();
  run_shard(1, 2);
  run_shard(2, 2);
  folder_.write("all.db.partial", "");
  {
    const Database killed(folder_.path("all.db.partial"), Database::Mode::write);
    write_application_id(killed, partial_id);
    killed.run("CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  }
  folder_.write("all.db.partial-wal", std::string(50'000, 'y'));
  folder_.write("all.db-wal", read_text(folder_.path("whole.db")));  // as if an earlier all.db had been removed
  EXPECT_EQ(merge({shard_file(1, 2), shard_file(2, 2)}, "all.db").status, 0);
  EXPECT_EQ(tables_of(folder_, "all.db"), expected);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"all.db", "s.1-of-2.db", "s.2-of-2.db", "s.toml", "whole.db"}));
}

TEST_F(Merge, AMergeNeverOverwritesAnInput) {
  const std::string expected = whole();
  for (const int index : {1, 2, 3}) run_shard(index, 3);
  const std::string partial = "all.db.partial";
  ASSERT_EQ(merge({shard_file(1, 3), shard_file(2, 3)}, partial, {"--partial"}).status, 0);
  const std::string before = read_text(folder_.path(partial));
  expect_refused(merge({partial, shard_file(3, 3)}, "all.db"), {"all.db.partial: exists, and is not the leftover"});
  EXPECT_EQ(read_text(folder_.path(partial)), before);
  EXPECT_EQ(merge({partial, shard_file(3, 3)}, "other.db").status, 0);
  EXPECT_EQ(tables_of(folder_, "other.db"), expected);
}

using Shards = ShardedStudy;

TEST_F(Shards, FilesAndMessagesNameTheShard) {
  run_shard(2, 3);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"s.2-of-3.db", "s.toml"}));
  expect_parts(output_of(folder_, {"run", "s.toml", "--shard", "2/3"}),
               {"of shard 2/3 of \"dice\" are in s.2-of-3.db"});
  const Outcome exported = regretta(folder_, {"export", "s.2-of-3.db", "--table", "cells"});
  EXPECT_EQ(exported.status, 0);
  EXPECT_TRUE(contains(exported.err, "s.2-of-3.db is shard 2/3 of its study only")) << exported.err;
  EXPECT_FALSE(contains(exported.err, "not finished")) << exported.err;
  const Outcome dry = regretta(folder_, {"run", "s.toml", "--shard", "1/3", "--dry-run"});
  EXPECT_TRUE(contains(dry.out, "in shard 1/3")) << dry.out;
}

TEST_F(Shards, AFileOfAnotherShardIsRefused) {
  run_shard(2, 3);
  const Words run = {"run", "s.toml", "--output", "s.2-of-3.db"};
  expect_refused(regretta(folder_, run, {"--shard", "1/3"}), {"holds shard 2/3 of this study, not shard 1/3"});
  expect_refused(folder_, run, {"holds shard 2/3 of this study, not the whole study"});
  whole();
  expect_refused(folder_, {"run", "s.toml", "--output", "whole.db", "--shard", "1/2"},
                 {"holds the whole study, not shard 1/2"});
  for (const char* wrong : {"0/3", "4/3", "1", "a/b", "1/2/3", "1/1000001"})
    expect_refused(folder_, {"run", "s.toml", "--shard", wrong}, {"expected I/N with 1 <= I <= N"});
}

/// A layout of `count` cells with different contents. A block has at most `most` trials.
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
    std::map<BlockRange, int> occurrences;
    // The number of blocks in each shard, by cell and size of the blocks.
    std::map<std::pair<std::int64_t, int>, std::vector<std::int64_t>> shares;
    for (std::int64_t index = 1; index <= count; ++index)
      for (const BlockRange& block : blocks_of(planned_blocks(cells(15, 2048, 16), Shard{index, count}))) {
        ++occurrences[block];
        shares[{block.cell, block.count}].resize(static_cast<std::size_t>(count));
        ++shares[{block.cell, block.count}][static_cast<std::size_t>(index - 1)];
      }
    EXPECT_EQ(std::ssize(occurrences), 15 * (128 + 64)) << count;
    EXPECT_TRUE(std::ranges::all_of(occurrences, [](const auto& block) { return block.second == 1; })) << count;
    for (const auto& [cell_and_size, blocks] : shares)
      EXPECT_LE(std::ranges::max(blocks) - std::ranges::min(blocks), 1) << count;
  }
}

TEST(Shard, OwnersDependOnContentAndTrialOnly) {
  const Layout few = cells(7, 32), many = cells(50, 3000, 64);
  for (std::int64_t cell = 0; cell < 7; ++cell)
    for (std::int64_t trial = 0; trial < 32; ++trial)
      EXPECT_EQ(Shard({1, 5}).owner(few.at(cell), trial), Shard({1, 5}).owner(many.at(cell), trial));
  const CellBlocks undivided{.trials = 3000, .shard_hash = 77, .in_one_shard = true};
  for (std::int64_t trial = 0; trial < 3000; ++trial)
    ASSERT_EQ(Shard({1, 5}).owner(undivided, trial), Shard({1, 5}).owner(undivided, 0))
        << "a stop rule needs all trials of a cell in one shard";
}

}  // namespace
}  // namespace regretta::fakes
