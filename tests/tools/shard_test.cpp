// `regretta run --shard` and `regretta merge`: the bits of one run, in however many pieces; what does not fit is
// refused.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <random>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/run_effort.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta::fakes {
namespace {

std::string shard_file(int index, int count) {
  return "s." + std::to_string(index) + "-of-" + std::to_string(count) + ".db";
}

class Shards : public ::testing::Test {
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
    files.insert(files.end(), {"--out", out});
    files.insert(files.end(), more.begin(), more.end());
    return regretta(folder_, files);
  }
  std::string whole() const {
    EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--out", "whole.db"}).status, 0);
    return tables_of(folder_, "whole.db");
  }
  /// Every row of a table inside the file, as text.
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

TEST_F(Shards, ABlockOfAnotherShardDoesNotBelong) {
  run_shard(1, 2);
  whole();
  Database file(folder_.path(shard_file(1, 2)), Database::Mode::write);
  file.run("ATTACH '" + folder_.path("whole.db") + "' AS other");
  file.run("INSERT OR IGNORE INTO main.block SELECT * FROM other.block WHERE cell = 0");
  file.run("INSERT OR IGNORE INTO main.trial SELECT * FROM other.trial WHERE cell = 0");
  const Outcome verified = regretta(folder_, {"verify", shard_file(1, 2), "--share", "0"});
  EXPECT_EQ(verified.status, 1) << verified.out;
  EXPECT_TRUE(contains(verified.out, "that are another shard's")) << verified.out;
}

TEST_F(Shards, WhatTheirRunsTookIsAddedUp) {
  run_shard(1, 3);
  run_shard(2, 3, {"--threads", "1"});
  run_shard(3, 3, {"--threads", "1"});
  run_shard(3, 3, {"--threads", "1"});  // has nothing to do
  ASSERT_EQ(merge({shard_file(1, 3), shard_file(2, 3), shard_file(3, 3)}, "m.db").status, 0);
  const auto efforts = recorded_efforts(Database(folder_.path("m.db"), Database::Mode::read));
  double seconds = 0;
  std::int64_t runs = 0;
  for (const RunEffort& effort : efforts) {
    EXPECT_FALSE(effort.machine.empty());
    EXPECT_TRUE(effort.threads != 1 || effort.runs >= 2) << effort.runs;
    seconds += effort.seconds;
    runs += effort.runs;
  }
  EXPECT_EQ(runs, 3);
  EXPECT_TRUE(seconds > 0 && seconds < 60) << seconds;
  ASSERT_EQ(regretta(folder_, {"report", "m.db"}).status, 0);
  EXPECT_TRUE(contains(read_text(folder_.path("m.html")), " in 3 runs, "));
  for (const char* record :
       {"{bad", "[{}]", "[1]", "[{\"machine\":\"x\",\"threads\":1,\"runs\":1e300,\"seconds\":-1}]"}) {
    Database(folder_.path("m.db"), Database::Mode::write)
        .prepare("UPDATE study SET value = ? WHERE key = 'efforts'")
        .bind(1, std::string_view(record))
        .run();
    EXPECT_TRUE(recorded_efforts(Database(folder_.path("m.db"), Database::Mode::read)).empty()) << record;
    EXPECT_EQ(regretta(folder_, {"report", "m.db"}).status, 0) << "it is informal";
  }
}

TEST_F(Shards, MergedInAnyOrderTheyAreTheBitsOfOneRun) {
  const std::string expected = whole();
  std::mt19937 random(5);
  for (const int count : {1, 2, 7, 50}) {  // 36 blocks: some of 50 shards are empty
    std::vector<std::string> files;
    for (int index = 1; index <= count; ++index) {
      files.push_back(count == 1 ? "one.db" : shard_file(index, count));
      run_shard(index, count, {"--out", files.back(), "--threads", std::to_string(1 + index % 3)});
    }
    std::ranges::shuffle(files, random);
    const std::string out = "merged" + std::to_string(count) + ".db";
    const Outcome result = merge(files, out);
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "240 trials from " + std::to_string(count) + " file")) << result.out;
    EXPECT_EQ(tables_of(folder_, out), expected) << count << " shards";
    for (const char* table : {"cells", "curves", "trials", "bound"})
      EXPECT_EQ(stored(out, table), stored("whole.db", table)) << table;
    const Outcome again = regretta(folder_, {"run", "s.toml", "--out", out});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_TRUE(contains(again.out, "Nothing to do: all 240 trials")) << again.out;
    EXPECT_EQ(tables_of(folder_, out), expected);
  }
}

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
    std::vector<std::string> arguments = {"run", "s.toml", "--out", "s.2-of-3.db"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome result = regretta(folder_, arguments);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_TRUE(contains(refusal({"--shard", "1/3"}), "holds shard 2/3 of this study, not shard 1/3"));
  EXPECT_TRUE(contains(refusal({}), "holds shard 2/3 of this study, not the whole study"));
  whole();
  const Outcome result = regretta(folder_, {"run", "s.toml", "--out", "whole.db", "--shard", "1/2"});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(contains(result.err, "holds the whole study, not shard 1/2")) << result.err;
  for (const char* wrong : {"0/3", "4/3", "1", "1/", "/2", "a/b", "1/2/3", "-1/2", "1/1000001", " 1/2"}) {
    const Outcome bad = regretta(folder_, {"run", "s.toml", "--shard", wrong});
    EXPECT_EQ(bad.status, 2) << wrong;
    EXPECT_TRUE(contains(bad.err, "expected I/N with 1 <= I <= N")) << bad.err;
  }
}

