// `regretta compare OLD NEW` where a plugin has changed: of its cells the question is statistical, the others have the
// same bits.

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/regression/baseline.hpp"
#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/study/file/version.hpp"

namespace regretta::fakes {
namespace {

/// Two cells of a learner that is in a version, and two of one that ships; 40 trials each.
const std::string two_learners = R"([study]
name = "dice"
trials = 40
horizon = [100, 400]
[[environment]]
kind = "flat"
[[learner]]
kind = ["dice", "marathon"]
)";

class ChangedPlugin : public testing::Test {
 protected:
  ChangedPlugin() {
    folder_.write("s.toml", two_learners);
    for (const std::string version : {"one", "two"})
      EXPECT_EQ(ProgramProcess(folder_, {"run", "s.toml", "--output", version + ".db", "--quiet"},
                               {{"REGRETTA_TEST_VERSION", version}})
                    .wait()
                    .status,
                0);
    EXPECT_EQ(regretta(folder_, {"baseline", "one.db", "--output", "one.json"}).status, 0);
  }
  Outcome compare(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "compare");
    return regretta(folder_, arguments);
  }
  /// one.json beside two.db, where every `step`th trial of a learner has so much more regret.
  Outcome compare_with_more(const std::string& learner, double more, std::size_t step) const {
    RecordedStudy record = read_record(folder_.path("two.db"));
    for (RecordedCell& cell : record.cells) {
      if (cell.label.learner != learner) continue;
      for (std::size_t k = 0; k < cell.trial_hashes.size(); k += step) {
        cell.values.at("regret")[k] += more;
        cell.trial_hashes[k] = "00000000";
      }
      cell.hashes[0] = learner + std::to_string(cell.label.cell);
    }
    folder_.write("now.json", baseline_text(record));
    return compare({"one.json", "now.json"});
  }
  RecordedStudy baseline() const { return read_baseline(folder_.path("one.json")); }
  Outcome compare_edited(const RecordedStudy& edited) const {
    folder_.write("edited.json", baseline_text(edited));
    return compare({"edited.json", "two.db"});
  }
  const Folder folder_;
};

TEST_F(ChangedPlugin, IsNamedAndItsBitsMayBeTheSame) {
  expect_parts(read_text(folder_.path("one.json")),
               {"\"engine\": \"" + std::string(engine_identity()), "\"learner dice\": \""});
  for (const char* before : {"one.json", "one.db"}) {
    const Outcome same = compare({before, "two.db"});
    EXPECT_EQ(same.status, 0);
    expect_parts(same.out, {"learner dice changed, so its trials may: 0 of 80 trials differ, in 0 of 2 cells",
                            "the same bits: 80 trials in 2 cells\n", "the same values: 4 of 4 means, not shown"});
    EXPECT_FALSE(contains(same.out, "verdict")) << same.out;
  }
}

TEST_F(ChangedPlugin, OfItsCellsTheQuestionIsStatistical) {
  const Outcome little = compare_with_more("dice", 1e-6, 20);
  EXPECT_EQ(little.status, 0) << little.out;
  expect_parts(little.out, {"4 of 80 trials differ, in 2 of 2 cells",
                            "the first: cell 0 (dice in flat, T = 100): trial 0: regret was ",
                            "the same bits: 80 trials in 2 cells\n", "the same values: 2 of 4 means", "not separated"});
  EXPECT_FALSE(contains(little.out, "DIFFERENT BITS"));
  EXPECT_EQ(compare({"one.json", "now.json", "--exact"}).status, 1);
  const Outcome much = compare_with_more("dice", 1, 1);
  EXPECT_EQ(much.status, 1) << much.out;
  EXPECT_TRUE(contains(much.out, "  changed  ")) << much.out;
}

TEST_F(ChangedPlugin, TheOtherCellsHaveTheSameBits) {
  const Outcome other = compare_with_more("marathon", 1e-6, 20);
  EXPECT_EQ(other.status, 1);
  expect_parts(other.out, {"learner dice changed, so its trials may: 0 of 80 trials differ",
                           "DIFFERENT BITS where they must be the same: 4 of 80 trials differ, in 2 of 2 cells"});
  EXPECT_EQ(compare({"one.json", "one.db"}).status, 0);
  EXPECT_EQ(compare({"one.json", "two.db", "--exact"}).status, 0);
}

TEST_F(ChangedPlugin, AParameterThatItGainsLeavesTheOthersTheirPromise) {
  RecordedStudy before = baseline();
  before.resolved["learner"][0]["parameters"].erase("scale");
  const Outcome same = compare_edited(before);
  EXPECT_EQ(same.status, 0) << same.err;
  expect_parts(same.out, {"learner dice changed, so its trials may: 0 of 80", "the same bits: 80 trials in 2 cells\n"});
  for (RecordedCell& cell : before.cells)
    if (cell.label.learner == "marathon") cell.trial_hashes[3] = "00000000";
  const Outcome other = compare_edited(before);
  EXPECT_EQ(other.status, 1);
  expect_parts(other.out, {"DIFFERENT BITS where they must be the same: 2 of 80 trials differ, in 2 of 2 cells"});
  before.resolved["learner"][1]["parameters"]["legs"] = 9;
  const Outcome unpromised = compare_edited(before);
  EXPECT_EQ(unpromised.status, 0) << unpromised.out;
  expect_parts(unpromised.out,
               {"not promised to be the same (learner.legs of learner 2 (marathon) was 9 and is now 10"});
}

}  // namespace
}  // namespace regretta::fakes
