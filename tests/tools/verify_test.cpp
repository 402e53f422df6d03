// Tests that `regretta verify` finds and names every change of a results file, and drops only damaged parts.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/tests/engine/study/changed_block.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

class Verify : public ::testing::Test {
 protected:
  Outcome verify(const std::vector<std::string>& more = {}) const { return regretta(folder, {"verify", "s.db"}, more); }
  std::string digest() const { return regretta(folder, {"digest", "s.db"}).out; }
  void sql(const std::string& text) const { Database(folder.path("s.db"), Database::Mode::write).run(text); }
  /// Drops damaged blocks and runs the study again; expects that the file then has its initial results.
  void expect_dropped(const std::string& blocks, const std::string& kept) const {
    expect_parts(output_of(verify({"--drop-damaged", "--share", "0"})),
                 {"Dropped:    " + blocks + ", with all that follows from blocks; `regretta run` plays",
                  kept + " of 36 blocks saved: every checksum matches\n"});
    EXPECT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
    EXPECT_EQ(digest(), expected);
    output_of(verify({"--share", "100%"}));
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"s.db", "s.toml"}));
  }

  const ResultsFolder folder{dice_study};
  const std::string expected = digest();
};

TEST_F(Verify, ASoundFileIsRecomputedToTheSameBits) {
  expect_parts(
      output_of(verify({"--share", "100%", "--threads", "3"})),
      {"36 of 36 blocks saved: every checksum matches\n", "Recomputed: 36 of 36 sound blocks", ": the same bits\n"});
  const Outcome few = verify({"--seed", "5"});
  EXPECT_TRUE(contains(few.out, "Recomputed: 1 of 36 sound blocks (--seed 5): the same bits\n")) << few.out;
  EXPECT_TRUE(contains(verify({"--share", "0.1"}).out, "Recomputed: 4 of 36"));
  EXPECT_FALSE(contains(verify({"--share", "0"}).out, "Recomputed"));
  for (const std::string share : {"101%", "x"}) expect_refused(verify({"--share=" + share}), {"--share"});
  EXPECT_EQ(digest(), expected);
}

TEST_F(Verify, AFlippedBitIsLocatedAndOnlyItsBlockIsDropped) {
  change_trial(folder.path("s.db"), 3, 8, Quantity::violation, [](double x) { return x * (1 + 4e-16); });
  expect_parts(output_of(verify(), 1),
               {"36 of 36 blocks saved: 1 block damaged\n",
                "Damaged:    cell 3, trials 8 to 15: the checksum does not match (a stored value has",
                "regretta verify s.db --drop-damaged"});
  expect_refused(folder, {"export", "s.db", "--table", "trials"},
                 {"cell 3, trials 8 to 15", "; regretta verify FILE --drop-damaged keeps what is sound"});
  expect_dropped("1 block", "35");
}

TEST_F(Verify, EveryKindOfDamagedRowIsFound) {
  sql("UPDATE block SET results = zeroblob(12) WHERE first_trial = 0 AND content = (SELECT content FROM cell WHERE "
      "cell = 0)");
  sql("UPDATE block SET failed = 1 WHERE first_trial = 16 AND content = (SELECT content FROM cell WHERE cell = 1)");
  sql("UPDATE block SET trials = 7 WHERE first_trial = 8 AND content = (SELECT content FROM cell WHERE cell = 2)");
  change_block(folder.path("s.db"), 4, 0, [](BlockResult& block) { block.trials[0].failure = Failure{3, "x"}; });
  sql("INSERT INTO block SELECT 99, first_trial, trials, failed, infeasible, seconds, checksum, results "
      "FROM block WHERE content = (SELECT content FROM cell WHERE cell = 5)");
  sql("DELETE FROM block WHERE first_trial = 16 AND content = (SELECT content FROM cell WHERE cell = 6)");
  expect_parts(output_of(verify(), 1),
               {"35 of 37 blocks saved: 4 blocks damaged", "cell 0, trials 0 to 7: the checksum does not match",
                "cell 1, trials 16 to 19: its number of failed or infeasible trials is not the one that it states",
                "cell 2, trials 8 to 14: the checksum does not match",
                "cell 4, trials 0 to 7: ", "3 damaged blocks outside this study"});
  expect_dropped("7 blocks", "31");
}

