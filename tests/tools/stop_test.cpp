// Stop: tests that in studies with a stop rule the number of trials of a cell, and every bit, depend only on the
// trials. Until: tests that `run --until` adds trials to undecided settings, and that its decisions agree with `rank`.

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "growing_study.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta::fakes {
namespace {

/// Options of `run` for a rule that stops cells of dice_study after different numbers of trials: their violation is
/// uniform on sqrt(T) x scale x (-0.3, 0.7), so chance decides when an interval is narrow enough.
const std::vector<std::string> narrow = {"--until", "within 20%", "--most-trials",
                                         "2000",    "--set",      "study.metric=violation"};

std::vector<std::string> run_words(const std::string& out, const std::vector<std::string>& rule,
                                   const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"run", "s.toml", "--output", out};
  arguments.insert(arguments.end(), rule.begin(), rule.end());
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

class Stop : public GrowingStudy {
 protected:
  void SetUp() override { folder_.write("s.toml", dice_study); }

  /// Number of trials of every cell, counted in `export --table trials`.
  std::map<int, int> trials(const std::string& file) const {
    const std::string result = output_of(folder_, {"export", file, "--table", "trials", "--format", "json"});
    std::map<int, int> counts;
    for (const auto& row : nlohmann::json::parse(result)) ++counts[row.at("cell").get<int>()];
    return counts;
  }
};

TEST_F(Stop, TrialsAndBitsDoNotDependOnThreadsOrShards) {
  ASSERT_EQ(regretta(folder_, run_words("one.db", narrow, {"--threads", "1"})).status, 0);
  const auto counts = trials("one.db");
  ASSERT_EQ(counts.size(), 12U);
  std::set<int> different_counts;
  for (const auto& [cell, count] : counts) {
    different_counts.insert(count);
    EXPECT_GE(count, 64);
    EXPECT_EQ(count % 8, 0);
  }
  EXPECT_GE(different_counts.size(), 2U);
  EXPECT_GT(*different_counts.rbegin(), 100);
  EXPECT_LT(*different_counts.rbegin(), 2000);

  const std::string expected = digest("one.db");
  ASSERT_EQ(regretta(folder_, run_words("threads.db", narrow, {"--threads", "8"})).status, 0);
  EXPECT_EQ(digest("threads.db"), expected);

  std::vector<std::string> merge = {"merge", "--output", "merged.db"};
  for (const char* index : {"3", "1", "2"}) {
    const std::string file = std::string("shard") + index + ".db";
    ASSERT_EQ(regretta(folder_, run_words(file, narrow, {"--shard", std::string(index) + "/3"})).status, 0);
    merge.push_back(file);
  }
  const Outcome merged = regretta(folder_, merge);
  ASSERT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(digest("merged.db"), expected);
  EXPECT_EQ(tables_of(folder_, "merged.db"), tables_of(folder_, "one.db"));
  EXPECT_EQ(regretta(folder_, {"verify", "merged.db"}).status, 0);

  // Without one of the shards, `merge` lists the gaps, whose numbers of trials are not always known.
  merge.pop_back();
  merge[2] = "gaps.db";
  expect_refused(folder_, merge, {"of shard 2/3"});
}

TEST_F(Stop, ChangedNumbersOfTrialsAreDetected) {
  ASSERT_EQ(regretta(folder_, run_words("sound.db", narrow)).status, 0);
  const std::string expected = digest("sound.db");
  for (const std::string damage :
       {"UPDATE cell SET trials = trials - 8 WHERE cell = 1", "UPDATE cell SET cell = 77 WHERE cell = 1"}) {
    SCOPED_TRACE(damage);
    std::filesystem::copy_file(folder_.path("sound.db"), folder_.path("s.db"));
    Database(folder_.path("s.db"), Database::Mode::write).run(damage);
    for (const std::vector<std::string>& reader :
         std::vector<std::vector<std::string>>{{"digest", "s.db"}, {"show", "s.db"}, run_words("s.db", narrow)})
      expect_refused(folder_, reader, {"damaged: the description "});
    expect_refused(folder_, {"verify", "s.db"}, {"--output s.db --anew` writes it again"});
    std::vector<std::string> again = run_words("s.db", narrow);
    again.emplace_back("--anew");
    EXPECT_EQ(regretta(folder_, again).status, 0) << damage;
    EXPECT_EQ(digest("s.db"), expected) << damage;
    std::filesystem::remove(folder_.path("s.db"));
  }
}

TEST_F(Stop, KilledRunsResumeToTheSameTrials) {
  folder_.write("slow.toml", dice_study_with_pause(300));
  auto arguments = run_words("whole.db", narrow, {"--quiet"});
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

  EXPECT_TRUE(contains(regretta(folder_, run_words("new.db", narrow)).out, "Stopped: 12 of 12"));
  expect_parts(output_of(folder_, run_words("new.db", narrow)), {"Nothing to do"});
}

using nlohmann::json;

class Until : public GrowingStudy {
 protected:
  /// Two settings with three learners each. In one setting, two of the learners are hard to distinguish.
  void SetUp() override {
    folder_.write("s.toml", R"(
[study]
name = "real"
trials = 64
horizon = [20, 200]
checkpoints = 2
[[environment]]
kind = "stationary"
loss = [0.5, 0.3, 0.7]
violation = [[-0.3, 0.4, -0.3]]
[[learner]]
kind = ["exp3", "thompson", "ucb1"]
)");
  }
  json rows(const std::string& command, const std::string& file, const std::vector<std::string>& more = {}) const {
    const Outcome result = regretta(folder_, {command, file, "--format", "json"}, more);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.status == 0 ? json::parse(result.out) : json::array();
  }
  struct Answer {
    std::int64_t cell = 0, baseline = 0;
    std::string metric{};
    std::int64_t trials = 0;
    StopReason reason{};
  };
  /// The answers of the last looks at a file to all questions of its stop rule.
  std::vector<Answer> answers(const std::string& file) const {
    const Results study = Results::open(folder_.path(file));
    std::vector<Answer> result;
    visit_last_looks(study, [&](const StopUnit& unit, std::int64_t trials, const std::vector<Look>& looks) {
      for (std::size_t k = 0; k < looks.size(); ++k) {
        const auto& [a, b, metric] = unit.questions[k];
        result.push_back({a, b, study.study().stop->metrics()[metric], trials, looks[k].reason});
      }
    });
    return result;
  }
  std::map<int, std::int64_t> trials(const std::string& file) const {
    std::map<int, std::int64_t> counts;
    for (const json& row : rows("export", file)) counts[row.at("cell")] = row.at("trials");
    return counts;
  }

