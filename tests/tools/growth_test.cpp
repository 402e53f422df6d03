// What a study takes must not grow with its size: memory, bytes of a trial, what a stopped run still writes. Measured
// by memory and counts; tests/scale measures times.
// Studies of which few trials are saved: what is said of them, and that memory does not grow with the planned ones.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include <fmt/format.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

#ifdef REGRETTA_SANITIZED
constexpr bool keeps_what_is_freed = true;
#else
constexpr bool keeps_what_is_freed = false;
#endif

const std::string short_trials = R"(
[study]
name = "short"
trials = 20_000
horizon = 20
checkpoints = 1
[[environment]]
kind = "flat"
[[learner]]
kind = "dice"
)";

class Growth : public ::testing::Test {
 protected:
  Growth() { folder_.write("s.toml", short_trials); }
  Outcome done(const std::vector<std::string>& arguments) const {
    Outcome outcome = regretta(folder_, arguments);
    EXPECT_EQ(outcome.status, 0) << arguments.front() << outcome.err;
    return outcome;
  }
  std::int64_t size_of(const std::string& file) const {
    return static_cast<std::int64_t>(std::filesystem::file_size(folder_.path(file)));
  }

  const Folder folder_;
};

TEST_F(Growth, MemoryDoesNotGrowWithTheTrialsOfACell) {
  if (keeps_what_is_freed) GTEST_SKIP() << "a sanitizer's heap keeps what is freed";
  constexpr std::int64_t few = 20'000, many = 200'000;
  const auto run = [&](std::int64_t trials, const std::string& out) {
    return done({"run", "s.toml", "--output", out, "--set", fmt::format("study.trials={}", trials)});
  };
  const std::int64_t before = run(few, "few.db").memory;
  const std::int64_t allowed =
      before + 100'000'000;  // all values take 32 MB, copies included 64; a kilobyte a trial 180
  EXPECT_LT(run(many, "many.db").memory, allowed);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"show", "many.db"},
                                                    {"digest", "many.db"},
                                                    {"verify", "many.db"},
                                                    {"export", "many.db", "--table", "cells"}})
    EXPECT_LT(done(arguments).memory, allowed) << arguments.front();

  const double trial = static_cast<double>(size_of("many.db") - size_of("few.db")) / static_cast<double>(many - few);
  EXPECT_LT(trial, 150 + 32) << "bytes of a trial, of which its curve has 32";
}

TEST_F(Growth, LargeBlocksGiveTheSameBitsInShardsAndAfterAKill) {
  done({"run", "s.toml", "--output", "whole.db", "--threads", "1"});
  {
    const Database file(folder_.path("whole.db"), Database::Mode::read);
    Statement most = file.prepare("SELECT max(trials), count(*) FROM block");
    ASSERT_TRUE(most.step());
    ASSERT_EQ(most.integer(0), 256) << "a block of many packs";
    ASSERT_EQ(most.integer(1), 128 + 4 * 64 + 15) << "single packs first, then ever larger blocks";
  }
  const std::string expected = done({"digest", "whole.db"}).out;
  std::vector<std::string> merge = {"merge", "--output", "merged.db"};
  for (const std::string shard : {"1/3", "2/3", "3/3"}) {
    merge.push_back(std::string(1, shard.front()) + ".db");
    done({"run", "s.toml", "--shard", shard, "--output", merge.back()});
  }
  done(merge);
  EXPECT_EQ(done({"digest", "merged.db"}).out, expected);
  {
    ProgramProcess killed(folder_, {"run", "s.toml", "--output", "killed.db"});
    ::usleep(60'000);
    killed.signal(SIGKILL);
  }
  done({"run", "s.toml", "--output", "killed.db", "--threads", "3"});
  EXPECT_EQ(done({"digest", "killed.db"}).out, expected);
  EXPECT_EQ(done({"replay", "whole.db", "--cell", "0", "--trial", "300"}).status, 0);
  EXPECT_EQ(done({"verify", "merged.db", "--share", "100%"}).status, 0);
}

/// Learners that solve programs hold tables of constraints x constraints.
TEST_F(Growth, ARunTakesTheMemoryThatDryRunSays) {
  if (keeps_what_is_freed) GTEST_SKIP() << "a sanitizer's heap keeps what is freed";
  const ShippedCatalogue shipped;
  for (const auto& [learner, arms, constraints] : {std::tuple("conomd-fs", 2, 500), {"ucb1", 1000, 100}}) {
    SCOPED_TRACE(learner);
    folder_.write("many.toml", fmt::format(R"(
[study]
trials = 8
horizon = 20
[[environment]]
kind = "random-instance"
arms = {}
constraints = {}
[[learner]]
kind = "{}"
)",
                                           arms, constraints, learner));
    const std::vector<std::string> run = {"run",       "many.toml", "--output", fmt::format("{}.db", learner),
                                          "--threads", "1"};
    std::vector<std::string> dry = run;
    dry.emplace_back("--dry-run");
    const std::string text = done(dry).out, words = "Memory:  about ";
    const std::size_t place = text.find(words);
    ASSERT_NE(place, std::string::npos) << text;
    const double said = 1e6 * std::stod(text.substr(place + words.size()));
    const auto taken = static_cast<double>(done(run).memory);
    EXPECT_LT(taken, 1.5 * said);
    EXPECT_GT(taken, said / 1.5);
  }
}

