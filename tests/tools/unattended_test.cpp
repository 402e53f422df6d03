// Tests of unattended runs: messages that cannot be written, lost output, too few threads, too little memory.

#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <unistd.h>

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "pseudo_terminal.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "run_to_file.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

using Variables = std::vector<std::pair<std::string, std::string>>;

class Unattended : public ::testing::Test {
 protected:
  Outcome run(const std::vector<std::string>& arguments, const Variables& variables) const {
    return ProgramProcess(folder_, arguments, variables).wait();
  }
  /// Writes a file with the first block only, so that `run` resumes it and writes a message.
  void begin(const std::string& name) const {
    const Plan plan = make_plan(parse_study(dice_study, "s.toml", "", {}), dice_catalogue());
    StudyWriter file(folder_.path(name), plan);
    RunProgress progress(1);
    run_blocks(plan, file.saver(), {file.missing()[0].block(0)}, progress);
  }
  void expect_whole(const std::string& name) const { EXPECT_EQ(regretta(folder_, {"digest", name}).out, digest_); }

  const ResultsFolder folder_{dice_study, {"--output", "expected.db"}};
  const std::string digest_ = output_of(folder_, {"digest", "expected.db"});
};

TEST_F(Unattended, MessagesThatCannotBeWrittenAreDropped) {
  const Variables full = {{"REGRETTA_TEST_ERR", "/dev/full"}};
  begin("s.db");
  EXPECT_EQ(run({"run", "s.toml", "--output", "s.db"}, full).status, 0);
  expect_whole("s.db");
  EXPECT_EQ(run({"show", "none.db"}, full).status, 2);
  EXPECT_EQ(run({"replay", "s.db", "--cell", "0", "--trial", "1", "-o", "r.csv"}, full).status, 0);

  begin("closed.db");
  EXPECT_EQ(run({"run", "s.toml", "--output", "closed.db"}, {{"REGRETTA_TEST_CLOSE_ERR", "1"}}).status, 0);
  expect_whole("closed.db");
}

TEST_F(Unattended, LostOutputIsAnError) {
  for (const char* stream : {"REGRETTA_TEST_CLOSE_OUT", "REGRETTA_TEST_OUT"}) {
    const Variables lost = {{stream, "/dev/full"}};
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"digest", "expected.db"}, {"--help"}})
      expect_refused(run(arguments, lost), {"standard output"});
    EXPECT_EQ(run({"run", "s.toml", "--output", "expected.db", "--quiet"}, lost).status, 0)
        << "--quiet has nothing to print";
  }
}

TEST_F(Unattended, AClosedStandardOutputIsReported) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"export", "expected.db"}, {"--help"}}) {
    const Outcome outcome = run(arguments, {{"REGRETTA_TEST_CLOSE_OUT", "1"}});
    EXPECT_EQ(outcome.status, 2) << arguments.front();
    EXPECT_EQ(outcome.err, "regretta: standard output is closed, so nothing can be printed\n");
  }
  EXPECT_EQ(run({"export", "expected.db", "-o", "e.csv"}, {{"REGRETTA_TEST_CLOSE_OUT", "1"}}).status, 0);
}

