// Runs that are killed repeatedly, each time at another moment, and resumed with another number of threads.
// REGRETTA_KILLS: how many kills (10).

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <random>
#include <set>
#include <thread>

#include "eight_learners.hpp"
#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta::fakes {
namespace {

using Blocks = std::set<std::string>;  // index and checksum

/// The saved blocks, which no later kill may take away.
Blocks saved_blocks(const std::string& file) {
  Blocks blocks;
  try {
    const Database database(file, Database::Mode::read);
    Statement row = database.prepare("SELECT cell || ' ' || first_trial || ' ' || checksum FROM block");
    while (row.step()) blocks.insert(row.text(0));
  } catch (const StudyFileError&) {  // does not exist yet
  }
  return blocks;
}

std::int64_t saved_trials(const std::string& file) {
  try {
    const Database database(file, Database::Mode::read);
    Statement row = database.prepare("SELECT coalesce(sum(trials), 0) FROM block");
    row.step();
    return row.integer(0);
  } catch (const StudyFileError&) {
    return 0;
  }
}

std::int64_t size_of(const std::string& file) {
  std::error_code absent;
  const auto size = std::filesystem::file_size(file, absent);
  return absent ? 0 : static_cast<std::int64_t>(size);
}

std::int64_t lost(const Blocks& promised, const Blocks& now) {
  return std::ranges::count_if(promised, [&](const std::string& one) { return !now.contains(one); });
}

int wanted_kills() {
  const char* given = std::getenv("REGRETTA_KILLS");
  return given == nullptr ? 10 : std::atoi(given);
}

/// Runs studies, each killed until it is finished.
class Kills : public ::testing::Test {
 protected:
  void run_campaign(const std::string& study) {
    folder_.write("s.toml", study);
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(regretta(folder_, {"run", "s.toml", "--output", "whole.db"}).status, 0);
    duration_ = std::chrono::steady_clock::now() - start;
    const std::string expected = regretta(folder_, {"digest", "whole.db"}).out;
    ASSERT_FALSE(expected.empty());
    std::set<std::string> digests = {expected};
    while (kills_ < wanted_kills() && !HasFatalFailure()) {
      const std::string name = "killed" + std::to_string(++studies_) + ".db";
      const std::string file = folder_.path(name);
      kill_until_finished(name);
      const Outcome digest = regretta(folder_, {"digest", name});
      EXPECT_EQ(digest.status, 0) << digest.err;
      digests.insert(digest.out);
      for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(file + ending);
    }
    EXPECT_EQ(digests.size(), 1U);
    EXPECT_EQ(lost_, 0);
    std::cout << kills_ << " kills of " << studies_ << " studies: " << digests.size() << " digest, " << lost_
              << " saved blocks lost\n";
  }

  const Folder folder_;
  int kills_ = 0, studies_ = 0;
  std::int64_t lost_ = 0;
  std::vector<std::int64_t> redone_;  ///< trials of dice played twice, per kill

 private:
  void kill_until_finished(const std::string& name) {
    const std::string file = folder_.path(name);
    const std::string begun = folder_.path("begun" + std::to_string(studies_));
    ::setenv("REGRETTA_TEST_BEGUN", begun.c_str(), 1);
    std::int64_t redone_before = 0;
    for (;;) {
      ProgramProcess process(
          folder_, {"run", "s.toml", "--output", name, "--quiet", "--threads", std::to_string(1 + random_() % 5)});
      // every third kill is early, while the file is being created or opened
      const auto latest = duration_ / (kills_ % 3 == 0 ? 8 : 1);
      std::this_thread::sleep_for(latest * std::uniform_real_distribution<>{0, 1}(random_));
      const Blocks promised = saved_blocks(file);
      process.signal(SIGKILL);
      const Outcome result = process.wait();
      if (result.status == 0) break;
      ASSERT_EQ(result.status, 128 + SIGKILL) << result.err;
      ++kills_;
      lost_ += lost(promised, saved_blocks(file));
      const std::int64_t again = size_of(begun) - saved_trials(file);
      redone_.push_back(again - redone_before);
      redone_before = again;
    }
    ::unsetenv("REGRETTA_TEST_BEGUN");
  }

  std::chrono::duration<double> duration_{};  ///< of a run without kills
  std::mt19937 random_{1};
};

TEST_F(Kills, OfShippedLearners) {
  const ShippedCatalogue shipped;
  run_campaign(eight_learners);
}

TEST_F(Kills, OfShortTrials) {
  run_campaign(dice_study_with_pause(2000));
  std::ranges::sort(redone_);
  std::cout << "trials of 240 to do again after a kill: median " << redone_[redone_.size() / 2] << ", at most "
            << redone_.back() << "\n";
  // usually at most one block per worker; a kill may also hit blocks that are being saved
  EXPECT_LE(redone_[redone_.size() / 2], 5 * pack_trials);
}

}  // namespace
}  // namespace regretta::fakes
