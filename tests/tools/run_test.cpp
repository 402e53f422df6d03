// Tests `regretta run`: its exit statuses, messages and files; run_study(), which it calls; that incompatible pairs of
// a learner and an environment are left out; and the lease, with which only one host at a time writes a file.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

TEST(Run, TheDefaultFileIsNamedAfterTheFileOfTheStudy) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  const std::string result = output_of(folder, {"run", "s.toml"});
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"s.db", "s.toml"}));
  expect_parts(result, {"240 trials", "regretta show s.db"});
  expect_parts(output_of(folder, {"run", "s.toml"}), {"Nothing to do"});
}

// A run takes about 12 cells x 20 trials x 5 ms = 1.2 s on one thread; it is interrupted after its first block.
TEST(Run, CtrlCSavesFinishedBlocksAndExits130) {
  const ResultsFolder folder(dice_study_with_pause(5000), {"--output", "whole.db"});
  ProgramProcess process(folder, {"run", "s.toml", "--output", "s.db", "--threads", "1"});
  while (blocks_in(folder.path("s.db")) == 0 && !process.ended()) ::usleep(5'000);
  process.signal(SIGINT);
  const Outcome result = process.wait();
  EXPECT_EQ(result.status, 130) << result.err;
  EXPECT_TRUE(contains(result.out, "Interrupted")) << result.out;
  const Outcome partial = regretta(folder, {"export", "s.db", "--table", "trials"});
  EXPECT_EQ(partial.status, 0);
  EXPECT_TRUE(contains(partial.err, "is not finished")) << partial.err;
  const Outcome rest = regretta(folder, {"run", "s.toml", "--output", "s.db"});
  EXPECT_EQ(rest.status, 0);
  EXPECT_TRUE(contains(rest.err, "resuming s.db")) << rest.err;
  EXPECT_EQ(tables_of(folder, "s.db"), tables_of(folder, "whole.db"));
}

TEST(Run, ASecondRunOnTheSameFileIsRefused) {
  const Folder folder;
  folder.write("s.toml", dice_study_with_pause(20'000));
  ProgramProcess first(folder, {"run", "s.toml", "--threads", "1"});
  while (blocks_in(folder.path("s.db")) == 0 && !first.ended()) ::usleep(5'000);
  expect_refused(folder, {"run", "s.toml"}, {"s.db: another process is writing it"});
  EXPECT_FALSE(first.ended());
}

TEST(Run, ForeignFilesAreRefusedAndLeftAlone) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  folder.write("notes", "remember the milk\n");
  expect_refused(folder, {"run", "s.toml", "--output", "notes"}, {"not a Regretta results file"});
  EXPECT_EQ(read_text(folder.path("notes")), "remember the milk\n");

  output_of(folder, {"run", "s.toml", "--output", "."}, 2);
  EXPECT_EQ(regretta(folder, {"run", "s.toml", "--output", "no/such/folder.db"}).status, 2);
  EXPECT_EQ(regretta(folder, {"show", "notes"}).status, 2);
  EXPECT_EQ(regretta(folder, {"show", "absent.db"}).status, 2);
  EXPECT_EQ(regretta(folder, {"show", "."}).status, 2);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"notes", "s.toml"}));
}

TEST(Run, BadInputCreatesNoFiles) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", "s.toml", "--set", "learner.scale=-1"},
                                             {"run", "absent.toml"},
                                             {"run", "s.toml", "--no-such-option"},
                                             {"run"},
                                             {"rnu", "s.toml"},
                                             {}}) {
    const Outcome result = regretta(folder, arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_TRUE(result.err.starts_with("regretta: ")) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
  EXPECT_TRUE(contains(regretta(folder, {"rnu"}).err, "did you mean \"run\"?"));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.toml"});
}

TEST(Run, FailedTrialsAreRecordedAndTheStudyContinues) {
  for (const char* fault : {"fails", "throws"}) {
    const Folder folder;
    folder.write("s.toml", dice_study);
    expect_parts(output_of(folder, {"run", "s.toml", "--set", std::string("learner.") + fault + "=11"}, 3),
                 {"Failed:  12 trials", "cell 0, trial 11"});
    const Outcome trials = regretta(folder, {"export", "s.db", "--table", "trials"});
    EXPECT_EQ(std::count(trials.out.begin(), trials.out.end(), '\n'), 1 + 12 * 20);
    EXPECT_TRUE(contains(trials.out, std::string(fault) == "fails"
                                         ? ",nan,13,\"strategy left the simplex (sum 1.5), expected 1\"\r\n"
                                         : ",nan,0,\"the dice fell off the table, \"\"again\"\"\"\r\n"))
        << trials.out.substr(0, 4000);
    EXPECT_TRUE(contains(regretta(folder, {"show", "s.db"}).out, "1 failed"));
    EXPECT_EQ(regretta(folder, {"run", "s.toml", "--set", std::string("learner.") + fault + "=11"}).status, 3)
        << "nothing is left to play, but the failures are still in the file";
  }
}

TEST(Run, DryRunWritesNothing) {
  const Folder folder;
  folder.write("s.toml", dice_study_with_pause(100));
  expect_parts(output_of(folder, {"run", "s.toml", "--dry-run"}),
               {"Cells:   12", "Trials:  240", "Rounds:  132,000", "Time:", "Memory:", "Disk:"});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.toml"});
}

TEST(Run, ABrokenLinkIsReported) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  std::filesystem::create_symlink("gone/s.db", folder.path("link.db"));
  expect_refused(folder, {"run", "s.toml", "--output", "link.db"},
                 {"link.db: a link to gone/s.db, which does not exist"});
}

