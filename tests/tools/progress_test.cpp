// Tests the progress line of `run`, and what it looks like on a terminal.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "pseudo_terminal.hpp"
#include "regretta/tools/terminal/progress_display.hpp"

namespace regretta::fakes {
namespace {

TEST(Progress, PercentagesIncludeEarlierRuns) {
  RunProgress progress(1);
  progress.rounds_before = 2000;
  progress.rounds_planned = 8000;
  progress.trials_before = 20;
  progress.trials_planned = 100;
  EXPECT_TRUE(progress_line(progress, 1, 80).starts_with("[###.............]  20%  20/100 trials  "))
      << progress_line(progress, 1, 80);
  progress.rounds.of_worker(0) += 4000;
  progress.trials_saved = 40;
  EXPECT_TRUE(progress_line(progress, 2, 80).starts_with("[#########.......]  60%  2 s left  60/100 trials  "))
      << progress_line(progress, 2, 80);
}

TEST(Progress, NarrowTerminalsKeepPercentageAndTimeLeft) {
  RunProgress progress(1);
  progress.rounds_planned = 100;
  progress.trials_planned = 1'000'000;
  progress.trials_failed = 12;
  progress.seconds_left = 4000;
  const std::string widest = progress_line(progress, 1, 200);
  for (std::size_t width = 10; width < 100; ++width) {
    const std::string line = progress_line(progress, 1, width);
    EXPECT_LE(line.size(), width);
    EXPECT_TRUE(widest.ends_with(line) || widest.find(line) != std::string::npos) << line;
    EXPECT_TRUE(contains(line, "0%"));
    if (width >= 30) {
      EXPECT_TRUE(contains(line, " left")) << width << ": " << line;
    }
  }
}

TEST(Progress, AStoppedTableThrowsInterrupted) {
  LineProgress progress;
  std::atomic<int> worked = 0;
  progress.lines = 100;
  for_each_line(100, &progress, [&](std::size_t) { ++worked; });
  EXPECT_EQ(worked, 100);
  EXPECT_EQ(progress.done, 100);
  progress.stop = true;
  EXPECT_THROW(for_each_line(100, &progress, [&](std::size_t) { ++worked; }), Interrupted);
  EXPECT_EQ(worked, 100);
}

/// Text that a run of several seconds writes to a terminal with this number of columns.
std::string seen_on_terminal(const Folder& folder, unsigned short columns) {
  const OnTerminal run = on_terminal(folder, {"run", "s.toml", "--threads", "1"}, columns, {}, "REGRETTA_TEST_ERR");
  EXPECT_EQ(run.outcome.status, 3) << run.seen;
  return run.seen;
}

/// The successive lines of the progress bar, except the last.
std::vector<std::string> drawn(const std::string& seen) {
  constexpr std::string_view begin = "\r\x1b[K";
  std::vector<std::string> lines;
  for (std::size_t position = seen.find(begin); position != std::string::npos;) {
    const std::size_t next = seen.find(begin, position + begin.size());
    const std::string line = seen.substr(position + begin.size(), next - position - begin.size());
    if (next != std::string::npos && !line.empty()) lines.push_back(line);
    position = next;
  }
  return lines;
}

TEST(Progress, LinesFitTheTerminal) {
  const Folder folder;
  folder.write("s.toml",
               "[study]\ntrials = 96\nhorizon = 1000\n[[environment]]\nkind = \"flat\"\n[[learner]]\nkind = "
               "\"dice\"\npause = 4000\nfails = 3\n");
  const std::vector<std::string> lines = drawn(seen_on_terminal(folder, 50));
  ASSERT_FALSE(lines.empty());
  for (const std::string& line : lines) {
    EXPECT_LT(line.size(), 50U) << line;
    EXPECT_TRUE(contains(line, "% ")) << line;
  }
  EXPECT_TRUE(contains(lines.back(), " left  ")) << lines.back();
}

// The reader of the pipe closes it at once, as in `regretta export f.db | head -0`.
TEST(Output, AClosedPipeIsNotAnError) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(
      "[study]\ntrials = 2000\nhorizon = 2\n[[environment]]\nkind = \"random-instance\"\n[[learner]]\nkind = "
      "\"uniform\"\n");
  const std::string pipe = folder.path("pipe");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"export", "s.db", "--table", "trials"}, {"list"}, {"show", "s.db"}}) {
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    ProgramProcess program(folder, command, {{"REGRETTA_TEST_OUT", pipe}});
    const int reader = ::open(pipe.c_str(), O_RDONLY);
    ::close(reader);
    const Outcome result = program.wait();
    EXPECT_EQ(result.status, 0) << command.front();
    EXPECT_EQ(result.err, "") << command.front();
    std::filesystem::remove(pipe);
  }
}

}  // namespace
}  // namespace regretta::fakes
