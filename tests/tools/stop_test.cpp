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

/// Violations of the 12 cells are uniform on sqrt(T) x scale x (-0.3, 0.7): a half-width of 1 needs more trials the
/// larger sqrt(T) x scale is, from the minimum of 64 to about 800.
const std::vector<std::string> narrow = {"--set", "study.trials=2000", "--stop",
                                         "metric = \"violation\", half_width = 1, rare_trials = false"};

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
  EXPECT_EQ(different.size(), 3U) << "sqrt(T) x scale is 31.6, 10, and less than 3.2 in the others";
  EXPECT_GT(*different.rbegin(), 500);
  EXPECT_LT(*different.rbegin(), 2000);

  const std::string expected = digest("one.db");
  for (const char* threads : {"2", "8"}) {
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
    if (kills < 12) process.signal(SIGKILL);
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

TEST_F(Stop, DecidesWhichLearnerHasLess) {
  const std::vector<std::string> rule = {
      "--set", "study.trials=400", "--stop",
      "metric = \"violation\", decide = \"dice, scale=1 < dice, scale=0.1\", alpha = 0.01, rare_trials = false"};
  ASSERT_EQ(regretta(folder_, run_of("one.db", rule, {"--threads", "3"})).status, 0);
  for (const auto& [cell, n] : trials("one.db"))
    EXPECT_EQ(n, 64) << "0.18 apart, 0.26 / 8 of standard error: cell " << cell;
  EXPECT_TRUE(contains(regretta(folder_, {"show", "one.db"}).out, "Stopped: 4 of 4 settings decided.\n"));

  ASSERT_EQ(regretta(folder_, run_of("1.db", rule, {"--shard", "1/2"})).status, 0);
  ASSERT_EQ(regretta(folder_, run_of("2.db", rule, {"--shard", "2/2"})).status, 0);
  ASSERT_EQ(regretta(folder_, {"merge", "2.db", "1.db", "--output", "both.db"}).status, 0);
  EXPECT_EQ(digest("both.db"), digest("one.db"));
}

TEST_F(Stop, WhatIsNotKnownAtTheMostSaysSo) {
  const std::vector<std::string> rule = {
      "--set", "study.trials=100", "--stop",
      "metric = \"violation\", half_width = 1, min_trials = 64, rare_trials = false"};
  const Outcome run = regretta(folder_, run_of("s.db", rule));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(trials("s.db").at(3), 100);
  const std::string found = run.out.substr(run.out.find("Stopped: "));
  EXPECT_TRUE(contains(found, " of 12 cells decided; ") && contains(found, " open: about ")) << run.out;
  const std::string shown =
      regretta(folder_, {"show", "s.db", "--output", "s.md"}).status == 0 ? read_text(folder_.path("s.md")) : "";
  EXPECT_TRUE(contains(shown, found.substr(0, found.find('\n')) + ".")) << shown;
}

TEST_F(Stop, TrialsTooRareToBeSeenAreAllowedForUnlessTheRuleSaysOtherwise) {
  const std::string question = "metric = \"violation\", decide = \"dice, scale=1 < dice, scale=0.1\", alpha = 0.01";
  ASSERT_EQ(regretta(folder_, run_of("s.db", {"--set", "study.trials=600", "--stop", question})).status, 0);
  const auto counts = trials("s.db");
  EXPECT_GT(counts.at(0), 64) << "1.8 apart at T = 100, and at worst 50: about 50 ln(2 * 11 / 0.01) / 1.8 trials";
  EXPECT_LT(counts.at(0), 600);
  EXPECT_EQ(counts.at(3), 600) << "5.7 apart at T = 1,000, and at worst 500";
}

TEST_F(Stop, ARuleThatCannotBeMeantIsRefused) {
  const std::map<std::string, std::vector<std::string>> refused = {
      {"half_width = 1", {"study.stop.metric: missing", "such as \"regret\""}},
      {"metric = \"regrets\", half_width = 1", {"no quantity \"regrets\"", "did you mean \"regret\"?"}},
      {"metric = \"regret\"", {"study.stop.half_width: missing", "decide = \"A < B\""}},
      {"metric = \"regret\", half_width = 1, decide = \"dice < dice\"", {"study.stop.decide: given beside half_width"}},
      {"metric = \"regret\", half_width = -1", {"study.stop.half_width: -1 is out of range"}},
      {"metric = \"regret\", half_with = 1", {"unknown key", "stop.growth", "did you mean \"stop.half_width\"?"}},
      {"metric = \"regret\", decide = \"dice\"", {"study.stop.decide: \"dice\" is no such question"}},
      {"metric = \"regret\", decide = \"dice < mice\"", {"\"dice\" is 3 learners", "dice,scale=0.1"}},
      {"metric = \"regret\", decide = \"dice, scale=1 < mice\"", {"no learner \"mice\"", "dice,scale=0.1"}},
      {"metric = \"regret\", decide = \"dice, scale=1 < dice,scale=1\"", {"are the same learner"}},
      {"metric = \"regret\", half_width = 1, min_trials = 70", {"study.stop.min_trials: 70 is more than", "64"}},
      {"metric = \"regret\", half_width = 1, growth = 0.5", {"study.stop.growth: 0.5 is out of range", "[1, 2]"}},
  };
  const Outcome many = regretta(folder_, {"run", "s.toml", "--set", "study.trials=2000000000", "--stop",
                                          "metric = \"regret\", half_width = 1, growth = 1"});
  EXPECT_EQ(many.status, 2);
  EXPECT_TRUE(contains(many.err, "study.stop.growth: 1 means more than 5000 looks")) << many.err;
  for (const auto& [rule, parts] : refused) {
    const Outcome result = regretta(folder_, {"run", "s.toml", "--set", "study.trials=64", "--stop", rule});
    EXPECT_EQ(result.status, 2) << rule;
    for (const std::string& part : parts) EXPECT_TRUE(contains(result.err, part)) << rule << "\n" << result.err;
  }
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"s.toml"}) << "nothing is written";
}

}  // namespace
}  // namespace regretta::fakes
