// Studies with a stop rule: the number of trials of a cell, and every bit, depend only on the trials.

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta::fakes {
namespace {

/// Violations of the 12 cells are uniform on sqrt(T) x scale x (-0.3, 0.7), and how many trials it takes to know them
/// to within a tenth depends on chance, too.
const std::vector<std::string> narrow = {"--until", "within 20%", "--most-trials",
                                         "2000",    "--set",      "study.metric=violation"};

std::vector<std::string> run_of(const std::string& out, const std::vector<std::string>& rule,
                                const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"run", "s.toml", "--output", out};
  arguments.insert(arguments.end(), rule.begin(), rule.end());
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

class Stop : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("s.toml", dice_study); }

  std::string digest(const std::string& file) const {
    const Outcome result = regretta(folder_, {"digest", file, "--cells"});
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }
  /// The number of trials of every cell, from `export`.
  std::map<int, int> trials(const std::string& file) const {
    const Outcome result = regretta(folder_, {"export", file, "--table", "trials", "--format", "json"});
    EXPECT_EQ(result.status, 0) << result.err;
    std::map<int, int> counts;
    for (const auto& row : nlohmann::json::parse(result.out)) ++counts[row.at("cell").get<int>()];
    return counts;
  }

  const Folder folder_;
};

TEST_F(Stop, TheSameTrialsAndBitsForAnyThreadsShardsAndKills) {
  ASSERT_EQ(regretta(folder_, run_of("one.db", narrow, {"--threads", "1"})).status, 0);
  const auto counts = trials("one.db");
  ASSERT_EQ(counts.size(), 12U);
  std::set<int> different;
  for (const auto& [cell, n] : counts) {
    different.insert(n);
    EXPECT_GE(n, 64);
    EXPECT_EQ(n % 8, 0);
  }
  EXPECT_GE(different.size(), 2U);
  EXPECT_GT(*different.rbegin(), 100);
  EXPECT_LT(*different.rbegin(), 2000);

  const std::string expected = digest("one.db");
  for (const char* threads : {"8"}) {
    const std::string file = std::string("threads") + threads + ".db";
    ASSERT_EQ(regretta(folder_, run_of(file, narrow, {"--threads", threads})).status, 0);
    EXPECT_EQ(digest(file), expected);
  }

  std::vector<std::string> merge = {"merge", "--output", "merged.db"};
  for (const char* index : {"3", "1", "2"}) {
    const std::string file = std::string("shard") + index + ".db";
    ASSERT_EQ(regretta(folder_, run_of(file, narrow, {"--shard", std::string(index) + "/3"})).status, 0);
    merge.push_back(file);
  }
  const Outcome merged = regretta(folder_, merge);
  ASSERT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(digest("merged.db"), expected);
  EXPECT_EQ(tables_of(folder_, "merged.db"), tables_of(folder_, "one.db"));
  EXPECT_EQ(regretta(folder_, {"verify", "merged.db"}).status, 0);

  // without a part, the gaps are listed, as far as their number of trials can be known
  merge.pop_back();
  merge[2] = "gaps.db";
  const Outcome gaps = regretta(folder_, merge);
  EXPECT_EQ(gaps.status, 2);
  EXPECT_TRUE(contains(gaps.err, "of shard 2/3")) << gaps.err;
}

TEST_F(Stop, WhereItStoppedCannotBeChangedUnnoticed) {
  ASSERT_EQ(regretta(folder_, run_of("sound.db", narrow)).status, 0);
  const std::string expected = digest("sound.db");
  for (const std::string damage :
       {"UPDATE cell SET trials = trials - 8 WHERE cell = 1", "UPDATE cell SET cell = 77 WHERE cell = 1"}) {
    std::filesystem::copy_file(folder_.path("sound.db"), folder_.path("s.db"));
    Database(folder_.path("s.db"), Database::Mode::write).run(damage);
    for (const std::vector<std::string>& reader :
         std::vector<std::vector<std::string>>{{"digest", "s.db"}, {"show", "s.db"}, run_of("s.db", narrow)}) {
      const Outcome refused = regretta(folder_, reader);
      EXPECT_EQ(refused.status, 2) << damage << ": " << reader.front();
      EXPECT_TRUE(contains(refused.err, "damaged: the description ")) << refused.err;
    }
    const Outcome verified = regretta(folder_, {"verify", "s.db"});
    EXPECT_EQ(verified.status, 2) << damage;
    EXPECT_TRUE(contains(verified.err, "--output s.db --anew` writes it again")) << verified.err;
    std::vector<std::string> again = run_of("s.db", narrow);
    again.emplace_back("--anew");
    EXPECT_EQ(regretta(folder_, again).status, 0) << damage;
    EXPECT_EQ(digest("s.db"), expected) << damage;
    std::filesystem::remove(folder_.path("s.db"));
  }
}

TEST_F(Stop, KilledRunsGoOnToTheSameTrials) {
  folder_.write("slow.toml", dice_study_with_pause(300));
  auto arguments = run_of("whole.db", narrow, {"--quiet"});
  arguments[1] = "slow.toml";
  ASSERT_EQ(regretta(folder_, arguments).status, 0);
  const std::string expected = digest("whole.db");
  std::mt19937 random(3);
  int kills = 0;
  arguments[3] = "killed.db";
  arguments.insert(arguments.end(), {"--threads", "1"});
  for (bool finished = false; !finished;) {
    arguments.back() = std::to_string(1 + random() % 8);
    ProgramProcess process(folder_, arguments);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 100));
    if (kills < 6) process.signal(SIGKILL);
    const Outcome result = process.wait();
    finished = result.status == 0;
    kills += finished ? 0 : 1;
    ASSERT_TRUE(finished || result.status == 128 + SIGKILL) << result.err;
  }
  EXPECT_GE(kills, 3);
  EXPECT_EQ(digest("killed.db"), expected);

  EXPECT_TRUE(contains(regretta(folder_, run_of("new.db", narrow)).out, "Stopped: 12 of 12"));
  const Outcome nothing = regretta(folder_, run_of("new.db", narrow));
  EXPECT_EQ(nothing.status, 0) << nothing.err;
  EXPECT_TRUE(contains(nothing.out, "Nothing to do")) << nothing.out;
}

}  // namespace
}  // namespace regretta::fakes