TEST_F(Growth, AStoppedRunStoresNoFacts) {
  ProgramProcess run(folder_, {"run", "s.toml", "--output", "s.db", "--set", "learner.pause=200"});
  while (blocks_in(folder_.path("s.db")) == 0 && !run.ended()) ::usleep(5'000);
  run.signal(SIGTERM);
  EXPECT_EQ(run.wait().status, 130);
  {
    const Database file(folder_.path("s.db"), Database::Mode::read);
    EXPECT_FALSE(file.prepare("SELECT * FROM facts").step());
  }
  EXPECT_TRUE(contains(done({"show", "s.db"}).out, "short: ")) << "computed from the blocks that are there";
}

/// Of 2,000,000,000 trials a cell: the first blocks of all cells, and the last block of the first cell.
class PartialStudy {
 public:
  PartialStudy() {
    folder_.write("s.toml", dice_study);
    const Plan plan =
        make_plan(parse_study(dice_study, "s.toml", "", {"study.trials=2_000_000_000"}), dice_catalogue());
    StudyWriter file(folder_.path("s.db"), plan);
    BlockSpans some;
    for (const BlockSpan& span : file.missing()) {
      append(some, span.block(0));
      if (span.cell == 0) append(some, span.block(span.blocks() - 1));
    }
    RunProgress progress(1);
    run_blocks(plan, file.saver(), some, progress);
  }

  void is_said_to_have_the_trials_that_are_saved() const;
  void takes_memory_for_them() const;

 private:
  const Folder folder_;
};

void PartialStudy::is_said_to_have_the_trials_that_are_saved() const {
  const std::string shown = output_of(folder_, {"show", "s.db"});
  expect_parts(shown, {"dice: 12 cells of ", " of 2,000,000,000 trials, seed 7"});
  EXPECT_FALSE(contains(shown, "from 2,000,000,000 trials")) << shown;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"rank", "s.db"}, {"compare", "s.db", "--baseline", "dice, scale=1"}}) {
    const Outcome outcome = regretta(folder_, command);
    EXPECT_TRUE(contains(outcome.out, " to ")) << outcome.out << outcome.err;
    EXPECT_TRUE(contains(outcome.out, " of 2,000,000,000 trials per cell")) << outcome.out;
  }
}

void PartialStudy::takes_memory_for_them() const {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"rank", "s.db"},
                                                  {"show", "s.db", "--tails"},
                                                  {"report", "s.db", "--output", "s.html"},
                                                  {"compare", "s.db", "--baseline", "dice, scale=1"}}) {
    const Outcome outcome = regretta(folder_, command);
    EXPECT_EQ(outcome.status, 0) << command.front() << outcome.err;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_LT(outcome.memory, 200'000'000) << command.front();
#endif
  }
}

/// One test, because playing the study takes most of the time.
TEST(PartialStudy, ReadsAsTheTrialsThatAreSaved) {
  const PartialStudy study;
  study.is_said_to_have_the_trials_that_are_saved();
  study.takes_memory_for_them();
}

TEST(ManyLearners, AreRankedWithoutKeepingEveryPair) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  std::string scales = "learner.scale=[1";
  for (int k = 2; k <= 300; ++k) scales += fmt::format(",{}", k);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", scales + "]", "--set", "study.trials=8"}).status, 0);
  const Outcome ranked = regretta(folder, {"rank", "s.db"});
  EXPECT_TRUE(contains(ranked.out, "pairs; about ")) << ranked.out;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(ranked.memory, 150'000'000);
#endif
}

}  // namespace
}  // namespace regretta::fakes
