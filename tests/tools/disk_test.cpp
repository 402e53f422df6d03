// Disks that fail, real ones and by plan: /dev/full, a file-size limit, a small file system, a read-only one, a folder
// that vanishes; then every call that changes the disk, once and permanently, with ENOSPC and with EIO. Each time the
// command either succeeds, or reports it on one line with status 2, and the same command later gives the same bits.
//
// By default only some of these points, different ones for every kind of fault; REGRETTA_FAULT_STRIDE=1 tries all.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iostream>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

class Disk : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("s.toml", dice_study);
    std::filesystem::create_directory(folder_.path("disk"));
  }
  void expect_error(const Outcome& outcome, const std::string& start, const std::string& part) const {
    EXPECT_EQ(outcome.status, 2);
    std::string said = outcome.err;
    if (said.starts_with("regretta: note: ")) said.erase(0, said.find('\n') + 1);  // that the trials are few
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << outcome.err;
    EXPECT_TRUE(said.starts_with("regretta: " + start)) << outcome.err;
    EXPECT_TRUE(contains(said, part)) << outcome.err;
  }
  void expect_whole(const std::string& file, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"run", "s.toml", "--output", "expected.db"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ASSERT_EQ(regretta(folder_, arguments).status, 0);
    EXPECT_EQ(tables_of(folder_, file), tables_of(folder_, "expected.db"));
  }

  const Folder folder_;
};

/// A separate file system on a folder; not every account may mount one.
class SmallDisk {
 public:
  explicit SmallDisk(std::string folder) : folder_(std::move(folder)) {
    mounted_ = ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=256k") == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }
  void remount(unsigned long flags, const char* options) const {
    EXPECT_EQ(::mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT | flags, options), 0) << std::strerror(errno);
  }

 private:
  std::string folder_;
  bool mounted_ = false;
};

TEST_F(Disk, FullStandardOutput) {
  expect_error(regretta(folder_, {"run", "s.toml", "--output", "/dev/full"}), "/dev/full: ", "not a regular file");
  const auto to_full = [this](const std::vector<std::string>& arguments) {
    return ProgramProcess(folder_, arguments, {{"REGRETTA_TEST_OUT", "/dev/full"}}).wait();
  };
  expect_error(to_full({"run", "s.toml", "--output", "s.db"}), "", "cannot write to standard output");
  expect_whole("s.db");
  for (const char* table : {"cells", "trials", "curves"})
    expect_error(to_full({"export", "s.db", "--table", table}), "standard output: ", "No space left on device");
}

TEST_F(Disk, AFileSizeLimit) {
  for (const rlim_t limit : {rlim_t{0}, rlim_t{4096}, rlim_t{40'000}}) {
    SCOPED_TRACE(limit);
    std::filesystem::remove(folder_.path("s.db"));
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{limit, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    ProgramProcess process(folder_, {"run", "s.toml"});
    ::setrlimit(RLIMIT_FSIZE, &before);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.status, 2);
    if (limit > 500) expect_error(outcome, "s.db: ", "run the same command again; saved results are kept");
    ASSERT_EQ(regretta(folder_, {"run", "s.toml"}).status, 0);
    expect_whole("s.db");
  }
}

TEST_F(Disk, ASmallOneThatGrows) {
  const SmallDisk disk(folder_.path("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system here";
  const std::vector<std::string> more = {"--set", "study.trials=200"};
  const std::vector<std::string> command = {"run", "s.toml", "--output", "disk/s.db", more[0], more[1]};
  std::vector<std::string> quietly = command;
  quietly.emplace_back("--quiet");
  for (int k = 0; k < 3; ++k)
    expect_error(regretta(folder_, quietly),
                 "disk/s.db: ", "the disk is full; free some space and run the same command");
  disk.remount(0, "size=64m");
  const Outcome rest = regretta(folder_, command);
  EXPECT_EQ(rest.status, 0) << rest.err;
  expect_whole("disk/s.db", more);
}

TEST_F(Disk, AReadOnlyOne) {
  const SmallDisk disk(folder_.path("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system here";
  disk.remount(0, "size=64m");
  ASSERT_EQ(regretta(folder_, {"run", "s.toml", "--output", "disk/s.db"}).status, 0);
  disk.remount(MS_RDONLY, "size=64m");
  for (const char* out : {"disk/s.db", "disk/new.db"})
    expect_error(regretta(folder_, {"run", "s.toml", "--output", out}), std::string(out) + ": ",
                 "Read-only file system");
  expect_whole("disk/s.db");
}

TEST_F(Disk, AReadOnlyFile) {
  ASSERT_EQ(regretta(folder_, {"run", "s.toml"}).status, 0);
  ::chmod(folder_.path("s.db").c_str(), 0444);
  if (::access(folder_.path("s.db").c_str(), W_OK) == 0) GTEST_SKIP() << "nothing is read-only to this user";
  expect_error(regretta(folder_, {"run", "s.toml"}), "s.db: cannot be opened for writing", "make it writable");
  expect_whole("s.db");
}

TEST_F(Disk, AFolderThatVanishes) {
  folder_.write("s.toml", dice_study_with_pause(2000));
  const std::vector<std::string> command = {"run", "s.toml", "--output", "disk/s.db", "--threads", "1", "--quiet"};
  ProgramProcess process(folder_, command);
  while (blocks_in(folder_.path("disk/s.db")) == 0 && !process.ended()) ::usleep(5'000);
  std::filesystem::remove_all(folder_.path("disk"));
  expect_error(process.wait(), "disk/s.db: ", "has been moved or removed");
  expect_error(regretta(folder_, command), "disk/s.db: ", "No such file or directory");
  std::filesystem::create_directory(folder_.path("disk"));
  EXPECT_EQ(regretta(folder_, command).status, 0);
  expect_whole("disk/s.db");
}

TEST_F(Disk, AnExportToADeviceLeavesTheDeviceAlone) {
  folder_.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder_, {"run", "s.toml"}).status, 0);
  const Outcome full = regretta(folder_, {"export", "s.db", "--table", "cells", "--output", "/dev/full"});
  EXPECT_EQ(full.status, 2);
  EXPECT_NE(full.err.find("/dev/full: cannot be written"), std::string::npos) << full.err;
  EXPECT_EQ(regretta(folder_, {"export", "s.db", "--table", "cells", "--output", "/dev/null"}).status, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

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
  EXPECT_TRUE(contains(outcome.err, "run the same command again; saved results are kept")) << outcome.err;
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
