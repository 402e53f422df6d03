// Long trials that are stopped on the way go on where they were saved.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/unfinished_table.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes {
namespace {

#ifdef REGRETTA_SANITIZED
constexpr std::int64_t million = 50'000;
#else
constexpr std::int64_t million = 1'000'000;
#endif

/// The threads of the first run, and of the others: with as many threads as trials, trials are played one by one.
class Resume : public ::testing::TestWithParam<std::pair<std::string, std::string>> {
 protected:
  Resume() {
    folder_.write("s.toml", fmt::format(R"(
[study]
name = "long"
trials = 3
horizon = {}
[[environment]]
kind = "stationary"
noise = "bernoulli"
loss = [0.2, 0.5]
violation = [[0.1, -0.2]]
[[learner]]
kind = "conomd-fs"
)",
                                        horizon_));
  }
  std::vector<std::string> first_run(const std::string& out) const {
    return {"run", "s.toml", "--output", out, "--threads", GetParam().first, "--save-every", "0.01"};
  }
  std::vector<std::string> later_run(const std::string& out) const {
    return {"run", "s.toml", "--output", out, "--threads", GetParam().second, "--save-every", "0.01"};
  }
  const std::vector<std::string> whole_run_{"run", "s.toml", "--output", "whole.db", "--threads", "3"};
  StoredUnfinished stored() const {
    if (::access(folder_.path("s.db").c_str(), R_OK) != 0) return {};
    return stored_unfinished(Database(folder_.path("s.db"), Database::Mode::read));
  }
  std::int64_t most_rounds() const {
    std::int64_t most = 0;
    for (const UnfinishedPack& pack : stored().trials) most = std::max(most, pack.state.rounds);
    return most;
  }
  /// Waits until the most advanced state in the file is after other than `rounds` rounds; returns its rounds. 0 if the
  /// process ends before.
  std::int64_t wait_for_other_rounds(ProgramProcess& run, std::int64_t rounds) const {
    while (!run.ended()) {
      std::int64_t most = 0;
      try {
        most = most_rounds();
      } catch (const std::exception&) {  // the file is being created
      }
      if (most != 0 && most != rounds) return most;
      ::usleep(2000);
    }
    return 0;
  }

