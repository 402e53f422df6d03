// One flipped bit in what SQLite knows of a value or a table (tests/campaign/run flips draws others).

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/file/database.hpp"
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
  }

  const Folder folder_;
  std::string whole_;
};

// One flipped bit makes a number of a row nothing, or bytes, which SQLite reads as 0.
TEST_F(Corruption, ANumberThatIsNoneIsNoticed) {
  for (const std::string change :
       {"content = NULL", "failed = x''", "infeasible = x''", "trials = CAST(CAST(trials AS TEXT) AS BLOB)"}) {
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
