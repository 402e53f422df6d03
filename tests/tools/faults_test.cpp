// Every call that changes the disk fails in turn, once and permanently, with ENOSPC and with EIO. Each time the command
// either succeeds, or reports it on one line with status 2, and the same command later gives the same bits.
//
// By default only some of these points, different ones for every kind of fault; REGRETTA_FAULT_STRIDE=1 tries all.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

using Arguments = std::vector<std::string>;

struct Campaign {
  std::function<void(const Folder&)> prepare;  ///< creates what exists before the command
  Arguments command;
  std::string result;  ///< the file it writes
};

std::int64_t stride() {
  const char* given = std::getenv("REGRETTA_FAULT_STRIDE");
  return given == nullptr ? 71 : std::max(1, std::atoi(given));
}

/// Expects one line that names a file and says what to do.
void expect_clear(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("regretta: s.")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "run the same command again, what is saved is kept")) << outcome.err;
}

void try_all(const Campaign& campaign) {
  const Folder before;
  campaign.prepare(before);
  std::string expected;
  const auto in_fresh_folder = [&](const std::function<void(const Folder&)>& check) {
    const Folder folder;
    std::filesystem::copy(before.root(), folder.root(), std::filesystem::copy_options::recursive);
    check(folder);
  };
  in_fresh_folder([&](const Folder& folder) {
    ASSERT_EQ(regretta(folder, campaign.command).status, 0);
    expected = dump_of(folder.path(campaign.result)).text;
  });
  int points = 0, survived = 0;
  std::int64_t most = 0;
  std::int64_t start = 1;
  for (const bool for_ever : {false, true}) {
    for (const int error : {ENOSPC, EIO}) {
      bool met = true;
      for (std::int64_t call = start++; met && !::testing::Test::HasFailure(); call += stride()) {
        const Fault fault{call, for_ever, error};
        SCOPED_TRACE(fault.text());
        in_fresh_folder([&](const Folder& folder) {
          std::int64_t calls = 0;
          const Outcome outcome = regretta_with(fault, folder, campaign.command, calls);
          met = calls >= call;
          most = std::max(most, calls);
          if (!met) return;
          ++points;
          survived += outcome.status == 0 ? 1 : 0;
          if (outcome.status != 0) {
            expect_clear(outcome);
            const Outcome again = regretta(folder, campaign.command);
            EXPECT_EQ(again.status, 0) << again.err;
          }
          const Dump dump = dump_of(folder.path(campaign.result));
          EXPECT_EQ(dump.error, "");
          EXPECT_TRUE(dump.finished);
          EXPECT_EQ(dump.text, expected);
        });
      }
    }
  }
  EXPECT_GT(points, 0);
  std::cout << "points " << points << " of " << 4 * most << " (about), got by " << survived << ", resumed "
            << points - survived << "\n";
}

TEST(Faults, OfARun) {
  try_all({[](const Folder& folder) { folder.write("s.toml", dice_study); },
           {"run", "s.toml", "--quiet", "--threads", "1"},
           "s.db"});
}

/// Runs the command until its file s.db is `enough`, then kills it, so that there is a write-ahead log to recover. A
/// run that nobody saw at work before it had finished, as happens beside others, begins again from nothing.
void kill_at_work(const Folder& folder, const Arguments& command, const std::function<bool()>& enough) {
  while (!enough()) {
    ProgramProcess process(folder, command);
    while (!enough() && !process.ended()) ::usleep(1'000);
    process.signal(SIGKILL);
    if (process.wait().status != 0 || enough()) continue;
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(folder.path("s.db") + end);
  }
}

TEST(Faults, OfAResume) {
  const Arguments command = {"run", "s.toml", "--quiet", "--threads", "1"};
  try_all({[&](const Folder& folder) {
             folder.write("s.toml", dice_study_with_pause(500));
             kill_at_work(folder, command, [&] { return dump_of(folder.path("s.db")).text.size() >= 10'000; });
           },
           command, "s.db"});
}

TEST(Faults, OfAMerge) {
  try_all({[](const Folder& folder) {
             folder.write("s.toml", dice_study);
             for (const char* shard : {"1/2", "2/2"})
               EXPECT_EQ(regretta(folder, {"run", "s.toml", "--quiet", "--shard", shard}).status, 0);
           },
           {"merge", "s.1-of-2.db", "s.2-of-2.db", "--quiet", "--output", "s.db"},
           "s.db"});
}

}  // namespace
}  // namespace regretta::fakes
