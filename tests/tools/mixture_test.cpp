// Results of several versions of a plugin, or of the engine: nobody takes them for one.

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/file/engine_identity.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/maintenance/mixture.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"

namespace regretta::fakes {
namespace {

using Variables = std::vector<std::pair<std::string, std::string>>;

class MixtureTest : public ::testing::Test {
 protected:
  MixtureTest() {
    folder_.write("s.toml", dice_study);
    EXPECT_EQ(run("", {"-o", "expected.db"}).status, 0);
    digest_ = regretta(folder_, {"digest", "expected.db"}).out;
  }
  /// By a program whose learner is of this version.
  Outcome run(const std::string& version, const std::vector<std::string>& more, Variables variables = {}) const {
    std::vector<std::string> arguments = {"run", "s.toml", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    if (!version.empty()) variables.emplace_back("REGRETTA_TEST_VERSION", version);
    return ProgramProcess(folder_, arguments, variables).wait();
  }
  /// A file with the first block only, played by `origin`.
  void begin(const std::string& name, const std::string& origin) const {
    const Plan plan = make_plan(parse_study(dice_study, "s.toml", "", {}), dice_catalogue());
    StudyWriter file(folder_.path(name), plan, {}, origin);
    RunProgress progress(1);
    run_blocks(plan, file.saver(), {file.missing()[0].block(0)}, progress);
  }

  const Folder folder_;
  std::string digest_;
};

TEST_F(MixtureTest, ARunRefusesToGoOnWithAnotherVersion) {
  ASSERT_EQ(run("one", {"-o", "s.db"}).status, 0);
  EXPECT_EQ(run("one", {"-o", "s.db"}).status, 0) << "nothing to do";
  const Outcome refused = run("two", {"-o", "s.db"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "learner dice has changed (cells 0, 1, 2, 3, 4, 5, 6, 7 and 4 more) since"))
      << refused.err;
  EXPECT_TRUE(contains(refused.err, "--replay-changed plays them anew, or give another --output")) << refused.err;
  const Outcome replayed = run("two", {"-o", "s.db", "--replay-changed"});
  EXPECT_EQ(replayed.status, 0) << replayed.err;
  const StudyReader study = StudyReader::open(folder_.path("s.db"));
  Statement origins = study.database().prepare("SELECT DISTINCT origin FROM block");
  ASSERT_TRUE(origins.step());
  EXPECT_TRUE(contains(study.origins().at(origins.integer(0)), "two"));
  EXPECT_FALSE(origins.step()) << "every block was played anew";
  EXPECT_EQ(regretta(folder_, {"digest", "s.db"}).out, digest_);
}

TEST_F(MixtureTest, AnUnfinishedFileToo) {
  begin("s.db", R"({"build": "x", "plugins": {"learner dice": "one"}})");
  const Outcome refused = run("two", {"-o", "s.db"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "learner dice has changed (cell 0)")) << refused.err;
  EXPECT_EQ(run("one", {"-o", "s.db"}).status, 0) << "the build does not count";

  begin("e.db", R"({"build": "x", "engine": "0.0.0"})");
  const Outcome other = run("", {"-o", "e.db"});
  EXPECT_EQ(other.status, 2);
  EXPECT_TRUE(contains(other.err, "the engine has changed (0.0.0, " + std::string(engine_identity()) + ")"))
      << other.err;
  EXPECT_EQ(run("", {"-o", "e.db", "--replay-changed"}).status, 0);
  EXPECT_EQ(regretta(folder_, {"digest", "e.db"}).out, digest_);

  begin("old.db", "{}");
  EXPECT_EQ(run("two", {"-o", "old.db"}).status, 0) << "an origin that says nothing";
}

TEST_F(MixtureTest, MergeRefusesThemAndEverybodySaysIt) {
  ASSERT_EQ(run("one", {"-o", "1.db", "--shard", "1/2"}).status, 0);
  ASSERT_EQ(run("two", {"-o", "2.db", "--shard", "2/2"}).status, 0);
  const Outcome refused = regretta(folder_, {"merge", "1.db", "2.db", "-o", "m.db"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "of several versions: learner dice has changed (cells ")) << refused.err;
  ASSERT_EQ(regretta(folder_, {"merge", "1.db", "2.db", "-o", "m.db", "--mixed"}).status, 0);
  const Outcome digest = regretta(folder_, {"digest", "m.db"});
  EXPECT_EQ(digest.status, 1);
  EXPECT_TRUE(contains(digest.out, "  mixed: learner dice has changed")) << digest.out;
  for (const std::vector<std::string>& command : {std::vector<std::string>{"show", "m.db"},
                                                  {"rank", "m.db"},
                                                  {"compare", "m.db", "--baseline", "dice, scale=1"},
                                                  {"report", "m.db", "-o", "m.html"},
                                                  {"export", "m.db"}}) {
    const Outcome outcome = regretta(folder_, command);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "note: m.db is mixed: learner dice has changed")) << command[0] << outcome.err;
  }
  EXPECT_TRUE(contains(regretta(folder_, {"diagnose", "m.db"}).out, "mixed versions"));
  const Outcome verified = regretta(folder_, {"verify", "m.db", "--share", "1%", "--seed", "3"});
  EXPECT_TRUE(contains(verified.out, "Recomputed: 2 of 36")) << "one of each origin: " << verified.out;
  const Outcome resumed = run("one", {"-o", "m.db"});
  EXPECT_EQ(resumed.status, 2) << "it is mixed already";
}

TEST_F(MixtureTest, FailedTrialsAreRetried) {
  const Variables broken = {{"REGRETTA_TEST_BROKEN", "1"}};
  ASSERT_EQ(run("one", {"-o", "s.db"}, broken).status, 3);
  EXPECT_TRUE(contains(regretta(folder_, {"diagnose", "s.db"}).out, "--retry-failed"));
  EXPECT_EQ(run("one", {"-o", "s.db"}).status, 3) << "without the option, nothing is played again";
  EXPECT_EQ(run("one", {"-o", "s.db", "--retry-failed"}).status, 0);
  EXPECT_EQ(regretta(folder_, {"digest", "s.db"}).out, digest_);

  ASSERT_EQ(run("one", {"-o", "c.db"}, broken).status, 3);
  EXPECT_EQ(run("two", {"-o", "c.db"}).status, 2);
  const Outcome corrected = run("two", {"-o", "c.db", "--retry-failed", "--replay-changed"});
  EXPECT_EQ(corrected.status, 0) << corrected.err;
  EXPECT_EQ(regretta(folder_, {"digest", "c.db"}).out, digest_);
}

TEST_F(MixtureTest, WhatReturnsIsOfTheSameVersion) {
  const auto of = [&](const std::string& version, int trials, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"-o", "g.db", "--set", "study.trials=" + std::to_string(trials)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(version, arguments);
  };
  ASSERT_EQ(of("one", 20, {}).status, 0);
  ASSERT_EQ(of("one", 8, {}).status, 0);
  ASSERT_EQ(of("two", 8, {"--replay-changed"}).status, 0);
  const std::string before = regretta(folder_, {"digest", "g.db"}).out;
  const Outcome refused = of("two", 20, {});
  EXPECT_EQ(refused.status, 2) << "trials 8 to 19 were set aside, and are of the first version";
  EXPECT_TRUE(contains(refused.err, "learner dice has changed (cells 0, 1, 2")) << refused.err;
  EXPECT_EQ(regretta(folder_, {"digest", "g.db"}).out, before);
  ASSERT_EQ(of("two", 20, {"--replay-changed"}).status, 0);
  EXPECT_EQ(regretta(folder_, {"digest", "g.db"}).out, digest_);
  EXPECT_EQ(regretta(folder_, {"digest", "g.db"}).status, 0) << "of one version";

  ASSERT_EQ(of("two", 8, {}).status, 0);
  EXPECT_EQ(of("two", 20, {}).status, 0) << "of the same version";
}

TEST_F(MixtureTest, TrialsThatAreRetriedCountForTheStopRule) {
  // With 63 of 64 values the half-width of two cells is 0.107, with all 64 it is 0.105.
  const std::vector<std::string> rule = {"--set", "study.trials=200", "--stop",
                                         "metric = \"violation\", rare_trials = false, half_width = 0.106"};
  const auto cells = [&](const std::string& file, std::vector<std::string> more, const Variables& variables) {
    more.insert(more.end(), rule.begin(), rule.end());
    more.insert(more.end(), {"-o", file});
    EXPECT_EQ(run("one", more, variables).status, variables.empty() ? 0 : 3);
    return regretta(folder_, {"export", file}).out;
  };
  const std::string expected = cells("e.db", {}, {});
  EXPECT_NE(cells("r.db", {}, {{"REGRETTA_TEST_BROKEN", "1"}}), expected);
  EXPECT_EQ(cells("r.db", {"--retry-failed"}, {}), expected);
  EXPECT_EQ(regretta(folder_, {"digest", "r.db"}).out, regretta(folder_, {"digest", "e.db"}).out);
}

TEST_F(MixtureTest, WhoPlayedACellInPythonIsAFieldOfItsOrigin) {
  const Study study = parse_study(dice_study, "s.toml", "", {});
  Catalogue without = dice_catalogue();
  std::erase_if(without.learners, [](const LearnerEntry& entry) { return entry.name == "dice"; });
  const auto advice = [&](const std::string& name, const PluginSource& source) -> std::string {
    begin(name, origin_of_run(study, "x", {{"learner dice", source}}));
    const StudyReader file = StudyReader::open(folder_.path(name));
    try {
      const RebuiltCells cells(file, without, "");
    } catch (const StudyFileError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(contains(advice("p.db", {"abc", "python"}), "\"dice\" is a class in Python; there, regretta.load("));
  const std::string other = advice("o.db", {"python abc"});
  EXPECT_TRUE(contains(other, "\"dice\" is a plugin, whose header --with names; or it was played in Python")) << other;
}

TEST(Mixture, APluginTakesPartWhereTheStudyNamesIt) {
  const Study study = parse_study(
      "[study]\n[[environment]]\nkind = \"flat\"\n[[environment]]\nkind = \"flat\"\nname = \"noisy\"\nnoise = "
      "\"mine\"\n[[learner]]\nkind = \"dice\"\n",
      "s.toml", "");
  const auto origin = [&](const std::string& plugin) { return origin_of_run(study, "x", {{plugin, {"abc"}}}); };
  for (const char* plugin : {"learner dice", "environment flat", "noise mine"})
    EXPECT_TRUE(contains(origin(plugin), "abc")) << plugin;
  for (const char* plugin : {"learner marathon", "environment trace", "noise other", "measure mine"})
    EXPECT_FALSE(contains(origin(plugin), "abc")) << plugin;
}

}  // namespace
}  // namespace regretta::fakes
