// A truncated results file or one with a flipped bit: reading it reports the damage, or gives exactly the same numbers.
//
// REGRETTA_FLIPS is the number of bits to flip [300]; the draws are always the same.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

int wanted_flips() {
  const char* given = std::getenv("REGRETTA_FLIPS");
  return given == nullptr ? 300 : std::atoi(given);
}

void flip_bit(std::string& bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
}

class Corruption : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("s.toml", dice_study);
    // includes NaN, failures and texts
    ASSERT_EQ(
        regretta(folder_, {"run", "s.toml", "--set", "environment.feasible=[true,false]", "--set", "learner.fails=11"})
            .status,
        3);
    whole_ = read_text(folder_.path("s.db"));
    expected_ = dump_of(folder_.path("s.db")).text;
    ASSERT_GT(expected_.size(), 10'000U);
  }
  Dump dump_with(const std::string& bytes) const {
    for (const char* ending : {"-wal", "-shm"}) std::filesystem::remove(folder_.path(std::string("s.db") + ending));
    return dump_of(folder_.write("s.db", bytes));
  }

  const Folder folder_;
  std::string whole_, expected_;
};

TEST_F(Corruption, ACutFileIsNoticed) {
  int points = 0;
  for (std::size_t size = 0; size < whole_.size(); size += 4096, ++points) {
    const Dump dump = dump_with(whole_.substr(0, size));
    EXPECT_TRUE(dump.error.starts_with(folder_.path("s.db") + ": ")) << size << " bytes: " << dump.error;
  }
  std::cout << "cut at " << points << " places, unnoticed 0\n";
}

TEST_F(Corruption, AFlippedBitIsNoticedOrChangesNoNumber) {
  const int flips = wanted_flips();
  std::mt19937_64 random(11);
  int noticed = 0, unnoticed = 0;
  for (int k = 0; k < flips; ++k) {
    std::string bytes = whole_;
    const std::size_t bit = random() % (8 * bytes.size());
    flip_bit(bytes, bit);
    const Dump dump = dump_with(bytes);
    noticed += dump.error.empty() ? 0 : 1;
    if (!dump.error.empty() || dump.text == expected_) continue;
    ++unnoticed;
    ADD_FAILURE() << "bit " << bit % 8 << " of byte " << bit / 8 << " changes numbers, and nobody notices";
  }
  std::cout << flips << " flips in " << whole_.size() << " bytes: " << noticed << " noticed, "
            << flips - noticed - unnoticed << " changed no number, " << unnoticed << " unnoticed\n";
  EXPECT_GT(noticed, flips / 4);
}

// One flipped bit makes a number of a row nothing, or bytes, which SQLite reads as 0.
TEST_F(Corruption, ANumberThatIsNoneIsNoticed) {
  for (const std::string change :
       {"cell = NULL", "failed = x''", "infeasible = x''", "trials = CAST(CAST(trials AS TEXT) AS BLOB)"}) {
    folder_.write("s.db", whole_);
    Database(folder_.path("s.db"), Database::Mode::write)
        .run("UPDATE block SET " + change + " WHERE rowid = (SELECT min(rowid) FROM block)");
    const Dump dump = dump_of(folder_.path("s.db"));
    EXPECT_TRUE(dump.error.starts_with(folder_.path("s.db") + ": ")) << change << ": " << dump.error;
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"digest", "s.db"},
          {"run", "s.toml", "--set", "environment.feasible=[true,false]", "--set", "learner.fails=11"}}) {
      const Outcome outcome = regretta(folder_, command);
      EXPECT_EQ(outcome.status, 2) << change << ": " << command.front() << outcome.out << outcome.err;
    }
    EXPECT_EQ(regretta(folder_, {"verify", "s.db", "--share", "0"}).status, 1) << change;
  }
}

// One flipped bit makes a listed name a BLOB, which equals no text; SQLite goes on using the table.
TEST_F(Corruption, ATableWhoseNameIsNoTextIsNoticed) {
  {
    const Database file(folder_.path("s.db"), Database::Mode::write);
    file.run("PRAGMA writable_schema = ON");
    file.run("UPDATE sqlite_master SET name = CAST(name AS BLOB) WHERE name = 'block'");
  }
  const Dump dump = dump_of(folder_.path("s.db"));
  EXPECT_TRUE(contains(dump.error, "the list of its tables has changed")) << dump.error;
  EXPECT_TRUE(contains(regretta(folder_, {"verify", "s.db"}).err, "the list of its tables has changed"));
}

}  // namespace
}  // namespace regretta::fakes
