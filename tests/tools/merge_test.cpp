// Shards and `regretta merge`: the same bits as one run, for any number of pieces in any order; files that do not fit
// are rejected.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <sqlite3.h>
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
    std::vector<std::string> arguments = {"run", "s.toml", "--shard",
                                          std::to_string(index) + "/" + std::to_string(count)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome result = regretta(folder_, arguments);
    EXPECT_EQ(result.status, 0) << result.err;
  }
  Outcome merge(std::vector<std::string> files, const std::string& out,
                const std::vector<std::string>& more = {}) const {
    files.insert(files.begin(), "merge");
    files.insert(files.end(), {"--output", out});
    files.insert(files.end(), more.begin(), more.end());
    return regretta(folder_, files);
  }
  std::string whole() const {
    EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", "whole.db"}).status, 0);
    return tables_of(folder_, "whole.db");
  }
  /// Every row of a table in the file, as text.
  std::string stored(const std::string& file, const std::string& table) const {
    sqlite3* connection = nullptr;
    EXPECT_EQ(sqlite3_open(folder_.path(file).c_str(), &connection), SQLITE_OK);
    std::string rows;
    const auto add = [](void* into, int count, char** values, char**) {
      for (int k = 0; k < count; ++k)
        *static_cast<std::string*>(into) += std::string(values[k] ? values[k] : "-") + "|";
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(connection, ("SELECT * FROM " + table).c_str(), add, &rows, nullptr), SQLITE_OK);
    sqlite3_close(connection);
    return rows;
  }
  void sql(const std::string& file, const std::string& text) const {
    sqlite3* connection = nullptr;
    EXPECT_EQ(sqlite3_open(folder_.path(file).c_str(), &connection), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(connection, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
  }

  const Folder folder_;
};

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
  for (const char* part : {"s.1-of-3.db: has results that differ from those of the files before it: cell 0 (dice in",
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
  EXPECT_TRUE(contains(refused.err, "all.db: not written, because trials are missing: cell 0, trials ")) << refused.err;
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
  EXPECT_TRUE(contains(refused.err, "all.db.partial: exists, and is not the leftover")) << refused.err;
  EXPECT_EQ(read_text(folder_.path(partial)), before);
  EXPECT_EQ(merge({partial, shard_file(3, 3)}, "other.db").status, 0);
  EXPECT_EQ(tables_of(folder_, "other.db"), expected);
}

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
