// `regretta run`: the same results however it is run; statuses, messages, and the files it leaves.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

TEST(Run, TheDefaultFileHasTheStudysName) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  const Outcome result = regretta(folder, {"run", "s.toml"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"s.db", "s.toml"}));
  EXPECT_TRUE(contains(result.out, "240 trials")) << result.out;
  EXPECT_TRUE(contains(result.out, "regretta show s.db")) << result.out;
  const Outcome again = regretta(folder, {"run", "s.toml"});
  EXPECT_EQ(again.status, 0);
  EXPECT_TRUE(contains(again.out, "Nothing to do")) << again.out;
}

// A run takes about 12 cells x 20 trials x 5 ms = 1.2 s on one thread; it is interrupted after its first block.
TEST(Run, CtrlCSavesFinishedBlocksAndExits130) {
  const Folder folder;
  folder.write("s.toml", dice_study_with_pause(5000));
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--output", "whole.db"}).status, 0);
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
  EXPECT_TRUE(contains(rest.err, "going on with s.db")) << rest.err;
  EXPECT_EQ(tables_of(folder, "s.db"), tables_of(folder, "whole.db"));
}

TEST(Run, ASecondRunOnTheSameFileIsTurnedAway) {
  const Folder folder;
  folder.write("s.toml", dice_study_with_pause(20'000));
  ProgramProcess first(folder, {"run", "s.toml", "--threads", "1"});
  while (blocks_in(folder.path("s.db")) == 0 && !first.ended()) ::usleep(5'000);
  const Outcome second = regretta(folder, {"run", "s.toml"});
  EXPECT_EQ(second.status, 2);
  EXPECT_TRUE(contains(second.err, "s.db: another process is writing it")) << second.err;
  EXPECT_FALSE(first.ended());
}

TEST(Run, ForeignFilesAreRefusedAndLeftAlone) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  folder.write("notes", "remember the milk\n");
  const Outcome text = regretta(folder, {"run", "s.toml", "--output", "notes"});
  EXPECT_EQ(text.status, 2);
  EXPECT_TRUE(contains(text.err, "not a Regretta results file")) << text.err;
  EXPECT_EQ(read_text(folder.path("notes")), "remember the milk\n");

  EXPECT_EQ(regretta(folder, {"run", "s.toml", "--output", "."}).status, 2);
  EXPECT_EQ(regretta(folder, {"run", "s.toml", "--output", "no/such/folder.db"}).status, 2);
  EXPECT_EQ(regretta(folder, {"show", "notes"}).status, 2);
  EXPECT_EQ(regretta(folder, {"show", "absent.db"}).status, 2);
  EXPECT_EQ(regretta(folder, {"show", "."}).status, 2);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"notes", "s.toml"}));
}

TEST(Run, BadInputLeavesNothingBehind) {
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

TEST(Run, FailedTrialsAreRecordedAndTheStudyGoesOn) {
  for (const char* how : {"fails", "throws"}) {
    const Folder folder;
    folder.write("s.toml", dice_study);
    const Outcome result = regretta(folder, {"run", "s.toml", "--set", std::string("learner.") + how + "=11"});
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_TRUE(contains(result.out, "Failed:  12 trials")) << result.out;
    EXPECT_TRUE(contains(result.out, "cell 0, trial 11")) << result.out;
    const Outcome trials = regretta(folder, {"export", "s.db", "--table", "trials"});
    EXPECT_EQ(std::count(trials.out.begin(), trials.out.end(), '\n'), 1 + 12 * 20);
    EXPECT_TRUE(contains(trials.out, std::string(how) == "fails"
                                         ? ",nan,13,\"strategy left the simplex (sum 1.5), expected 1\"\r\n"
                                         : ",nan,0,\"the dice fell off the table, \"\"again\"\"\"\r\n"))
        << trials.out.substr(0, 4000);
    EXPECT_TRUE(contains(regretta(folder, {"show", "s.db"}).out, "1 failed"));
    EXPECT_EQ(regretta(folder, {"run", "s.toml", "--set", std::string("learner.") + how + "=11"}).status, 3)
        << "nothing to do, but the failures are still there";
  }
}

TEST(Run, DryRunWritesNothing) {
  const Folder folder;
  folder.write("s.toml", dice_study_with_pause(100));
  const Outcome result = regretta(folder, {"run", "s.toml", "--dry-run"});
  EXPECT_EQ(result.status, 0) << result.err;
  for (const char* part : {"Cells:   12", "Trials:  240", "Rounds:  132,000", "Time:", "Memory:", "Disk:"})
    EXPECT_TRUE(contains(result.out, part)) << result.out;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.toml"});
}

TEST(Run, ALinkToNothingIsNamedAsOne) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  std::filesystem::create_symlink("gone/s.db", folder.path("link.db"));
  const Outcome refused = regretta(folder, {"run", "s.toml", "--output", "link.db"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "link.db: a link to gone/s.db, which does not exist")) << refused.err;
}

}  // namespace
}  // namespace regretta::fakes
