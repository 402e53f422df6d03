// Growth: tests that memory, bytes per trial, and the writes of a stopped run do not grow with the size of a study.
// tests/scale measures times.
// PartialStudy: tests reports and memory for studies with only few of the planned trials saved.

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
constexpr bool heap_keeps_freed_memory = true;
#else
constexpr bool heap_keeps_freed_memory = false;
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
  /// Runs a command that must succeed.
  Outcome run_command(const std::vector<std::string>& arguments) const {
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
  if (heap_keeps_freed_memory) GTEST_SKIP() << "a sanitizer's heap keeps what is freed";
  constexpr std::int64_t few = 20'000, many = 200'000;
  const auto run = [&](std::int64_t trials, const std::string& out) {
    return run_command({"run", "s.toml", "--output", out, "--set", fmt::format("study.trials={}", trials)});
  };
  const std::int64_t before = run(few, "few.db").memory;
  const std::int64_t allowed =
      before + 100'000'000;  // all values take 32 MB, or 64 MB with copies; 1 kB per trial would be 180 MB
  EXPECT_LT(run(many, "many.db").memory, allowed);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"show", "many.db"},
                                                    {"digest", "many.db"},
                                                    {"verify", "many.db"},
                                                    {"export", "many.db", "--table", "cells"}})
    EXPECT_LT(run_command(arguments).memory, allowed) << arguments.front();

  const double trial = static_cast<double>(size_of("many.db") - size_of("few.db")) / static_cast<double>(many - few);
  EXPECT_LT(trial, 150 + 32) << "bytes per trial, including 32 for its curve";
}

TEST_F(Growth, LargeBlocksGiveTheSameBitsInShardsAndAfterAKill) {
  run_command({"run", "s.toml", "--output", "whole.db", "--threads", "1"});
  {
    const Database file(folder_.path("whole.db"), Database::Mode::read);
    Statement most = file.prepare("SELECT max(trials), count(*) FROM block");
    ASSERT_TRUE(most.step());
    ASSERT_EQ(most.integer(0), 256) << "the largest block must have many packs";
    ASSERT_EQ(most.integer(1), 128 + 4 * 64 + 15) << "the first blocks must be single packs, later ones larger";
  }
  const std::string expected = run_command({"digest", "whole.db"}).out;
  std::vector<std::string> merge = {"merge", "--output", "merged.db"};
  for (const std::string shard : {"1/3", "2/3", "3/3"}) {
    merge.push_back(std::string(1, shard.front()) + ".db");
    run_command({"run", "s.toml", "--shard", shard, "--output", merge.back()});
  }
  run_command(merge);
  EXPECT_EQ(run_command({"digest", "merged.db"}).out, expected);
  {
    ProgramProcess killed(folder_, {"run", "s.toml", "--output", "killed.db"});
    ::usleep(60'000);
    killed.signal(SIGKILL);
  }
  run_command({"run", "s.toml", "--output", "killed.db", "--threads", "3"});
  EXPECT_EQ(run_command({"digest", "killed.db"}).out, expected);
  EXPECT_EQ(run_command({"replay", "whole.db", "--cell", "0", "--trial", "300"}).status, 0);
  EXPECT_EQ(run_command({"verify", "merged.db", "--share", "100%"}).status, 0);
}

/// conomd-fs solves linear programs, for which it stores tables of constraints x constraints.
TEST_F(Growth, DryRunPredictsTheMemoryOfARun) {
  if (heap_keeps_freed_memory) GTEST_SKIP() << "a sanitizer's heap keeps what is freed";
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
    const std::string text = run_command(dry).out, words = "Memory:  about ";
    const std::size_t position = text.find(words);
    ASSERT_NE(position, std::string::npos) << text;
    const double predicted = 1e6 * std::stod(text.substr(position + words.size()));
    const auto taken = static_cast<double>(run_command(run).memory);
    EXPECT_LT(taken, 1.5 * predicted);
    EXPECT_GT(taken, predicted / 1.5);
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
  EXPECT_TRUE(contains(run_command({"show", "s.db"}).out, "short: "))
      << "`show` must compute its table from the saved blocks";
}

/// A study of 2,000,000,000 trials per cell, with only the first blocks of all cells saved, and the last one of cell 0.
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

  void expect_reports_on_saved_trials() const;
  void expect_little_memory() const;

 private:
  const Folder folder_;
};

void PartialStudy::expect_reports_on_saved_trials() const {
  const std::string shown = output_of(folder_, {"show", "s.db"});
  expect_parts(shown, {"dice: 12 cells of ", " of 2,000,000,000 trials, seed 7"});
  EXPECT_FALSE(contains(shown, "from 2,000,000,000 trials")) << shown;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"rank", "s.db"}, {"compare", "s.db", "--baseline", "dice, scale=1"}}) {
    const Outcome outcome = regretta(folder_, command);
    expect_parts(outcome.out, {" to ", " of 2,000,000,000 trials per cell"});
  }
}

void PartialStudy::expect_little_memory() const {
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

/// One test for both, because playing the study takes most of the time.
TEST(PartialStudy, CommandsReadOnlyTheSavedTrials) {
  const PartialStudy study;
  study.expect_reports_on_saved_trials();
  study.expect_little_memory();
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
