// `regretta digest`: independent of how the results were computed, different as soon as one bit differs.

#include <gtest/gtest.h>

#include <set>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta::fakes {
namespace {

std::string digest(const Folder& folder, const std::string& file) {
  const Outcome result = regretta(folder, {"digest", file});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.size(), 33U) << result.out;
  return result.out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    lines.push_back(text.substr(at, text.find('\n', at) - at));
  return lines;
}

TEST(Digest, RunPrintsWhatDigestPrintsForAnyNumberOfThreads) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  std::set<std::string> seen;
  for (const char* threads : {"1", "3", "16"}) {
    const std::string file = std::string("t") + threads + ".db";
    const Outcome run = regretta(folder, {"run", "s.toml", "--output", file, "--threads", threads});
    ASSERT_EQ(run.status, 0) << run.err;
    seen.insert(digest(folder, file));
    EXPECT_TRUE(contains(run.out, "Digest:  " + *seen.begin())) << run.out;
  }
  // Changes only with the definition in engine/study/maintenance/digest.hpp, or with what a study or a trial consists
  // of.
  EXPECT_EQ(seen, std::set<std::string>{"f914224de2ab7d0d38763e300d54d6ae\n"});
  const Outcome again = regretta(folder, {"run", "s.toml", "--output", "t1.db"});
  EXPECT_TRUE(contains(again.out, "Digest:  " + *seen.begin())) << again.out;
}

TEST(Digest, APartialFileSaysSoAndHasStatus1) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const std::string whole = digest(folder, "s.db");
  {
    const Database file(folder.path("s.db"), Database::Mode::write);
    file.run("DELETE FROM block WHERE first_trial = 8 AND content = (SELECT content FROM cell WHERE cell = 3)");
  }
  const Outcome partial = regretta(folder, {"digest", "s.db", "--cells"});
  EXPECT_EQ(partial.status, 1);
  EXPECT_TRUE(contains(partial.out, "  partial: 232 of 240 trials\n")) << partial.out;
  EXPECT_TRUE(contains(partial.out, "cell 3: dice in flat, \"quoted\", learner.scale = 1, ")) << partial.out;
  EXPECT_TRUE(contains(partial.out, "(12 of 20 trials)\n")) << partial.out;
  EXPECT_FALSE(contains(partial.out, whole.substr(0, 32)));
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  EXPECT_EQ(digest(folder, "s.db"), whole);
}

TEST(Digest, CellsTellWhereTwoFilesDiffer) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--output", "a.db"}).status, 0);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--output", "b.db", "--set", "learner.scale=[1, 0.2, 3e-7]"}).status, 0);
  const std::vector<std::string> a = lines_of(regretta(folder, {"digest", "a.db", "--cells"}).out);
  const std::vector<std::string> b = lines_of(regretta(folder, {"digest", "b.db", "--cells"}).out);
  ASSERT_EQ(a.size(), 13U);
  ASSERT_EQ(b.size(), 13U);
  for (std::size_t cell = 0; cell < 12; ++cell) EXPECT_EQ(a[cell] == b[cell], cell % 3 != 1) << a[cell];
  EXPECT_NE(a.back(), b.back());
}

}  // namespace
}  // namespace regretta::fakes
