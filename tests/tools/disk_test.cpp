// Disk: tests real faults: /dev/full, a file-size limit, a small file system, a read-only one, a vanishing folder.
// Faults: tests planned faults: calls that change the disk fail, once or for ever, with ENOSPC or EIO. A command must
// succeed, or report the fault on one line with status 2; repeated later, it must give the same bits. By default every
// 71st call fails, from another first one for each kind of fault; REGRETTA_FAULT_STRIDE=1 tries all calls.

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
    std::string message = outcome.err;
    if (message.starts_with("regretta: note: ")) message.erase(0, message.find('\n') + 1);  // a note on few trials
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 1) << outcome.err;
    EXPECT_TRUE(message.starts_with("regretta: " + start)) << outcome.err;
    EXPECT_TRUE(contains(message, part)) << outcome.err;
  }
  void expect_whole(const std::string& file, const std::vector<std::string>& more = {}) const {
    ASSERT_EQ(regretta(folder_, {"run", "s.toml", "--output", "expected.db"}, more).status, 0);
    EXPECT_EQ(tables_of(folder_, file), tables_of(folder_, "expected.db"));
  }

  const Folder folder_;
};

/// A small file system mounted on a folder, if this account may mount one.
class SmallDisk {
 public:
  explicit SmallDisk(std::string folder) : folder_(std::move(folder)) {
    is_mounted_ = ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=256k") == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (is_mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  bool is_mounted() const { return is_mounted_; }
  void remount(unsigned long flags, const char* options) const {
    EXPECT_EQ(::mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT | flags, options), 0) << std::strerror(errno);
  }

 private:
  std::string folder_;
  bool is_mounted_ = false;
};

TEST_F(Disk, AFullStandardOutputIsReported) {
  expect_error(regretta(folder_, {"run", "s.toml", "--output", "/dev/full"}), "/dev/full: ", "not a regular file");
  const auto to_full = [this](const std::vector<std::string>& arguments) {
    return ProgramProcess(folder_, arguments, {{"REGRETTA_TEST_OUT", "/dev/full"}}).wait();
  };
  expect_error(to_full({"run", "s.toml", "--output", "s.db"}), "", "cannot write to standard output");
  expect_whole("s.db");
  for (const char* table : {"cells", "trials", "curves"})
    expect_error(to_full({"export", "s.db", "--table", table}), "standard output: ", "No space left on device");
}