Plan plan_with(const std::vector<std::string>& overrides = {}) {
  return make_plan(parse_study(dice_study, "s.toml", "", overrides), dice_catalogue());
}

/// All tables, means and bounds of a study, as text.
std::string text_of(const Results& study) {
  std::string text;
  for (const TableKind kind : {TableKind::cells, TableKind::trials, TableKind::curves})
    for_each_row(study, kind, [&text](const Row& row) {
      for (const Value& value : row) text += plain_text(value) + ",";
    });
  for (const CellLabel& cell : study.cells())
    for (const Quantity quantity : study.quantities().all()) {
      const MeanEstimate mean = study.means(cell, {quantity}).front();
      text += fmt::format("{} {} {} {},", mean.mean, mean.interval.low, mean.interval.high,
                          study.bound(cell, quantity).value);
    }
  return text;
}

TEST(RunStudy, ResultsInMemoryEqualThoseInAFile) {
  const Folder folder;
  for (const std::vector<std::string>& overrides :
       {std::vector<std::string>{}, {"study.until=ranked", "study.most_trials=640"}}) {
    const Plan plan = plan_with(overrides);
    const std::string path = folder.path(overrides.empty() ? "plain.db" : "stopped.db");
    const RunOutcome outcome = run_study(plan, path, {.policy = usual_policy(), .threads = 2});
    const Results of_file = Results::open(path);
    const Results of_memory(play_study(plan, {.policy = usual_policy(), .threads = 1}));
    EXPECT_EQ(outcome.digest, digest_of(of_file).digest);
    EXPECT_EQ(outcome.digest, digest_of(of_memory).digest);
    EXPECT_EQ(outcome.saved, outcome.planned);
    EXPECT_TRUE(of_memory.has_bounds());
    EXPECT_EQ(text_of(of_memory), text_of(of_file));
    EXPECT_EQ(of_memory.database().file(), "memory");
  }
}

/// Counts the calls of a run, and stops the run when it starts to play if `stop_at_once` is set.
class Stopper final : public RunObserver {
 public:
  void opened(const std::shared_ptr<RunProgress>& opened) override { progress = opened; }
  void starts_playing() override {
    ++starts;
    progress->stop = stop_at_once;
  }
  void finished_playing() override { ++ends; }

  bool stop_at_once = false;
  int starts = 0, ends = 0;
  std::shared_ptr<RunProgress> progress;
};

TEST(RunStudy, AnObserverFollowsAndStopsARun) {
  const Folder folder;
  const Plan plan = plan_with();
  Stopper stopper;
  stopper.stop_at_once = true;
  const RunOutcome stopped = run_study(plan, folder.path("s.db"), {.policy = usual_policy(), .threads = 1}, stopper);
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_EQ(stopped.digest, "");
  Stopper watcher;
  const RunOutcome resumed = run_study(plan, folder.path("s.db"), {.policy = usual_policy(), .threads = 1}, watcher);
  EXPECT_FALSE(resumed.interrupted);
  EXPECT_EQ(resumed.trials + stopped.trials, resumed.saved);
  EXPECT_EQ(watcher.progress->trials_before, stopped.trials);
  EXPECT_EQ(watcher.starts, 1);
  EXPECT_EQ(watcher.ends, 1);
  Stopper again;
  EXPECT_EQ(run_study(plan, folder.path("s.db"), {.policy = usual_policy()}, again).digest, resumed.digest);
  EXPECT_EQ(again.starts, 0) << "no trial is missing";
  EXPECT_EQ(resumed.digest, digest_of(play_study(plan)).digest);
}

