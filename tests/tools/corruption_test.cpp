// A truncated study file or one with a flipped bit: reading it reports the damage, or gives exactly the same numbers.
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
  const char* given = std::getenv("REGRETTA_FLIPS");
  const int flips = given == nullptr ? 300 : std::atoi(given);
  std::mt19937_64 random(11);
  int noticed = 0, unnoticed = 0;
  for (int k = 0; k < flips; ++k) {
    std::string bytes = whole_;
    const std::size_t bit = random() % (8 * bytes.size());
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
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

}  // namespace
}  // namespace regretta::fakes
