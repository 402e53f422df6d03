// A study that is extended in shards has the bits of one run; tests/campaign/sequences kills it meanwhile.

#include <map>
#include <set>

#include "growing_study.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta::fakes {
namespace {

using ExtensionInShards = GrowingStudy;

TEST_F(ExtensionInShards, AShardKeepsWhatItHas) {
  std::map<std::string, std::set<std::string>> owned;
  const auto blocks = [&](const std::string& file) {
    std::set<std::string> all;
    const StudyReader study = StudyReader::open(folder_.path(file));
    for (const BlockRange& block : blocks_of(study.saved_ranges()))
      all.insert(fmt::format("{} {}", study.cells()[static_cast<std::size_t>(block.cell)].content, block.first));
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