TEST(RunStudy, AStopRuleNeedsAPolicy) {
  EXPECT_THROW(play_study(plan_with({"study.until=ranked"})), std::invalid_argument);
}

const std::string text_with_adaptive_first = R"(
[study]
trials = 9
horizon = [100, 200]
[[environment]]
kind = "mannor"
[[environment]]
kind = "random-instance"
arms = 3
[[learner]]
kind = ["uniform", "optimal", "ucb1"]
)";

TEST(LeftOut, IncompatiblePairsAreLeftOut) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", text_with_adaptive_first);
  const Outcome dry = regretta(folder, {"run", "s.toml", "--dry-run"});
  EXPECT_TRUE(contains(dry.out, "10 (4 environment settings, 2 incompatible pairs left out)")) << dry.out;
  const Outcome run = regretta(folder, {"run", "s.toml"});
  ASSERT_EQ(run.status, 0) << run.err;
  expect_parts(run.err, {"note: left out: \"optimal\" in \"mannor\": it needs facts", "(and 1 pair like it)"});
  EXPECT_TRUE(contains(run.out, "90 of 90 trials, 10 cells")) << run.out;
  EXPECT_TRUE(contains(regretta(folder, {"run", "s.toml"}).out, "Nothing to do"));
  EXPECT_EQ(regretta(folder, {"verify", "s.db", "--share", "100%"}).status, 0)
      << "`verify` builds cells again from their numbers, which must not count pairs left out";
  const std::string cells = regretta(folder, {"export", "s.db", "--table", "cells"}).out;
  EXPECT_TRUE(contains(cells, "optimal") && contains(cells, "mannor"));
}

TEST(LeftOut, AStudyOfIncompatiblePairsOnlyIsRefused) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml",
               "[study]\nhorizon = 100\n[[environment]]\nkind = \"mannor\"\n[[learner]]\nkind = \"optimal\"\n");
  expect_refused(folder, {"run", "s.toml"}, {"no learner can play against these environments"});
}

class LeaseTest : public ::testing::Test {
 protected:
  LeaseTest() { folder_.write("s.toml", dice_study); }
  Outcome run() const { return regretta(folder_, {"run", "s.toml", "--quiet"}); }
  void write(const std::string& host, long ago) const {
    const Database file(folder_.path("s.db"), Database::Mode::write);
    set_study_value(file, "lease", fmt::format("{} 4711 {}", host, std::time(nullptr) - ago));
  }
  const Folder folder_;
};

TEST_F(LeaseTest, ARunIsRefusedWhileAnotherHostHoldsTheLease) {
  ASSERT_EQ(run().status, 0);
  const auto lease = [&] { return study_value(Database(folder_.path("s.db"), Database::Mode::read), "lease"); };
  EXPECT_FALSE(lease()) << "a run that ends must release its lease";
  write("elsewhere", 20);
  expect_refused(run(), {"host elsewhere (process 4711) has written it 2"});
  EXPECT_TRUE(lease()) << "the lease of the other host must stay";
  for (const long ago : {91L, -1000L}) {  // expired (after 90 s), or from the future: a clock was set back
    write("elsewhere", ago);
    EXPECT_EQ(run().status, 0) << ago;
    EXPECT_FALSE(lease());
  }
  std::array<char, 256> name{};
  ASSERT_EQ(::gethostname(name.data(), name.size() - 1), 0);
  write(name.data(), 0);
  EXPECT_EQ(run().status, 0) << "on this host locks decide, so the process that wrote the lease has been killed";
}

TEST_F(LeaseTest, ARunEndsWhenAnotherHostTakesTheLease) {
  ProgramProcess process(folder_, {"run", "s.toml", "--quiet", "--threads", "1", "--set", "learner.pause=20000"});
  while (blocks_in(folder_.path("s.db")) == 0 && !process.ended()) ::usleep(5'000);
  write("elsewhere", 0);
  expect_refused(process.wait(), {"host elsewhere"});
  EXPECT_GT(blocks_in(folder_.path("s.db")), 0);
}

}  // namespace
}  // namespace regretta::fakes