TEST_F(Shards, OverlapIsRefusedWithItsRanges) {
  run_shard(1, 2);
  run_shard(2, 2);
  run_shard(1, 3);
  const Outcome result = merge({shard_file(1, 2), shard_file(2, 2), shard_file(1, 3)}, "all.db");
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(contains(result.err, "s.1-of-3.db: overlaps with s.1-of-2.db: both hold cell 0, trials 0 to 7;"))
      << result.err;
  const Outcome twice = merge({shard_file(1, 2), shard_file(1, 2)}, "all.db", {"--partial"});
  EXPECT_EQ(twice.status, 2);
  EXPECT_TRUE(contains(twice.err, "overlaps with")) << twice.err;
  EXPECT_FALSE(std::filesystem::exists(folder_.path("all.db")));
}

TEST_F(Shards, GapsAreRefusedWithTheirRangesUnlessAllowedAndThenRunFillsThem) {
  const std::string expected = whole();
  run_shard(1, 3);
  run_shard(3, 3);
  const Outcome refused = merge({shard_file(3, 3), shard_file(1, 3)}, "all.db");
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "all.db: not written, for these files leave gaps: cell 0, trials 8 to 15; "))
      << refused.err;
  EXPECT_TRUE(contains(refused.err, "(of shard 2/3); finish them, or give --partial")) << refused.err;
  EXPECT_EQ(folder_.names().size(), 4U) << "two shards, the study and the whole";

  const Outcome allowed = merge({shard_file(3, 3), shard_file(1, 3)}, "all.db", {"--partial"});
  EXPECT_EQ(allowed.status, 0) << allowed.err;
  EXPECT_TRUE(contains(allowed.out, "Missing: cell 0, trials 8 to 15; ")) << allowed.out;
  EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--out", "all.db"}).status, 0);
  EXPECT_EQ(tables_of(folder_, "all.db"), expected);
}

