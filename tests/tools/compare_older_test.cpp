// `regretta compare OLD NEW` and `regretta baseline`: what they find, reject and report.

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/regression/baseline.hpp"
#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/study/blocks/block.hpp"

namespace regretta::fakes {
namespace {

std::string dice(const std::string& scale, const std::string& rest = "") {
  return "[study]\nname = \"dice\"\ntrials = 40\nhorizon = [100, 400]\n[[environment]]\nkind = \"flat\"\n[[learner]]\n"
         "kind = \"dice\"\nscale = " +
         scale + "\n" + rest;
}

/// old.db, its baseline.json, and other studies for comparison.
class CompareOlder : public testing::Test {
 protected:
  CompareOlder() {
    run(dice("1"), "old.db");
    EXPECT_EQ(regretta(folder_, {"baseline", "old.db", "--output", "baseline.json"}).status, 0);
  }
  void run(const std::string& text, const std::string& name, std::vector<std::string> more = {}, int status = 0) {
    folder_.write("s.toml", text);
    more.insert(more.begin(), {"run", "s.toml", "--output", name});
    EXPECT_EQ(regretta(folder_, more).status, status);
  }
  Outcome compare(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compare");
    return regretta(folder_, arguments);
  }
  std::string complaint(const std::vector<std::string>& arguments) {
    const Outcome outcome = regretta(folder_, arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    return outcome.err;
  }
  Folder folder_;
};

TEST_F(CompareOlder, TheSameBitsAreAllThatIsSaid) {
  run(dice("1"), "again.db", {"--threads", "2"});
  for (const char* before : {"old.db", "baseline.json"}) {
    const Outcome same = compare({before, "again.db"});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_TRUE(contains(same.out, "the same bits: 80 trials in 2 cells\n")) << same.out;
    EXPECT_FALSE(contains(same.out, "verdict"));
  }
  run(dice("1"), "more.db", {"--set", "study.trials=48"});
  EXPECT_EQ(compare({"baseline.json", "more.db"}).status, 0) << "more trials, and those that were there are the same";
  const Outcome exact = compare({"baseline.json", "more.db", "--exact"});
  EXPECT_EQ(exact.status, 1);
  EXPECT_TRUE(contains(exact.out, "had 40 trials and now has 48")) << exact.out;
}

TEST_F(CompareOlder, ABitWhereItWasPromisedIsAFinding) {
  RecordedStudy record = read_baseline(folder_.path("baseline.json"));
  double& value = record.cells[1].values.at("violation")[17];
  value = std::nextafter(value, 1e9);
  record.cells[1].trial_hashes[17] = "00000000";
  folder_.write("other.json", baseline_text(record));
  const Outcome one = compare({"other.json", "old.db"});
  EXPECT_EQ(one.status, 1);
  expect_parts(one.out, {"DIFFERENT BITS where they must be the same: 1 of 80 trials differ, in 1 of 2 cells",
                         "the first: cell 1 (dice in flat, T = 400): trial 17: violation was ",
                         "the same values: 3 of 4 means, not shown"});
  EXPECT_FALSE(contains(one.out, "0x")) << "decimal";
  EXPECT_FALSE(contains(one.out, " regret ")) << "only what has changed is a row: " << one.out;

  record.version = "0.0.9";
  folder_.write("other.json", baseline_text(record));
  const Outcome unpromised = compare({"other.json", "old.db"});
  EXPECT_EQ(unpromised.status, 0) << "a rounding error, between versions, is no significant difference";
  expect_parts(unpromised.out, {"computed by regretta 0.0.9, and now by"});
  EXPECT_EQ(compare({"other.json", "old.db", "--exact"}).status, 1);

  record = read_baseline(folder_.path("baseline.json"));
  record.cells[0].trial_hashes[3] = "00000000";
  record.cells[0].hashes[index_of(Quantity::rho)] = "00000000";
  folder_.write("other.json", baseline_text(record));
  expect_parts(compare({"other.json", "old.db"}).out, {"trial 3: rho not what it was"});

  record = read_baseline(folder_.path("baseline.json"));
  record.cells[0].trial_hashes[3] = "00000000";
  record.cells[0].hashes[num_quantities - 1] = "";  // written before there was this quantity
  folder_.write("other.json", baseline_text(record));
  const std::string newest(quantity_names.back());
  expect_parts(compare({"other.json", "old.db"}).out, {"trial 3: " + newest + " not what it was"});
}

TEST_F(CompareOlder, ValuesComeBackFromABaselineAsTheyWere) {
  const RecordedStudy study = record_study(Results::open(folder_.path("old.db")));
  const RecordedStudy baseline = read_baseline(folder_.path("baseline.json"));
  ASSERT_EQ(baseline.cells.size(), study.cells.size());
  EXPECT_EQ(baseline.resolved, study.resolved);
  for (std::size_t k = 0; k < study.cells.size(); ++k) {
    EXPECT_EQ(baseline.cells[k].values, study.cells[k].values) << "to the bit";
    EXPECT_EQ(baseline.cells[k].trial_hashes, study.cells[k].trial_hashes);
    EXPECT_EQ(baseline.cells[k].hashes, study.cells[k].hashes);
    EXPECT_EQ(baseline.cells[k].digest, study.cells[k].digest);
  }
  EXPECT_EQ(baseline_text(baseline), read_text(folder_.path("baseline.json")));
}

TEST_F(CompareOlder, SameSeedIsPairedAndAnotherIndependent) {
  run(dice("1.1"), "scaled.db");
  const Outcome paired = compare({"baseline.json", "scaled.db"});
  EXPECT_EQ(paired.status, 1) << "a tenth more in every trial";
  expect_parts(paired.out, {"learner.scale of learner 1 (dice) was 1.0 and is now 1.1", "paired (same seed)", "changed",
                            "would be found with probability 80%"});
  run(dice("1.1"), "fresh.db", {"--set", "study.seed=9"});
  const Outcome fresh = compare({"baseline.json", "fresh.db"});
  EXPECT_EQ(fresh.status, 0) << "a tenth is lost in the noise of 40 trials" << fresh.out;
  expect_parts(fresh.out, {"independent (another seed)", "not separated"});
  run(dice("-0"), "none.db", {"--set", "study.seed=9"});
  EXPECT_EQ(compare({"baseline.json", "none.db"}).status, 1);
  const Outcome csv = compare({"baseline.json", "scaled.db", "--format", "csv", "-m", "violation"});
  expect_parts(csv.out, {"metric,old_cell,paired,old_trials", ",violation,0,true,40,40,", ",changed"});
}

TEST_F(CompareOlder, CellsThatComeAndGoAreNamed) {
  run(dice("1"), "new.db", {"--set", "study.horizon=[400, 900]"});
  const Outcome outcome = compare({"baseline.json", "new.db"});
  EXPECT_EQ(outcome.status, 0);
  expect_parts(outcome.out, {"only in the old study: cell 0 (dice in flat, T = 100)",
                             "only in the new study: cell 1 (dice in flat, T = 900)",
                             "the same bits: 40 trials in 1 cell, though not promised"});
  run(dice("1"), "apart.db", {"--set", "study.horizon=[800, 900]"});
  EXPECT_TRUE(contains(complaint({"compare", "baseline.json", "apart.db"}), "no cell in common"));
}

TEST_F(CompareOlder, TrialsThatFailAreAQuantityOfTheirOwn) {
  run(dice("1", "fails = 3\n"), "fails.db", {}, 3);
  const Outcome one = compare({"baseline.json", "fails.db"});
  EXPECT_EQ(one.status, 0) << "1 of 40" << one.out;
  expect_parts(one.out, {"trial 3: did not fail, and now it does", "failed"});
}

TEST_F(CompareOlder, RefreshingSaysWhatMoved) {
  const std::string before = read_text(folder_.path("baseline.json"));
  const Outcome same = regretta(folder_, {"baseline", "old.db", "--output", "baseline.json"});
  expect_parts(same.out, {"the same bits: 80 trials", "refreshed"});
  EXPECT_EQ(read_text(folder_.path("baseline.json")), before);
  run(dice("1.1"), "scaled.db");
  const Outcome moved = regretta(folder_, {"baseline", "scaled.db", "--output", "baseline.json"});
  EXPECT_EQ(moved.status, 0) << moved.err;
  expect_parts(moved.out, {"changed", "baseline.json: refreshed"});
  EXPECT_EQ(compare({"baseline.json", "scaled.db", "--exact"}).status, 0);
}

TEST_F(CompareOlder, Misuse) {
  EXPECT_TRUE(contains(complaint({"compare", "old.db"}), "expected either --baseline LEARNER"));
  complaint({"compare", "old.db", "old.db", "--baseline", "dice"});
  EXPECT_TRUE(contains(complaint({"compare", "baseline.json", "old.db", "-m", "opt"}), "the baseline has no opt"));
  folder_.write("other.json", "{}");
  EXPECT_TRUE(contains(complaint({"baseline", "old.db", "-o", "other.json"}), "not a baseline"));
  std::string text = read_text(folder_.path("baseline.json"));
  text[text.find_first_of("0123456789", text.find("\"regret\": ["))] ^= 1;
  folder_.write("edited.json", text);
  EXPECT_TRUE(contains(complaint({"compare", "edited.json", "old.db"}), "has changed since it was written"));
  for (const std::string hostile : {"2,\n", "7,\n"}) {
    const std::string sealed = "{\"regretta_baseline\": " + hostile;
    folder_.write("hostile.json", sealed + "\"checksum\": \"" + text_checksum(sealed) + "\"}\n");
    EXPECT_TRUE(
        contains(complaint({"compare", "hostile.json", "old.db"}),
                 hostile == "7,\n" ? "a baseline of format 7, expected format 2" : "its baseline cannot be read"));
  }
  folder_.write("broken.json", "{\"context\": {");
  complaint({"compare", "broken.json", "old.db"});
  folder_.write("s.toml", "[study]\nname = \"another\"\n" + dice("1").substr(dice("1").find("trials")));
  EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", "another.db"}).status, 0);
  const std::string before = read_text(folder_.path("baseline.json"));
  EXPECT_TRUE(contains(complaint({"baseline", "another.db", "-o", "baseline.json"}),
                       "a baseline of study \"dice\", not of \"another\""));
  EXPECT_EQ(read_text(folder_.path("baseline.json")), before);
  run(dice("1"), "half.db", {"--shard", "1/2"});
  EXPECT_TRUE(contains(complaint({"baseline", "half.db", "-o", "half.json"}), "expected all of them"));
}

}  // namespace
}  // namespace regretta::fakes