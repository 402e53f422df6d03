// A results file of format 3, written by the last program of that format: it is read, compared and merged like one of
// today, and not resumed. The first files of format 4 know less of their cells, too.

#include <gtest/gtest.h>

#include <filesystem>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/facts_table.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta::fakes {
namespace {

/// The study, as it was run then with 1 thread, and the digest that the run ended with.
const std::string old_study = R"([study]
name = "old"
trials = 20
horizon = 40
checkpoints = 3
[[environment]]
kind = "stationary"
loss = [0.2, 0.7]
violation = [[0.1, -0.3]]
corruption = { budget = [0, 8], schedule = "front", direction = "flatter" }
[[learner]]
kind = "conomd-fs"
[[learner]]
kind = "ucb1"
)";
const std::string old_digest = "62322b48dacc1922e7d1865d9b0c3488";

class Format3 : public ::testing::Test {
 protected:
  Format3() {
    std::filesystem::copy(REGRETTA_SOURCE_DIR "/tests/fuzz/corpus/study_file/format_3", folder_.path("old.db"));
    folder_.write("old.toml", old_study);
  }
  std::string out(const std::vector<std::string>& arguments) const {
    const Outcome outcome = regretta(folder_, arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_F(Format3, IsRead) {
  EXPECT_EQ(out({"digest", "old.db"}), old_digest + "\n");
  const Outcome verified = regretta(folder_, {"verify", "old.db", "--share", "100%"});
  EXPECT_TRUE(contains(verified.err, "written by regretta 0.4.0")) << verified.out << verified.err;
  const std::string shown = out({"show", "old.db"});
  EXPECT_TRUE(contains(shown, "-1.46 +0.40 -0.29  -2.11 to 1.33  vacuous")) << shown;
  EXPECT_TRUE(contains(shown, "x_t of ucb1 is on a single arm")) << shown;
  const std::string means = out({"export", "old.db", "--table", "means"});
  EXPECT_TRUE(
      contains(means, "0,conomd-fs,conomd-fs,stationary,40,2,1,0,regret,expected_regret,20,-1.4564215934459763,"))
      << means;
  EXPECT_TRUE(contains(means, ",-5,15,-2.105269117892221,1.3277186405182433"))
      << "the sure interval, which was the only";
}

TEST_F(Format3, IsMergedIntoAFileOfTodayWithTheSameTrials) {
  EXPECT_TRUE(contains(out({"merge", "old.db", "--output", "new.db"}), old_digest));
  const StudyReader merged = StudyReader::open(folder_.path("new.db"));
  EXPECT_EQ(merged.format(), 4);
  EXPECT_EQ(merged.origins(), (Origins{{1, R"({"builds":["regretta 0.4.0, g++ 12.2.0, avx512"]})"}}));
  EXPECT_TRUE(contains(out({"show", "new.db"}), "-1.46 +0.40 -0.29"));  // bounds need the version that wrote it
  for (const char* table : {"cells", "curves", "trials"})
    EXPECT_EQ(out({"export", "new.db", "--table", table}), out({"export", "old.db", "--table", table})) << table;
}

TEST_F(Format3, IsNotResumed) {
  const Outcome refused = regretta(folder_, {"run", "old.toml", "--output", "old.db"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err,
                       "a results file of format 3, which can be read but not continued; `regretta merge old.db "
                       "--partial --output NEW` makes one of format 4"))
      << refused.err;
  out({"merge", "old.db", "--partial", "--output", "new.db"});
  const Outcome begun = regretta(folder_, {"run", "old.toml", "--output", "new.db"});
  EXPECT_EQ(begun.status, 2);
  EXPECT_TRUE(contains(begun.err, "begun by regretta 0.4.0")) << begun.err;
}

TEST(Format4, FactsOfItsFirstFilesSayNothingOfRareModes) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const std::string shown = regretta(folder, {"show", "s.db"}).out;
  {
    const Database file(folder.path("s.db"), Database::Mode::write);
    for (std::int64_t cell = 0; cell < 12; ++cell) {
      FactsRow row = FactsReader(file).row(cell).value();
      row.bytes.resize(row.bytes.size() - sizeof(double));
      store_facts(file, cell, row);
    }
  }
  EXPECT_EQ(regretta(folder, {"show", "s.db"}).out, shown);
  const Outcome sound = regretta(folder, {"verify", "s.db", "--share", "0"});
  EXPECT_EQ(sound.status, 0) << sound.out;
}

/// Programs with fmt 10, the version of Debian 13, took a zero as "0x0p-1022" into the checksum of the description.
TEST(Format4, AZeroThatWasWrittenWithFmt10IsSound) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  const std::vector<std::string> run = {"run", "s.toml", "--set", "environment.gap=[0.5, 0]"};
  ASSERT_EQ(regretta(folder, run).status, 0);
  const std::string shown = regretta(folder, {"show", "s.db"}).out;
  {
    const Database file(folder.path("s.db"), Database::Mode::write);
    std::string text;
    Statement study = file.prepare(
        "SELECT key || char(10) || value || char(10) FROM study WHERE key IN ('format_version', 'regretta_version', "
        "'study', 'cells_together', 'shard', 'same_as') ORDER BY key");
    while (study.step()) text += study.text(0);
    int zeros = 0;
    Statement cell = file.prepare("SELECT * FROM cell ORDER BY cell");
    while (cell.step())
      for (int column = 0; column < cell.columns(); ++column) {
        const bool is_zero = cell.exact_text(column) == "0x0p+0";
        zeros += is_zero;
        text += (is_zero ? "0x0p-1022" : cell.exact_text(column)) + "\n";
      }
    EXPECT_EQ(zeros, 6) << "half of the cells";
    set_study_value(file, "description_checksum", text_checksum(text));
  }
  EXPECT_EQ(regretta(folder, {"show", "s.db"}).out, shown);
  EXPECT_TRUE(contains(regretta(folder, run).out, "Nothing to do"));
  EXPECT_EQ(regretta(folder, {"verify", "s.db", "--share", "0"}).status, 0);
}

}  // namespace
}  // namespace regretta::fakes