TEST_F(Verify, FactsMustFollowFromTheBlocks) {
  {
    const Database file(folder.path("s.db"), Database::Mode::write);
    const CellLabel cell = Results::open(folder.path("s.db")).cells()[7];
    StoredFacts facts = facts_of(FactsReader(file).row(cell).value(), {.checkpoints = cell.checkpoints.size()}).value();
    facts.summary.quantities[index_of(Quantity::regret)].mean *= 1 + 4e-16;
    store_facts(file, cell, row_of(facts));
  }
  expect_parts(output_of(verify(), 1), {"Database:   the facts of cell 7 do not follow from the blocks"});
  expect_dropped("0 blocks", "36");
}

TEST_F(Verify, DamagedFactsAreDropped) {
  for (const char* damage : {"checksum = 'x'", "facts = NULL"}) {
    sql(std::string("UPDATE facts SET ") + damage + " WHERE content = (SELECT content FROM cell WHERE cell = 7)");
    const Outcome shown = regretta(folder, {"show", "s.db"});
    EXPECT_EQ(shown.status, 2) << damage;
    EXPECT_TRUE(contains(shown.err, "the facts of cell 7 have changed")) << shown.err;
    expect_parts(output_of(verify(), 1), {"Database:   the facts of cell 7 have changed"});
    expect_dropped("0 blocks", "36");
  }
}

TEST_F(Verify, ResultsOfAnotherSeedAreFoundByRecomputing) {
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--output", "b.db", "--set", "study.seed=8"}).status, 0);
  sql("UPDATE study SET value = replace(value, 'seed = 7', 'seed = 8') WHERE key = 'study'");
  const Outcome result = verify({"--share", "0"});
  EXPECT_EQ(result.status, 2) << "the checksum of the description must not match";
  EXPECT_TRUE(contains(result.err, "the description of the study has changed")) << result.err;

  // Gives b.db, which has seed 8, a block with seed 7 and a valid checksum.
  sql("UPDATE study SET value = replace(value, 'seed = 8', 'seed = 7') WHERE key = 'study'");
  const auto content_of_cell_2 = [&](const char* name) {
    return StudyReader::open(folder.path(name)).cells()[2].content;
  };
  {
    const Database file(folder.path("b.db"), Database::Mode::write);
    file.run("ATTACH ? AS s", folder.path("s.db"));
    const std::int64_t content = content_of_cell_2("b.db"), content_in_s = content_of_cell_2("s.db");
    Statement row = file.prepare("SELECT results FROM s.block WHERE content = ? AND first_trial = 8", content_in_s);
    ASSERT_TRUE(row.step());
    file.run("UPDATE block SET results = ?, checksum = ? WHERE content = ? AND first_trial = 8", row.bytes(0),
             block_checksum(content, 8, 8, row.bytes(0)), content);
  }
  expect_parts(output_of(folder, {"verify", "b.db", "--share", "100%"}, 1),
               {"every checksum matches", "1 different\nDifferent:  cell 2, trials 8 to 15: trial 8: regret was 0x"});
  const std::string before = regretta(folder, {"digest", "b.db"}).out;
  EXPECT_EQ(regretta(folder, {"verify", "b.db", "--share", "100%", "--drop-damaged"}).status, 1);
  EXPECT_EQ(regretta(folder, {"digest", "b.db"}).out, before) << "no block is damaged";
}

TEST_F(Verify, InvalidRowsAreDroppedToo) {
  const std::string one_block = " WHERE first_trial = 8 AND content = (SELECT content FROM cell WHERE cell = 3)";
  for (const auto& [damage, named, dropped, kept] : std::vector<std::array<std::string, 4>>{
           {"UPDATE content SET text = 'x'", "20 rows in table content have changed", "0 blocks", "36"},
           {"UPDATE block SET content = NULL" + one_block, "1 damaged block outside this study", "1 block", "35"},
           {"UPDATE block SET first_trial = 'x'" + one_block, "the checksum does not match", "1 block", "35"}}) {
    sql(damage);
    const Outcome result = verify({"--share", "0"});
    EXPECT_EQ(result.status, 1) << damage;
    EXPECT_TRUE(contains(result.out, named)) << result.out;
    expect_dropped(dropped, kept);
  }
}