// On a full disk the last flush of the output fails; on a terminal that has hung up, its first line.
TEST_F(Unattended, AStoppedRunWithoutOutputKeepsItsBlocks) {
  int terminal = -1, end = -1;
  std::array<char, 256> name{};
  ASSERT_EQ(::openpty(&terminal, &end, name.data(), nullptr, nullptr), 0);
  for (const std::string& stream : {std::string("/dev/full"), std::string(name.data())}) {
    const std::string file = stream == "/dev/full" ? "full.db" : "hung-up.db";
    ProgramProcess process(folder_, {"run", "s.toml", "--output", file, "--set", "learner.pause=20000"},
                           {{"REGRETTA_TEST_OUT", stream}, {"REGRETTA_TEST_ERR", stream}});
    while (blocks_in(folder_.path(file)) == 0 && !process.ended()) ::usleep(5'000);
    if (stream != "/dev/full") {
      ::close(end);
      ::close(terminal);
    }
    process.signal(SIGHUP);
    EXPECT_EQ(process.wait().status, 130) << stream;
    EXPECT_GT(blocks_in(folder_.path(file)), 0);
  }
}

TEST_F(Unattended, WarningSignalsOfBatchSystemsStopARun) {
  for (const int number : {SIGXCPU, SIGUSR1}) {
    const std::string file = fmt::format("warned-{}.db", number);
    const std::vector<std::string> command{"run", "s.toml", "--output", file};
    std::vector<std::string> slowly = command;
    slowly.insert(slowly.end(), {"--set", "learner.pause=20000"});
    ProgramProcess process(folder_, slowly);
    while (blocks_in(folder_.path(file)) == 0 && !process.ended()) ::usleep(5'000);
    process.signal(number);
    process.signal(number);  // a second warning does not end the run at once
    EXPECT_EQ(process.wait().status, 130) << number;
    EXPECT_GT(blocks_in(folder_.path(file)), 0);
  }
}

TEST_F(Unattended, APluginThatEndsTheProgramIsNamed) {
  const auto ended_by = [&](const char* word, int threads) {
    return run({"run", "s.toml", "--output", std::string(word) + ".db", "--quiet", "--threads", std::to_string(threads),
                "--set", std::string("learner.word=") + word},
               {});
  };
  const auto expect_named = [&](const char* word, int status, const char* cause, int threads = 2) {
    SCOPED_TRACE(word);
    const Outcome outcome = ended_by(word, threads);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    expect_parts(outcome.err, {fmt::format("regretta: ended by {} of learner dice or environment flat", cause),
                               ", trials 8 to 15; saved results stay saved\n"});
    EXPECT_EQ(contains(outcome.err, "destroyed"), word == std::string("errs")) << outcome.err;
  };
  expect_named("exits", 1, "a call of exit()");
  expect_named("_exits", 1, "a call of _exit()");
  expect_named("leaves", 1, "a call of pthread_exit()");
  expect_named("terminates", 1, "std::terminate()");
  // errx() calls exit() inside the C library, which destroys static objects before our handler runs.
  expect_named("errs", 1, "a call of exit()", 1);
  for (const char* word : {"exits elsewhere", "exits at once"}) {
    const Outcome outcome = ended_by(word, 2);
    EXPECT_EQ(outcome.status, 1) << word;
    EXPECT_EQ(outcome.err, "regretta: ended by a call of exit(); saved results stay saved\n") << word;
  }
  expect_named("aborts", 128 + SIGABRT, "abort()");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers end the program in their own way
  expect_named("crashes", 128 + SIGSEGV, "a segmentation fault");
  expect_named("overflows", 128 + SIGSEGV, "a segmentation fault");
#endif
}

TEST_F(Unattended, ControlCharactersOfAPluginNeverReachTheTerminal) {
  const std::vector<std::string> begin = {"run", "s.toml", "--output", "s.db", "--set", "learner.word=shouts"};
  const auto expect_harmless = [&](const std::vector<std::string>& command, int status) {
    const OnTerminal shown = on_terminal(folder_, command, 200);
    EXPECT_EQ(shown.outcome.status, status) << command[0] << shown.outcome.err;
    EXPECT_TRUE(contains(shown.seen, "gone")) << command[0] << shown.seen;
    for (const std::string& text : {shown.seen, shown.outcome.err}) {
      for (const char* part : {"\x1b]", "\x1b[2J", "\x07"}) EXPECT_FALSE(contains(text, part)) << command[0] << text;
      EXPECT_TRUE(command[0] == "export" || !contains(text, "\nregretta: all is well")) << text;
    }
  };
  expect_harmless(begin, 3);
  expect_harmless({"diagnose", "s.db"}, 0);
  expect_harmless({"export", "s.db", "--table", "trials"}, 0);
}

TEST_F(Unattended, UsesAsManyThreadsAsCanBeStarted) {
  for (const int most : {0, 1, 4, 8, 9}) {
    SCOPED_TRACE(most);
    const std::string out = fmt::format("{}.db", most);
    const Outcome outcome =
        run({"run", "s.toml", "--output", out, "--threads", "8"}, {{"REGRETTA_TEST_THREADS", std::to_string(most)}});
    if (most == 0) {
      EXPECT_EQ(outcome.status, 2);
      EXPECT_TRUE(contains(outcome.err, "regretta: cannot start a thread")) << outcome.err;
      continue;
    }
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(contains(outcome.err, "note: only"), most < 9) << outcome.err;
    expect_whole(out);
    output_of(
        run({"verify", out, "--share", "100%", "--threads", "8"}, {{"REGRETTA_TEST_THREADS", std::to_string(most)}}));
  }
}

TEST_F(Unattended, CompareNeedsNoSecondThread) {
  const std::vector<std::string> compare = {"compare", "expected.db", "--baseline", "dice, scale=0.1"};
  const std::string expected = run(compare, {}).out;
  for (int most = 0; most <= 1; ++most) {
    const Outcome outcome = run(compare, {{"REGRETTA_TEST_THREADS", std::to_string(most)}});
    EXPECT_EQ(outcome.status, 0) << most << outcome.err;
    EXPECT_EQ(outcome.err, "") << most;
    EXPECT_EQ(outcome.out, expected) << most;
  }
}

TEST_F(Unattended, TooLittleMemoryIsReported) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer reserves terabytes";
#endif
  int finished = 0;
  for (const double megabytes : {60, 120, 200, 300, 600, 4000}) {
    SCOPED_TRACE(megabytes);
    const std::string out = fmt::format("{}.db", megabytes);
    const Outcome outcome = run({"run", "s.toml", "--output", out, "--threads", "8"},
                                {{"REGRETTA_TEST_MEMORY", fmt::format("{}", std::int64_t(megabytes * 1e6))}});
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 2) << outcome.status << outcome.err;
    if (outcome.status == 0) {
      expect_whole(out);
      ++finished;
    } else {
      EXPECT_TRUE(outcome.err.starts_with("regretta: ")) << outcome.err;
    }
  }
  EXPECT_GT(finished, 0);
}

}  // namespace
}  // namespace regretta::fakes
