// `regretta verify --repair` restores the first 100 bytes of a results file.

#include <gtest/gtest.h>

#include <filesystem>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/maintenance/restored_head.hpp"
#include "regretta/engine/study/maintenance/verify.hpp"

namespace regretta::fakes {
namespace {

TEST(RestoredHead, OfAnyBitThatFlips) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const std::string expected = regretta(folder, {"digest", "s.db"}).out;
  const std::string sound = read_text(folder.path("s.db"));
  const std::string again = folder.path("again.db");
  const auto all = static_cast<std::size_t>(blocks_in(StudyReader::open(folder.path("s.db")).saved_ranges()));
  const std::string digest_before = digest_of(StudyReader::open(folder.path("s.db"))).digest;
  int unreadable = 0;
  for (std::size_t bit = 0; bit < 800; bit += 3) {  // two or three of each byte
    std::string flipped = sound;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
    folder.write("again.db", flipped);
    try {
      if (examine(StudyReader::open(again)).sound.size() != all) ++unreadable;
    } catch (const StudyFileError&) {
      ++unreadable;
    }
    restore_head(again);
    StudyHealth health = examine(StudyReader::open(again));
    EXPECT_EQ(health.sound.size(), all) << "bit " << bit;
    if (!health.all_well()) keep_only(again, health.sound);
    EXPECT_EQ(digest_of(StudyReader::open(again)).digest, digest_before) << "bit " << bit;
    EXPECT_FALSE(restore_head(again)) << "bit " << bit << ": nothing is left to restore";
  }
  EXPECT_GT(unreadable, 60) << "what is tested";
  for (const std::string& other :
       {std::string(5000, 'x'), sound.substr(0, 90), std::string("SQLite format 3") + sound}) {
    folder.write("again.db", other);
    EXPECT_FALSE(restore_head(again));
    EXPECT_EQ(read_text(again), other) << "it is no results file";
  }
  std::filesystem::remove(again);

  std::string flipped = sound;
  flipped[5] = 'X';
  folder.write("s.db", flipped);
  EXPECT_TRUE(contains(regretta(folder, {"verify", "s.db"}).err,
                       "not a Regretta results file; --repair restores its first bytes"))
      << regretta(folder, {"verify", "s.db"}).err;
  const Outcome repaired = regretta(folder, {"verify", "s.db", "--repair", "--share", "0"});
  EXPECT_EQ(repaired.status, 0) << repaired.err;
  EXPECT_TRUE(contains(repaired.out, "Repaired:   the first 100 bytes of s.db\n")) << repaired.out;
  EXPECT_EQ(regretta(folder, {"digest", "s.db"}).out, expected);
}

}  // namespace
}  // namespace regretta::fakes