  /// Long enough to be killed on the way; a pack takes much longer than trials that are played one by one.
  const std::int64_t horizon_ = (GetParam() == std::pair<std::string, std::string>("1", "1") ? 1 : 3) * million;
  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_P(Resume, AKilledTrialGoesOnWhereItWasSaved) {
  ASSERT_EQ(regretta(folder_, whole_run_).status, 0);
  const std::string digest = regretta(folder_, {"digest", "whole.db"}).out;
  std::int64_t rounds = 0;
  {
    ProgramProcess run(folder_, first_run("s.db"));
    while (rounds < horizon_ / 6 && !run.ended()) rounds = wait_for_other_rounds(run, rounds);
    run.signal(SIGKILL);
    run.wait();
  }
  ASSERT_GE(rounds, horizon_ / 6) << "it was too fast to be killed";
  rounds = most_rounds();
  {
    ProgramProcess run(folder_, later_run("s.db"));
    const std::int64_t later = wait_for_other_rounds(run, rounds);
    run.signal(SIGTERM);
    EXPECT_EQ(run.wait().status, 130);
    EXPECT_GT(later, rounds) << "it began with round 1";
  }
  const Outcome rest = regretta(folder_, later_run("s.db"));
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_EQ(regretta(folder_, {"digest", "s.db"}).out, digest);
  EXPECT_TRUE(stored().trials.empty()) << "states of finished trials are removed";
}

TEST_P(Resume, ADamagedStateIsReportedAndNotUsed) {
  ASSERT_EQ(regretta(folder_, whole_run_).status, 0);
  {
    ProgramProcess run(folder_, first_run("s.db"));
    wait_for_other_rounds(run, 0);
    run.signal(SIGKILL);
    run.wait();
  }
  Database(folder_.path("s.db"), Database::Mode::write).run("UPDATE unfinished SET rounds = rounds + 1");
  const Outcome health = regretta(folder_, {"verify", "s.db"});
  EXPECT_EQ(health.status, 1);
  EXPECT_TRUE(contains(health.out + health.err, "in table unfinished")) << health.out << health.err;
  EXPECT_EQ(regretta(folder_, later_run("s.db")).status, 0);
  EXPECT_EQ(regretta(folder_, {"digest", "s.db"}).out, regretta(folder_, {"digest", "whole.db"}).out);
}

struct KeptProgress final : RunObserver {
  void opened(const std::shared_ptr<RunProgress>& opened) override { progress = opened; }
  std::shared_ptr<RunProgress> progress;
};

/// Rounds that an earlier run has played count as done, and not as played by the run that goes on.
TEST(ResumedTrials, AreNotCountedTwice) {
  const Folder folder;
  const std::string study =
      "[study]\ntrials = 8\nhorizon = 500_000\n[[environment]]\nkind = \"random-instance\"\n[[learner]]\nkind = "
      "\"conomd-fs\"\n";
  const Plan plan = make_plan(parse_study(study, "study.toml", "", {}), standard_catalogue());
  const std::int64_t all = 8 * 500'000;
  std::int64_t before = 0;
  {
    StudyWriter file(folder.path("s.db"), plan);
    RunProgress progress(1);
    UnfinishedTrials keep = file.unfinished(0.01);
    keep.store = [store = keep.store, &progress](const UnfinishedPack& pack) {
      store(pack);
      progress.stop = true;
    };
    ASSERT_TRUE(run_blocks(plan, file.saver(), file.missing(), progress, nullptr, keep).interrupted);
    for (const UnfinishedPack& pack : file.unfinished(60).earlier) before += pack.rounds_of(0, 8);
  }
  ASSERT_GT(before, 0);
  KeptProgress kept;
  const RunOutcome outcome = run_study(plan, folder.path("s.db"), {.threads = 1}, kept);
  const RunProgress& progress = *kept.progress;
  EXPECT_EQ(outcome.trials, 8);
  EXPECT_EQ(outcome.rounds, all - before);
  EXPECT_EQ(progress.rounds.total(), all - before);
  EXPECT_EQ(progress.rounds_before, static_cast<double>(before));
  EXPECT_EQ(progress.rounds_planned, static_cast<double>(all - before));
  EXPECT_NEAR(progress.seconds_left, 0, 1e-6) << "the rounds that were played before are not expected again";
}

/// States with a sound checksum that no run of this study can have saved.
TEST(ForgedState, IsNotUsed) {
  const Folder folder;
  const Plan plan = make_plan(parse_study(dice_study, "study.toml", "", {}), dice_catalogue());
  StudyWriter file(folder.path("s.db"), plan);
  const UnfinishedTrials keep = file.unfinished(1);
  const auto count_with = [&](std::int64_t cell, std::int64_t first, std::int64_t rounds) {
    keep.store({.cell = cell, .state = {.first = first, .rounds = rounds}});
    return file.unfinished(1).earlier.size();
  };
  EXPECT_EQ(count_with(11, 8, 999), 1U);
  for (const std::int64_t cell : {std::int64_t{-1}, std::int64_t{12}, INT64_MAX}) EXPECT_EQ(count_with(cell, 0, 1), 1U);
  for (const std::int64_t first : {std::int64_t{-8}, std::int64_t{20}, INT64_MIN})
    EXPECT_EQ(count_with(0, first, 1), 1U);
  for (const std::int64_t rounds : {std::int64_t{0}, std::int64_t{-7}, std::int64_t{100}, INT64_MAX})
    EXPECT_EQ(count_with(0, 0, rounds), 1U) << rounds;
}

using Threads = std::pair<std::string, std::string>;
INSTANTIATE_TEST_SUITE_P(Threads, Resume,
                         testing::Values(Threads("1", "1"), Threads("3", "3"), Threads("1", "3"), Threads("3", "1")));

}  // namespace
}  // namespace regretta::fakes