TEST(VerifyTraces, SoundBlocksAreKeptIfTheTraceIsMissingOrEdited) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const std::string trace = "loss_1,loss_2,g1_1,g1_2\n0.2,0.7,-0.3,0.1\n0.6,0.1,-0.2,-0.4\n";
  folder.write("t.csv", trace);
  folder.write("s.toml",
               "[study]\ntrials = 24\n[[environment]]\nkind = \"trace\"\nfile = \"t.csv\"\nhold = 50\nnoise = "
               "\"bernoulli\"\n[[learner]]\nkind = \"conomd-fs\"\n");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const std::string expected = regretta(folder, {"digest", "s.db"}).out;

  folder.write("t.csv", trace + "0.9,0.3,-0.2,-0.4\n");
  EXPECT_EQ(regretta(folder, {"verify", "s.db", "--share", "100%", "--drop-damaged"}).status, 2);
  folder.write("t.csv", "loss_1,loss_2,g1_1,g1_2\n0.9,0.7,-0.3,0.1\n0.6,0.1,-0.2,-0.4\n");
  expect_refused(folder, {"verify", "s.db", "--share", "100%", "--drop-damaged"},
                 {"cell 0 cannot be built again: \"data "});
  EXPECT_EQ(regretta(folder, {"digest", "s.db"}).out, expected);

  std::filesystem::remove(folder.path("t.csv"));
  change_trial(folder.path("s.db"), 0, 9, Quantity::regret, [](double x) { return x + 1; });
  expect_refused(folder, {"verify", "s.db"}, {"t.csv: there is no such file", "--folder says where its files are"});
  expect_parts(output_of(folder, {"verify", "s.db", "--drop-damaged", "--share", "0"}), {"Dropped:    1 block,"});
  folder.write("t.csv", trace);
  EXPECT_EQ(regretta(folder, {"run", "s.toml", "--quiet"}).status, 0);
  EXPECT_EQ(regretta(folder, {"digest", "s.db"}).out, expected);
}

// Overwrites every sixth page of the file, from the second on, with zeros or ones. The first page holds the schema.
TEST_F(Verify, ADamagedPageIsFound) {
  const std::string sound = read_text(folder.path("s.db"));
  const std::size_t pages = sound.size() / 4096;
  ASSERT_GT(pages, 20U);
  int irreparable = 0;
  for (std::size_t page = 1; page < pages; page += 6) {
    std::string damaged = sound;
    damaged.replace(page * 4096, 4096, std::string(4096, page % 2 == 0 ? '\0' : '\xff'));
    folder.write("s.db", damaged);
    const Outcome result = verify({"--share", "0"});
    EXPECT_NE(result.status, 0) << "page " << page + 1 << result.out;
    const Outcome drop = verify({"--drop-damaged", "--share", "0"});
    if (drop.status == 0) {
      EXPECT_EQ(regretta(folder, {"run", "s.toml", "--quiet"}).status, 0);
      EXPECT_EQ(digest(), expected) << "page " << page + 1;
    } else {
      EXPECT_TRUE(contains(drop.out + drop.err, "`sqlite3 s.db .recover` may read")) << drop.out << drop.err;
      ++irreparable;
    }
  }
  EXPECT_GT(irreparable, 0);
}

TEST_F(Verify, AFileBeingWrittenIsNotChanged) {
  folder.write("slow.toml", dice_study_with_pause(20'000));
  ProgramProcess run(folder, {"run", "slow.toml", "--threads", "1"});
  while (blocks_in(folder.path("slow.db")) == 0 && !run.ended()) ::usleep(5'000);
  expect_refused(folder, {"verify", "slow.db", "--drop-damaged"}, {"a run is writing it"});
  EXPECT_EQ(regretta(folder, {"verify", "slow.db", "--share", "0"}).status, 0);
  EXPECT_FALSE(run.ended());
  EXPECT_EQ(regretta(folder, {"verify", "absent.db", "--drop-damaged"}).status, 2);
  EXPECT_FALSE(std::ifstream(folder.path("absent.db")).good());
}

class Corruption : public ::testing::Test {
 protected:
  // The file has NaN (infeasible trials), failed trials and texts.
  const ResultsFolder folder_{
      dice_study, {"--set", "environment.feasible=[true,false]", "--set", "learner.fails=11"}, 3};
  const std::string whole_ = read_text(folder_.path("s.db"));
};

// A single flipped bit can turn a number of a row into NULL, or into a BLOB, which SQLite reads as 0.
TEST_F(Corruption, AFieldThatIsNotANumberIsDetected) {
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

// A single flipped bit can turn the name of a table into a BLOB, which equals no text. SQLite still uses the table.
TEST_F(Corruption, ATableWhoseNameIsABlobIsDetected) {
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
