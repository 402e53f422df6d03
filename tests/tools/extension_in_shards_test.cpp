// A study that is extended in shards, or killed meanwhile, has the bits of one run.

#include <map>
#include <set>

#include "growing_study.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta::fakes {
namespace {

using ExtensionInShards = GrowingStudy;

// 64 -> 128 with two more learners -> 256, in three shards and in one file, each killed on its way.
TEST_F(ExtensionInShards, KillsAndShardsGiveTheBitsOfOneRun) {
  const Grid first{.trials = 64, .pause = 400}, second{.trials = 128, .scales = "0.5, 1, 0.1, 0.2", .pause = 400};
  int kills = 0;
  std::vector<std::string> merge = {"merge", "--output", "merged.db"};
  for (const std::string index : {"1", "2", "3"}) {
    const std::string file = index + ".db";
    merge.push_back(file);
    const std::vector<std::string> shard = {"--shard", index + "/3"};
    write(first);
    kills += killed_until_finished(shard, file);
    write(second);
    kills += killed_until_finished(shard, file);
    kills += killed_until_finished({"--shard", index + "/3", "--set", "study.trials=256"}, file);
  }
  write(first);
  kills += killed_until_finished({}, "s.db");
  write(second);
  kills += killed_until_finished({}, "s.db");
  kills += killed_until_finished({"--set", "study.trials=256"}, "s.db");
  EXPECT_GE(kills, 12);
  expect_as_at_once({"--set", "study.trials=256"});
  const Outcome merged = regretta(folder_, merge);
  ASSERT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(digest("merged.db"), digest("once.db"));
  EXPECT_EQ(tables_of(folder_, "merged.db"), tables_of(folder_, "once.db"));
}

TEST_F(ExtensionInShards, AShardKeepsWhatItHas) {
  std::map<std::string, std::set<std::string>> owned;
  const auto blocks = [&](const std::string& file) {
    std::set<std::string> all;
    const StudyReader study = StudyReader::open(folder_.path(file));
    for (const BlockRange& block : blocks_of(study.saved_ranges()))
      all.insert(study.cells()[static_cast<std::size_t>(block.cell)].content + fmt::format(" {}", block.first));
    return all;
  };
  for (const Grid& grid : {Grid{.trials = 32}, Grid{.trials = 96, .scales = "0.3, 1, 0.1, 4", .gaps = "0.1, 0.5"}}) {
    write(grid);
    std::size_t most = 0, least = 1000;
    for (const std::string index : {"1", "2", "3"}) {
      ASSERT_EQ(run({"--shard", index + "/3"}, index + ".db").status, 0);
      const std::set<std::string> now = blocks(index + ".db");
      EXPECT_TRUE(std::ranges::includes(now, owned[index]));
      most = std::max(most, now.size());
      least = std::min(least, now.size());
      owned[index] = now;
    }
    EXPECT_GT(4 * least, 2 * most) << "shares are about even";
  }
}

TEST_F(ExtensionInShards, ShardsOfDifferentNumbersOfTrialsLeaveGaps) {
  write({.trials = 16});
  ASSERT_EQ(run({"--shard", "1/2"}, "1.db").status, 0);
  ASSERT_EQ(run({"--shard", "2/2"}, "2.db").status, 0);
  ASSERT_EQ(run({"--shard", "2/2", "--more", "16"}, "2.db").status, 0);
  const Outcome gaps = regretta(folder_, {"merge", "1.db", "2.db", "-o", "all.db"});
  EXPECT_EQ(gaps.status, 2);
  EXPECT_TRUE(contains(gaps.err, "(of shard 1/2); finish them, or give --partial")) << gaps.err;
  ASSERT_EQ(regretta(folder_, {"merge", "1.db", "2.db", "-o", "s.db", "--partial"}).status, 0);
  write({.trials = 32});
  EXPECT_EQ(played(), 4 * 8);
  expect_as_at_once();
}

}  // namespace
}  // namespace regretta::fakes
