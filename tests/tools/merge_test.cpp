// `regretta merge`: the same bits as one run, for any number of pieces in any order; files that do not fit are
// rejected.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/tests/engine/study/changed_block.hpp"
#include "sharded_study.hpp"

namespace regretta::fakes {
namespace {

using Merge = ShardedStudy;

TEST_F(Merge, MergedInAnyOrderTheyAreTheBitsOfOneRun) {
  std::string few = dice_study;
  folder_.write("s.toml", few.replace(few.find("[100, 1000]"), 11, "100").replace(few.find("= 20"), 4, "= 12"));
  const std::string expected = whole();
  std::mt19937 random(5);
  for (const int count : {1, 2, 5, 14}) {  // 12 blocks: some of 14 shards are empty
    std::vector<std::string> files;
    for (int index = 1; index <= count; ++index) {
      files.push_back(count == 1 ? "one.db" : shard_file(index, count));
      run_shard(index, count, {"--output", files.back(), "--threads", std::to_string(1 + index % 3)});
    }
    std::ranges::shuffle(files, random);
    const std::string out = "merged" + std::to_string(count) + ".db";
    const Outcome result = merge(files, out);
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "72 trials from " + std::to_string(count) + " file")) << result.out;
    EXPECT_EQ(tables_of(folder_, out), expected) << count << " shards";
    EXPECT_EQ(stored(out, "facts"), stored("whole.db", "facts"));
  }
  EXPECT_TRUE(
      contains(regretta(folder_, {"run", "s.toml", "--output", "merged5.db"}).out, "Nothing to do: all 72 trials"));
}

TEST_F(Merge, TheSameTrialsMustHaveTheSameBits) {
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
  const Outcome refused = merge({shard_file(1, 2), shard_file(2, 2), shard_file(1, 3)}, "all.db");
  EXPECT_EQ(refused.status, 2);
  for (const char* part : {"s.1-of-3.db: has other results than the files before it: cell 0 (dice in flat",
                           ": regret was ", " and is now 0x1.cp+2 (7)"})
    EXPECT_TRUE(contains(refused.err, part)) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(folder_.path("all.db")));
}

TEST_F(Merge, AFailedTrialGivesWay) {
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

TEST_F(Merge, GapsAreRefusedWithTheirRangesUnlessAllowedAndThenRunFillsThem) {
  const std::string expected = whole();
  run_shard(1, 3);
  run_shard(3, 3);
  const Outcome refused = merge({shard_file(3, 3), shard_file(1, 3)}, "all.db");
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "all.db: not written, for these files leave gaps: cell 0, trials ")) << refused.err;
  EXPECT_TRUE(contains(refused.err, "(of shard 2/3); finish them, or give --partial")) << refused.err;
  EXPECT_EQ(folder_.names().size(), 4U) << "two shards, the study and the whole";

  const Outcome allowed = merge({shard_file(3, 3), shard_file(1, 3)}, "all.db", {"--partial"});
  EXPECT_EQ(allowed.status, 0) << allowed.err;
  EXPECT_TRUE(contains(allowed.out, "Missing: cell 0, trials ")) << allowed.out;
  EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", "all.db"}).status, 0);
  EXPECT_EQ(tables_of(folder_, "all.db"), expected);
}

TEST_F(Merge, OtherStudiesVersionsAndDamagedFilesAreRefused) {
  run_shard(1, 2);
  run_shard(2, 2, {"--set", "study.seed=8"});
  const Outcome study = merge({shard_file(1, 2), shard_file(2, 2)}, "all.db");
  EXPECT_EQ(study.status, 2);
  EXPECT_TRUE(contains(study.err, "s.2-of-2.db: holds another study than s.1-of-2.db: study.seed was 7 and is now 8"))
      << study.err;

  std::filesystem::remove(folder_.path(shard_file(2, 2)));
  run_shard(2, 2);
  std::filesystem::copy_file(folder_.path(shard_file(2, 2)), folder_.path("good.db"));
  const BlockSpan first = StudyReader::open(folder_.path(shard_file(2, 2))).saved_ranges()[0];
  change_trial(folder_.path(shard_file(2, 2)), first.cell, first.first, Quantity::regret, [](double) { return 0; });
  const Outcome damaged = merge({shard_file(1, 2), shard_file(2, 2)}, "all.db");
  EXPECT_EQ(damaged.status, 2);
  EXPECT_TRUE(contains(damaged.err, "s.2-of-2.db: damaged: cell 0, trials ")) << damaged.err;
  EXPECT_FALSE(std::filesystem::exists(folder_.path("all.db")));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("all.db.partial")));

  EXPECT_EQ(merge({shard_file(1, 2), "absent.db"}, "all.db").status, 2);
  EXPECT_EQ(merge({shard_file(1, 2), "s.toml"}, "all.db").status, 2);
  const Outcome taken = merge({shard_file(1, 2), "good.db"}, "good.db");
  EXPECT_EQ(taken.status, 2);
  EXPECT_TRUE(contains(taken.err, "good.db: exists already")) << taken.err;
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
  const Outcome result = merge({shard_file(1, 2), shard_file(2, 2)}, "all.db");
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(contains(result.err, "s.2-of-2.db: played by regretta 0.0.7, but s.1-of-2.db by ")) << result.err;
}

TEST_F(Merge, WhatAKilledMergeLeftIsNoObstacle) {
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
  folder_.write("all.db-wal", read_text(folder_.path("whole.db")));  // left by a removed file of that name
  EXPECT_EQ(merge({shard_file(1, 2), shard_file(2, 2)}, "all.db").status, 0);
  EXPECT_EQ(tables_of(folder_, "all.db"), expected);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"all.db", "s.1-of-2.db", "s.2-of-2.db", "s.toml", "whole.db"}));
}

TEST_F(Merge, AFileInTheWayOfAMergeIsLeftAlone) {
  const std::string expected = whole();
  for (const int index : {1, 2, 3}) run_shard(index, 3);
  const std::string partial = "all.db.partial";
  ASSERT_EQ(merge({shard_file(1, 3), shard_file(2, 3)}, partial, {"--partial"}).status, 0);
  const std::string before = read_text(folder_.path(partial));
  const Outcome refused = merge({partial, shard_file(3, 3)}, "all.db");
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "all.db.partial: is in the way")) << refused.err;
  EXPECT_EQ(read_text(folder_.path(partial)), before);
  EXPECT_EQ(merge({partial, shard_file(3, 3)}, "other.db").status, 0);
  EXPECT_EQ(tables_of(folder_, "other.db"), expected);
}

}  // namespace
}  // namespace regretta::fakes