TEST_F(Disk, AFileSizeLimitIsReportedAndTheRunCanBeResumed) {
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

TEST_F(Disk, AFullDiskIsReportedAndTheRunCanBeResumed) {
  const SmallDisk disk(folder_.path("disk"));
  if (!disk.is_mounted()) GTEST_SKIP() << "may not mount a file system here";
  const std::vector<std::string> more = {"--set", "study.trials=200"};
  const std::vector<std::string> command = {"run", "s.toml", "--output", "disk/s.db", more[0], more[1]};
  std::vector<std::string> quietly = command;
  quietly.emplace_back("--quiet");
  for (int k = 0; k < 3; ++k)
    expect_error(regretta(folder_, quietly),
                 "disk/s.db: ", "the disk is full; free some space and run the same command");
  disk.remount(0, "size=64m");
  output_of(folder_, command);
  expect_whole("disk/s.db", more);
}

TEST_F(Disk, AReadOnlyDiskIsReported) {
  const SmallDisk disk(folder_.path("disk"));
  if (!disk.is_mounted()) GTEST_SKIP() << "may not mount a file system here";
  disk.remount(0, "size=64m");
  ASSERT_EQ(regretta(folder_, {"run", "s.toml", "--output", "disk/s.db"}).status, 0);
  disk.remount(MS_RDONLY, "size=64m");
  for (const char* out : {"disk/s.db", "disk/new.db"})
    expect_error(regretta(folder_, {"run", "s.toml", "--output", out}), std::string(out) + ": ",
                 "Read-only file system");
  expect_whole("disk/s.db");
}

TEST_F(Disk, AReadOnlyFileIsReported) {
  ASSERT_EQ(regretta(folder_, {"run", "s.toml"}).status, 0);
  ::chmod(folder_.path("s.db").c_str(), 0444);
  if (::access(folder_.path("s.db").c_str(), W_OK) == 0) GTEST_SKIP() << "this user may write to read-only files";
  expect_error(regretta(folder_, {"run", "s.toml"}), "s.db: cannot be opened for writing", "make it writable");
  expect_whole("s.db");
}

TEST_F(Disk, AVanishedFolderIsReported) {
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

TEST_F(Disk, AnExportDoesNotReplaceADevice) {
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

struct Scenario {
  std::function<void(const Folder&)> prepare;  ///< creates the files that the command needs
  Arguments command;
  std::string result;  ///< name of the file that the command writes
};

std::int64_t stride() {
  const char* value = std::getenv("REGRETTA_FAULT_STRIDE");
  return value == nullptr ? 71 : std::max(1, std::atoi(value));
}

/// Expects an error message of one line that names a file and a remedy.
void expect_clear(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("regretta: s.")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "run the same command again; saved results are kept")) << outcome.err;
}

/// Runs the command once for each planned fault.
void try_faults(const Scenario& scenario) {
  const Folder before;
  scenario.prepare(before);
  std::string expected;
  const auto in_fresh_folder = [&](const std::function<void(const Folder&)>& check) {
    const Folder folder;
    std::filesystem::copy(before.root(), folder.root(), std::filesystem::copy_options::recursive);
    check(folder);
  };
  in_fresh_folder([&](const Folder& folder) {
    ASSERT_EQ(regretta(folder, scenario.command).status, 0);
    expected = dump_of(folder.path(scenario.result)).text;
  });
  int points = 0, survived = 0;
  std::int64_t most = 0;
  std::int64_t start = 1;
  for (const bool for_ever : {false, true}) {
    for (const int error : {ENOSPC, EIO}) {
      bool has_failed_call = true;
      for (std::int64_t call = start++; has_failed_call && !::testing::Test::HasFailure(); call += stride()) {
        const Fault fault{call, for_ever, error};
        SCOPED_TRACE(fault.text());
        in_fresh_folder([&](const Folder& folder) {
          std::int64_t calls = 0;
          const Outcome outcome = regretta_with(fault, folder, scenario.command, calls);
          has_failed_call = calls >= call;
          most = std::max(most, calls);
          if (!has_failed_call) return;
          ++points;
          survived += outcome.status == 0 ? 1 : 0;
          if (outcome.status != 0) {
            expect_clear(outcome);
            output_of(folder, scenario.command);
          }
          const Dump dump = dump_of(folder.path(scenario.result));
          EXPECT_EQ(dump.error, "");
          EXPECT_TRUE(dump.finished);
          EXPECT_EQ(dump.text, expected);
        });
      }
    }
  }
  EXPECT_GT(points, 0);
  std::cout << "points " << points << " of " << 4 * most << " (about), survived " << survived << ", repeated "
            << points - survived << "\n";
}

TEST(Faults, ARunSurvivesOrCanBeRepeated) {
  try_faults({[](const Folder& folder) { folder.write("s.toml", dice_study); },
              {"run", "s.toml", "--quiet", "--threads", "1"},
              "s.db"});
}

/// Runs the command and kills it once `enough` says that s.db has enough, which leaves a write-ahead log to be
/// recovered. On a busy machine the run may finish before `enough` is asked; then s.db is removed and the run repeated.
void kill_at_work(const Folder& folder, const Arguments& command, const std::function<bool()>& enough) {
  while (!enough()) {
    ProgramProcess process(folder, command);
    while (!enough() && !process.ended()) ::usleep(1'000);
    process.signal(SIGKILL);
    if (process.wait().status != 0 || enough()) continue;
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(folder.path("s.db") + end);
  }
}

TEST(Faults, AResumedRunSurvivesOrCanBeRepeated) {
  const Arguments command = {"run", "s.toml", "--quiet", "--threads", "1"};
  try_faults({[&](const Folder& folder) {
                folder.write("s.toml", dice_study_with_pause(500));
                kill_at_work(folder, command, [&] { return dump_of(folder.path("s.db")).text.size() >= 10'000; });
              },
              command, "s.db"});
}

TEST(Faults, AMergeSurvivesOrCanBeRepeated) {
  try_faults({[](const Folder& folder) {
                folder.write("s.toml", dice_study);
                for (const char* shard : {"1/2", "2/2"})
                  EXPECT_EQ(regretta(folder, {"run", "s.toml", "--quiet", "--shard", shard}).status, 0);
              },
              {"merge", "s.1-of-2.db", "s.2-of-2.db", "--quiet", "--output", "s.db"},
              "s.db"});
}

}  // namespace
}  // namespace regretta::fakes
