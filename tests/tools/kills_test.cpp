// Runs that are killed repeatedly, each time at another moment, and resumed with another number of threads.
// REGRETTA_KILLS: how many kills (30).

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <random>
#include <set>
#include <thread>

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

TEST(Kills, NothingSavedIsLostAndTheBitsAreTheSame) {
  const char* given = std::getenv("REGRETTA_KILLS");
  const int wanted = given == nullptr ? 30 : std::atoi(given);
  const Folder folder;
  folder.write("s.toml", dice_study_with_pause(2000));
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--out", "whole.db"}).status, 0);
  const std::string expected = regretta(folder, {"digest", "whole.db"}).out;
  ASSERT_FALSE(expected.empty());

  std::mt19937 random(1);
  std::set<std::string> digests = {expected};
  std::vector<std::int64_t> redone;  // trials played twice, per kill
  std::int64_t saved_then_lost = 0;
  int kills = 0, resumed = 0;
  while (kills < wanted) {
    const std::string name = "killed" + std::to_string(++resumed) + ".db";
    const std::string file = folder.path(name);
    const std::string begun = folder.path("begun" + std::to_string(resumed));
    ::setenv("REGRETTA_TEST_BEGUN", begun.c_str(), 1);
    std::int64_t redone_before = 0;
    for (bool finished = false; !finished;) {
      ProgramProcess process(
          folder, {"run", "s.toml", "--out", name, "--quiet", "--threads", std::to_string(1 + random() % 5)});
      // every third kill is early, while the file is being created or opened
      std::this_thread::sleep_for(std::chrono::microseconds(random() % (kills % 3 == 0 ? 15'000 : 120'000)));
      const Blocks promised = saved_blocks(file);
      process.signal(SIGKILL);
      const Outcome result = process.wait();
      finished = result.status == 0;
      if (finished) break;
      ASSERT_EQ(result.status, 128 + SIGKILL) << result.err;
      ++kills;
      const Blocks kept = saved_blocks(file);
      saved_then_lost +=
          std::ranges::count_if(promised, [&](const std::string& block) { return !kept.contains(block); });
      const std::int64_t lost = size_of(begun) - saved_trials(file);
      redone.push_back(lost - redone_before);
      redone_before = lost;
    }
    ::unsetenv("REGRETTA_TEST_BEGUN");
    const Outcome digest = regretta(folder, {"digest", name});
    EXPECT_EQ(digest.status, 0) << digest.err;
    digests.insert(digest.out);
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(file + ending);
  }
  EXPECT_EQ(digests.size(), 1U);
  EXPECT_EQ(saved_then_lost, 0);
  std::ranges::sort(redone);
  std::cout << kills << " kills of " << resumed << " studies: " << digests.size() << " digest, " << saved_then_lost
            << " saved blocks lost; trials of 240 to do again after a kill: median " << redone[redone.size() / 2]
            << ", at most " << redone.back() << "\n";
  // usually at most one block per worker; a kill may also hit blocks that are being saved
  EXPECT_LE(redone[redone.size() / 2], 5 * pack_trials);
}

}  // namespace
}  // namespace regretta::fakes