  const ShippedCatalogue shipped_;
};

const std::vector<std::string> until_ranked = {"--until", "ranked", "--most-trials", "400"};

TEST_F(Until, UndecidedSettingsGetMoreTrials) {
  const std::string first = output_of(run(until_ranked));
  EXPECT_TRUE(contains(first, "Stopped: ")) << first;
  std::set<std::int64_t> counts;
  int open = 0;
  for (const Answer& answer : answers("s.db")) {
    const bool is_open = answer.reason == StopReason::not_yet;
    counts.insert(answer.trials);
    EXPECT_EQ(trials("s.db").at(static_cast<int>(answer.cell)), answer.trials);
    open += is_open;
    if (is_open) {
      EXPECT_EQ(answer.trials, 400) << "a setting with an open question must have all its trials";
    }
  }
  EXPECT_EQ(answers("s.db").size(), 2U * 3 * 2) << "two settings, three pairs, two quantities";
  EXPECT_TRUE(contains(run(until_ranked).out, "Nothing to do"));
  EXPECT_EQ(counts, (std::set<std::int64_t>{64, 400}));
  EXPECT_GT(open, 0);
  expect_parts(first, {fmt::format("Stopped: 1 of 2 settings decided; {} of 12 question", open), "(--most-trials)"});
}

TEST_F(Until, DecisionsAgreeWithRank) {
  ASSERT_EQ(run(until_ranked).status, 0);
  // For each cell and quantity, the numbers of learners with a smaller mean and with a larger mean.
  std::map<std::pair<std::int64_t, std::string>, std::pair<int, int>> less_and_more;
  for (const auto& [a, b, metric, trials, reason] : answers("s.db")) {
    less_and_more[{a, metric}].first += reason == StopReason::above;
    less_and_more[{a, metric}].second += reason == StopReason::below;
    less_and_more[{b, metric}].first += reason == StopReason::below;
    less_and_more[{b, metric}].second += reason == StopReason::above;
  }
  int shown = 0;
  for (const json& row : rows("rank", "s.db")) {
    const auto [less, more] = less_and_more.at({row.at("cell"), row.at("quantity")});
    EXPECT_EQ(row.at("rank_low"), 1 + less) << row;
    EXPECT_EQ(row.at("rank_high"), 3 - more) << row;
    shown += less + more;
  }
  EXPECT_GT(shown, 0);
}

TEST_F(Until, ContinuesFromTheTrialsInAFile) {
  ASSERT_EQ(run().status, 0);
  const std::string plain = digest("s.db");
  const Outcome continued = run(until_ranked);
  ASSERT_EQ(continued.status, 0) << continued.err;
  EXPECT_TRUE(contains(continued.err, "resuming s.db: study.until was absent and is now \"ranked\"")) << continued.err;
  expect_same_as_single_run(until_ranked);
  for (const std::vector<std::string>& other :
       {std::vector<std::string>{"--until", "compared to thompson", "--most-trials", "200"},
        std::vector<std::string>{"--until", "within 5%", "--most-trials", "128"}}) {
    ASSERT_EQ(run(other).status, 0);
    expect_same_as_single_run(other);
  }
  const std::string back = output_of(run());
  EXPECT_EQ(digest("s.db"), plain);
  EXPECT_TRUE(contains(back, " other trials that the study does not have")) << back;
}

TEST_F(Until, AShardOfTheStudyWithoutARuleIsRefused) {
  ASSERT_EQ(run({"--shard", "1/2"}, "1.db").status, 0);
  std::vector<std::string> shard = until_ranked;
  shard.insert(shard.end(), {"--shard", "1/2"});
  expect_refused(run(shard, "1.db"), {"divided among shards in a different way; `regretta merge 1.db"});
}

TEST_F(Until, NearlyEqualLearnersAreTied) {
  const std::string study = read_text(folder_.path("s.toml"));
  folder_.write("s.toml", study +
                              "[[learner]]\nkind = \"conomd-fs\"\nname = \"twin\"\nconfidence_scale = 0.5\n"
                              "[[learner]]\nkind = \"conomd-fs\"\nname = \"other\"\nconfidence_scale = 0.5001\n");
  const std::string twins = output_of(run({"--until", "compared to twin", "--most-trials", "96"}));
  int ties = 0;
  for (const Answer& answer : answers("s.db")) ties += answer.reason == StopReason::tie;
  EXPECT_GE(ties, 2) << "two learners hardly differ in their widths";
  EXPECT_TRUE(contains(twins, " a tie")) << twins;
}

TEST_F(Until, WithoutTrialsAStudyStopsWhenItsIntervalsAreNarrow) {
  const std::string study = read_text(folder_.path("s.toml"));
  folder_.write("s.toml", std::string(study).erase(study.find("trials = 64\n"), 12));
  ASSERT_EQ(run({"--threads", "1"}).status, 0);
  ASSERT_EQ(run({"--threads", "3"}, "three.db").status, 0);
  EXPECT_EQ(digest("three.db"), digest("s.db"));
  for (const Answer& answer : answers("s.db")) EXPECT_EQ(answer.reason, StopReason::narrow);
  std::int64_t largest = 0;
  for (const auto& [cell, count] : trials("s.db")) {
    EXPECT_GE(count, 64);
    largest = std::max(largest, count);
  }
  EXPECT_GT(largest, 64);
  EXPECT_LT(largest, 65'536);
  EXPECT_TRUE(contains(regretta(folder_, {"show", "s.db"}).out, "at most 65,536 trials"));
}

TEST_F(Until, InvalidRulesAreRefusedWithSuggestions) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"--until", "rankd"},
       "study.until: \"rankd\" is not a stop rule, expected \"ranked\", \"compared to BASELINE\" or "
       "\"within 5%\"; did you mean \"ranked\"?"},
      {{"--until", "compare to exp3"}, "did you mean \"compared to BASELINE\"?"},
      {{"--until", "within 0%"}, "study.until: \"within 0%\" is not a stop rule"},
      {{"--until", "compared to thomson"}, "study.until: no learner \"thomson\" (did you mean \"thompson\"?)"},
      {{"--until", "ranked", "--most-trials", "32"},
       "study.most_trials: 32 is fewer than the 64 trials before the first look"},
      {{"--until", "ranked", "--more", "8"}, "--until excludes --more"},
      {{"--trials", "64", "--most-trials", "128"}, "study.most_trials: given without until"},
      {{"--until", "ranked", "--set", "study.metric=regrets"}, "did you mean \"regret\"?"}};
  for (const auto& [options, why] : refused) expect_refused(run(options), {why});
  EXPECT_FALSE(std::filesystem::exists(folder_.path("s.db")));
}

}  // namespace
}  // namespace regretta::fakes