TEST_F(Shards, OtherStudiesVersionsAndDamagedFilesAreRefused) {
  run_shard(1, 2);
  run_shard(2, 2, {"--set", "study.seed=8"});
  const Outcome study = merge({shard_file(1, 2), shard_file(2, 2)}, "all.db");
  EXPECT_EQ(study.status, 2);
  EXPECT_TRUE(contains(study.err, "s.2-of-2.db: holds another study than s.1-of-2.db: study.seed was 7 and is now 8"))
      << study.err;

  std::filesystem::remove(folder_.path(shard_file(2, 2)));
  run_shard(2, 2);
  std::filesystem::copy_file(folder_.path(shard_file(2, 2)), folder_.path("good.db"));
  sql(shard_file(2, 2), "UPDATE trial SET regret = 0");
  const Outcome damaged = merge({shard_file(1, 2), shard_file(2, 2)}, "all.db");
  EXPECT_EQ(damaged.status, 2);
  EXPECT_TRUE(contains(damaged.err, "s.2-of-2.db: damaged: cell 0, trials 8 to 15")) << damaged.err;
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

TEST_F(Shards, AnotherVersionIsRefused) {
  run_shard(1, 2);
  run_shard(2, 2);
  {
    const Database file(folder_.path(shard_file(2, 2)), Database::Mode::write);
    file.run("UPDATE study SET value = '0.0.7' WHERE key = 'regretta_version'");
    file.prepare("UPDATE study SET value = ? WHERE key = 'description_checksum'")
        .bind(1, std::string_view(text_checksum(described_cells(file))))
        .run();
  }
  const Outcome result = merge({shard_file(1, 2), shard_file(2, 2)}, "all.db");
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(contains(result.err, "s.2-of-2.db: begun by regretta 0.0.7, but s.1-of-2.db by ")) << result.err;
}

TEST_F(Shards, WhatAKilledMergeLeftIsNoObstacle) {
  const std::string expected = whole();
  run_shard(1, 2);
  run_shard(2, 2);
  folder_.write("all.db.partial", "");
  {
    const Database killed(folder_.path("all.db.partial"), Database::Mode::write);
    mark_as_ours(killed, partial_id);
    killed.run("CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  }
  folder_.write("all.db.partial-wal", std::string(50'000, 'y'));
  folder_.write("all.db-wal", read_text(folder_.path("whole.db")));  // of a file of that name which was removed
  EXPECT_EQ(merge({shard_file(1, 2), shard_file(2, 2)}, "all.db").status, 0);
  EXPECT_EQ(tables_of(folder_, "all.db"), expected);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"all.db", "s.1-of-2.db", "s.2-of-2.db", "s.toml", "whole.db"}));
}

TEST_F(Shards, AFileInTheWayOfAMergeIsLeftAlone) {
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

TEST_F(Shards, FailedTrialsAreStillSaid) {
  for (const int index : {1, 2})
    regretta(folder_, {"run", "s.toml", "--shard", std::to_string(index) + "/2", "--set", "learner.fails=11"});
  const Outcome result = merge({shard_file(1, 2), shard_file(2, 2)}, "all.db");
  EXPECT_EQ(result.status, 3);
  EXPECT_TRUE(contains(result.out, "Failed:  12 trials")) << result.out;
}

TEST(Shard, SharesAreEvenAndComplete) {
  for (const std::int64_t count : {1, 2, 3, 4, 7, 12, 60, 100}) {
    std::vector<int> seen(60);
    std::size_t fewest = 60, most = 0;
    for (std::int64_t index = 1; index <= count; ++index) {
      const auto blocks = planned_blocks({15, 32}, Shard{index, count});
      fewest = std::min(fewest, blocks.size());
      most = std::max(most, blocks.size());
      for (const BlockPlace& block : blocks)
        ++seen[static_cast<std::size_t>(block.cell * 4 + block.first / block_trials)];
    }
    EXPECT_LE(most - fewest, 1U);
    EXPECT_TRUE(std::ranges::all_of(seen, [](int n) { return n == 1; })) << count;
  }
}

// 3 learners x 4 blocks x 100 environments: a shard of 1200 / n blocks should have 400 / n of each learner; what a hash
// deals is off by about sqrt(1200 / n x 1/3 x 2/3), and 4 times that is allowed.
TEST(Shard, NoLearnerFallsToOneShard) {
  for (const std::int64_t count : {2, 3, 4, 5, 6, 7, 12, 13, 25}) {
    for (std::int64_t index = 1; index <= count; ++index) {
      std::vector<int> of_learner(3);
      for (const BlockPlace& block : planned_blocks({300, 32}, Shard{index, count}))
        ++of_learner[static_cast<std::size_t>(block.cell % 3)];
      const double blocks = 1200.0 / static_cast<double>(count);
      for (const int n : of_learner) EXPECT_NEAR(n, blocks / 3, 4 * std::sqrt(blocks * 2 / 9)) << index << "/" << count;
    }
  }
}

}  // namespace
}  // namespace regretta::fakes
