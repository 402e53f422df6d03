// CompareOlder: tests the findings, refusals and reports of `regretta compare OLD NEW` and `regretta baseline`.
// ChangedPlugin: tests that cells of a changed plugin are compared by statistics, and other cells bit by bit.
// PlantedChange: tests that a confidence interval that is 2% too wide is found.

#include <gtest/gtest.h>

#include <cmath>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/regression/baseline.hpp"
#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/standard_catalogue.hpp"
#include "run_to_file.hpp"

namespace regretta::fakes {
namespace {

std::string dice(const std::string& scale, const std::string& rest = "") {
  return "[study]\nname = \"dice\"\ntrials = 40\nhorizon = [100, 400]\n[[environment]]\nkind = \"flat\"\n[[learner]]\n"
         "kind = \"dice\"\nscale = " +
         scale + "\n" + rest;
}

/// A folder with old.db and its baseline.json, in which tests run other studies to compare with them.
class CompareOlder : public testing::Test {
 protected:
  CompareOlder() {
    run(dice("1"), "old.db");
    EXPECT_EQ(regretta(folder_, {"baseline", "old.db", "--output", "baseline.json"}).status, 0);
  }
  void run(const std::string& text, const std::string& name, std::vector<std::string> more = {}, int status = 0) {
    folder_.write("s.toml", text);
    EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", name}, more).status, status);
  }
  Outcome compare(std::vector<std::string> arguments) { return regretta(folder_, {"compare"}, arguments); }
  Folder folder_;
};

TEST_F(CompareOlder, EqualBitsAreReportedWithoutAVerdict) {
  run(dice("1"), "again.db", {"--threads", "2"});
  for (const char* before : {"old.db", "baseline.json"}) {
    const Outcome same = compare({before, "again.db"});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_TRUE(contains(same.out, "the same bits: 80 trials in 2 cells\n")) << same.out;
    EXPECT_FALSE(contains(same.out, "verdict"));
  }
  run(dice("1"), "more.db", {"--set", "study.trials=48"});
  EXPECT_EQ(compare({"baseline.json", "more.db"}).status, 0)
      << "the file has more trials, and the first ones are the same";
  expect_parts(output_of(compare({"baseline.json", "more.db", "--exact"}), 1), {"had 40 trials and now has 48"});
}

TEST_F(CompareOlder, ADifferentBitIsAFindingOnlyWithinAVersion) {
  RecordedStudy record = read_baseline(folder_.path("baseline.json"));
  double& value = record.cells[1].values.at("violation")[17];
  value = std::nextafter(value, 1e9);
  record.cells[1].trial_hashes[17] = "00000000";
  folder_.write("other.json", baseline_text(record));
  const std::string changed = output_of(compare({"other.json", "old.db"}), 1);
  expect_parts(changed, {"DIFFERENT BITS where they must be the same: 1 of 80 trials differ, in 1 of 2 cells",
                         "the first: cell 1 (dice in flat, T = 400): trial 17: violation was ",
                         "the same values: 3 of 4 means, not shown"});
  EXPECT_FALSE(contains(changed, "0x")) << "values are printed as decimals";
  EXPECT_FALSE(contains(changed, " regret ")) << "only what has changed is a row: " << changed;

  record.version = "0.0.9";
  folder_.write("other.json", baseline_text(record));
  const Outcome across_versions = compare({"other.json", "old.db"});
  EXPECT_EQ(across_versions.status, 0) << "between versions, a rounding error is not a significant difference";
  expect_parts(across_versions.out, {"computed by regretta 0.0.9, and now by"});
  EXPECT_EQ(compare({"other.json", "old.db", "--exact"}).status, 1);

  record = read_baseline(folder_.path("baseline.json"));
  record.cells[0].trial_hashes[3] = "00000000";
  record.cells[0].hashes[index_of(Quantity::rho)] = "00000000";
  folder_.write("other.json", baseline_text(record));
  expect_parts(compare({"other.json", "old.db"}).out, {"trial 3: changed, in this trial or a later one: rho"});

  record = read_baseline(folder_.path("baseline.json"));
  record.cells[0].trial_hashes[3] = "00000000";
  record.cells[0].hashes[num_quantities - 1] = "";  // as in a baseline that is older than this quantity
  folder_.write("other.json", baseline_text(record));
  const std::string newest(quantity_names.back());
  expect_parts(compare({"other.json", "old.db"}).out, {"trial 3: changed, in this trial or a later one: " + newest});
}

TEST_F(CompareOlder, ABaselineKeepsEveryValueAndHash) {
  const RecordedStudy study = record_study(Results::open(folder_.path("old.db")));
  const RecordedStudy baseline = read_baseline(folder_.path("baseline.json"));
  ASSERT_EQ(baseline.cells.size(), study.cells.size());
  EXPECT_EQ(baseline.resolved, study.resolved);
  for (std::size_t k = 0; k < study.cells.size(); ++k) {
    EXPECT_EQ(baseline.cells[k].values, study.cells[k].values) << "values must have the same bits";
    EXPECT_EQ(baseline.cells[k].trial_hashes, study.cells[k].trial_hashes);
    EXPECT_EQ(baseline.cells[k].hashes, study.cells[k].hashes);
    EXPECT_EQ(baseline.cells[k].digest, study.cells[k].digest);
  }
  EXPECT_EQ(baseline_text(baseline), read_text(folder_.path("baseline.json")));
}

TEST_F(CompareOlder, EqualSeedsArePairedAndDifferentSeedsIndependent) {
  run(dice("1.1"), "scaled.db");
  const Outcome paired = compare({"baseline.json", "scaled.db"});
  EXPECT_EQ(paired.status, 1) << "every trial has a tenth more";
  expect_parts(paired.out, {"learner.scale of learner 1 (dice) was 1.0 and is now 1.1", "paired (same seed)", "changed",
                            "would be found with probability 80%"});
  run(dice("1.1"), "fresh.db", {"--set", "study.seed=9"});
  const Outcome fresh = compare({"baseline.json", "fresh.db"});
  EXPECT_EQ(fresh.status, 0) << "the noise of 40 trials hides a tenth: " << fresh.out;
  expect_parts(fresh.out, {"independent (another seed)", "not separated"});
  run(dice("-0"), "none.db", {"--set", "study.seed=9"});
  EXPECT_EQ(compare({"baseline.json", "none.db"}).status, 1);
  const Outcome csv = compare({"baseline.json", "scaled.db", "--format", "csv", "-m", "violation"});
  expect_parts(csv.out, {"metric,old_cell,paired,old_trials", ",violation,0,true,40,40,", ",changed"});
}

TEST_F(CompareOlder, AddedAndRemovedCellsAreNamed) {
  run(dice("1"), "new.db", {"--set", "study.horizon=[400, 900]"});
  expect_parts(
      output_of(compare({"baseline.json", "new.db"})),
      {"only in the old study: cell 0 (dice in flat, T = 100)", "only in the new study: cell 1 (dice in flat, T = 900)",
       "the same bits: 40 trials in 1 cell, though not promised"});
  run(dice("1"), "apart.db", {"--set", "study.horizon=[800, 900]"});
  expect_refused(folder_, {"compare", "baseline.json", "apart.db"}, {"no cell in common"});
}

TEST_F(CompareOlder, FailedTrialsAreComparedAsAQuantity) {
  run(dice("1", "fails = 3\n"), "fails.db", {}, 3);
  const Outcome failing = compare({"baseline.json", "fails.db"});
  EXPECT_EQ(failing.status, 0) << "1 failure in 40 trials is not significant: " << failing.out;
  expect_parts(failing.out, {"trial 3: did not fail, and now it does", "failed"});
}

TEST_F(CompareOlder, RefreshingABaselineReportsTheChanges) {
  const std::string before = read_text(folder_.path("baseline.json"));
  const Outcome same = regretta(folder_, {"baseline", "old.db", "--output", "baseline.json"});
  expect_parts(same.out, {"the same bits: 80 trials", "refreshed"});
  EXPECT_EQ(read_text(folder_.path("baseline.json")), before);
  run(dice("1.1"), "scaled.db");
  expect_parts(output_of(folder_, {"baseline", "scaled.db", "--output", "baseline.json"}),
               {"changed", "baseline.json: refreshed"});
  EXPECT_EQ(compare({"baseline.json", "scaled.db", "--exact"}).status, 0);
}

TEST_F(CompareOlder, InvalidUseIsRefused) {
  expect_refused(folder_, {"compare", "old.db"}, {"expected either --baseline LEARNER"});
  expect_refused(folder_, {"compare", "old.db", "old.db", "--baseline", "dice"}, {});
  expect_refused(folder_, {"compare", "baseline.json", "old.db", "-m", "opt"}, {"the baseline has no opt"});
  folder_.write("other.json", "{}");
  expect_refused(folder_, {"baseline", "old.db", "-o", "other.json"}, {"not a baseline"});
  std::string text = read_text(folder_.path("baseline.json"));
  text[text.find_first_of("0123456789", text.find("\"regret\": ["))] ^= 1;
  folder_.write("edited.json", text);
  expect_refused(folder_, {"compare", "edited.json", "old.db"}, {"has changed since it was written"});
  for (const std::string hostile : {"2,\n", "7,\n"}) {
    const std::string sealed = "{\"regretta_baseline\": " + hostile;
    folder_.write("hostile.json", sealed + "\"checksum\": \"" + text_checksum(sealed) + "\"}\n");
    expect_refused(folder_, {"compare", "hostile.json", "old.db"},
                   {hostile == "7,\n" ? "a baseline of format 7, expected format 2" : "its baseline cannot be read"});
  }
  folder_.write("broken.json", "{\"context\": {");
  expect_refused(folder_, {"compare", "broken.json", "old.db"}, {});
  folder_.write("s.toml", "[study]\nname = \"another\"\n" + dice("1").substr(dice("1").find("trials")));
  EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", "another.db"}).status, 0);
  const std::string before = read_text(folder_.path("baseline.json"));
  expect_refused(folder_, {"baseline", "another.db", "-o", "baseline.json"},
                 {"a baseline of study \"dice\", not of \"another\""});
  EXPECT_EQ(read_text(folder_.path("baseline.json")), before);
  run(dice("1"), "half.db", {"--shard", "1/2"});
  expect_refused(folder_, {"baseline", "half.db", "-o", "half.json"}, {"expected all of them"});
}

/// Two cells of dice, whose code has the version $REGRETTA_TEST_VERSION, and two of marathon; 40 trials each.
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
      output_of(ProgramProcess(folder_, {"run", "s.toml", "--output", version + ".db", "--quiet"},
                               {{"REGRETTA_TEST_VERSION", version}})
                    .wait());
    EXPECT_EQ(regretta(folder_, {"baseline", "one.db", "--output", "one.json"}).status, 0);
  }
  Outcome compare(std::vector<std::string> arguments) const { return regretta(folder_, {"compare"}, arguments); }
  /// Compares one.json with two.db, in which every `step`th trial of `learner` has `more` regret added.
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

TEST_F(ChangedPlugin, AChangedPluginWithEqualBitsIsNamed) {
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

TEST_F(ChangedPlugin, CellsOfTheChangedPluginAreComparedStatistically) {
  const std::string little = output_of(compare_with_more("dice", 1e-6, 20));
  expect_parts(little, {"4 of 80 trials differ, in 2 of 2 cells",
                        "the first: cell 0 (dice in flat, T = 100): trial 0: regret was ",
                        "the same bits: 80 trials in 2 cells\n", "the same values: 2 of 4 means", "not separated"});
  EXPECT_FALSE(contains(little, "DIFFERENT BITS"));
  EXPECT_EQ(compare({"one.json", "now.json", "--exact"}).status, 1);
  expect_parts(output_of(compare_with_more("dice", 1, 1), 1), {"  changed  "});
}

TEST_F(ChangedPlugin, OtherCellsMustHaveTheSameBits) {
  expect_parts(output_of(compare_with_more("marathon", 1e-6, 20), 1),
               {"learner dice changed, so its trials may: 0 of 80 trials differ",
                "DIFFERENT BITS where they must be the same: 4 of 80 trials differ, in 2 of 2 cells"});
  EXPECT_EQ(compare({"one.json", "one.db"}).status, 0);
  EXPECT_EQ(compare({"one.json", "two.db", "--exact"}).status, 0);
}

TEST_F(ChangedPlugin, ANewParameterDoesNotExcuseOtherLearners) {
  RecordedStudy before = baseline();
  before.resolved["learner"][0]["parameters"].erase("scale");
  const Outcome same = compare_edited(before);
  EXPECT_EQ(same.status, 0) << same.err;
  expect_parts(same.out, {"learner dice changed, so its trials may: 0 of 80", "the same bits: 80 trials in 2 cells\n"});
  for (RecordedCell& cell : before.cells)
    if (cell.label.learner == "marathon") cell.trial_hashes[3] = "00000000";
  expect_parts(output_of(compare_edited(before), 1),
               {"DIFFERENT BITS where they must be the same: 2 of 80 trials differ, in 2 of 2 cells"});
  before.resolved["learner"][1]["parameters"]["legs"] = 9;
  expect_parts(output_of(compare_edited(before)),
               {"not promised to be the same (learner.legs of learner 2 (marathon) was 9 and is now 10"});
}

/// The shipped catalogue, but with confidence intervals of `conomd-fs` that are wider by `percent`.
Catalogue catalogue_widened_by(double percent) {
  Catalogue catalogue = standard_catalogue();
  for (LearnerEntry& entry : catalogue.learners)
    if (entry.name == "conomd-fs")
      entry.bind = [bind = entry.bind, percent](Settings settings, const Problem& problem, bool oblivious) {
        settings["confidence_scale"] = *settings["confidence_scale"].number() * (1 + percent / 100);
        return bind(settings, problem, oblivious);
      };
  return catalogue;
}

const std::string planted_study = R"([study]
name = "planted"
trials = 32
horizon = 5000
[[environment]]
kind = "stationary"
loss = [0.2, 0.5, 0.7]
violation = [[0.5, -0.3, -0.3]]
noise = "bernoulli"
[[learner]]
kind = "conomd-fs"
confidence_scale = 0.1
[[learner]]
kind = "conomd-fs-ix"
)";

ChangeLine line_of(const Changes& changes, const std::string& learner, const std::string& metric) {
  for (const ChangeLine& line : changes.lines)
    if (line.now->label.learner == learner && line.metric == metric) return line;
  throw std::out_of_range(learner);
}

class PlantedChange : public testing::Test {
 protected:
  std::string run(const Catalogue& catalogue, const std::string& name, const std::vector<std::string>& overrides = {}) {
    return run_to_file(planted_study, catalogue, folder_.path(name), overrides);
  }
  Folder folder_;
};

TEST_F(PlantedChange, TwoPercentInAWidthAreFoundIn32Trials) {
  const std::string shipped = run(standard_catalogue(), "shipped.db");
  const std::string baseline = folder_.write("baseline.json", baseline_text(record_study(Results::open(shipped))));
  EXPECT_FALSE(compare_files(baseline, run(catalogue_widened_by(0), "copy.db"), {.exact = true}).bits_differ())
      << "0% must reproduce the shipped learner";

  const std::string planted = run(catalogue_widened_by(2), "planted.db");
  const DifferentBits bits = compare_files(baseline, planted, {.exact = true}).bits;
  EXPECT_EQ(bits.trials, 32);
  EXPECT_EQ(bits.compared_trials, 64);
  EXPECT_EQ(bits.cells, 1);
  EXPECT_TRUE(bits.first.starts_with("cell 0 (conomd-fs in stationary, T = 5000): trial 0: ")) << bits.first;

  // Another version does not promise equal bits, so only statistics, paired by trial, can find the change.
  RecordedStudy before = read_baseline(baseline);
  before.version = "0.0.1";
  const Changes changes = compare_studies(before, read_record(planted));
  EXPECT_TRUE(changes.why_bits_differ);
  EXPECT_TRUE(changes.paired);
  EXPECT_TRUE(changes.alarm());
  const ChangeLine violation = line_of(changes, "conomd-fs", "violation");
  EXPECT_EQ(violation.verdict, ChangeVerdict::changed);
  EXPECT_LE(violation.change.difference.p, 1e-4);
  EXPECT_LT(violation.change.least_detectable, std::abs(violation.change.difference.mean) / 2);
  for (const char* metric : {"regret", "violation"})
    EXPECT_EQ(line_of(changes, "conomd-fs-ix", metric).verdict, ChangeVerdict::same_values);

  const Changes fresh = compare_files(baseline, run(catalogue_widened_by(2), "fresh.db", {"study.seed=2"}));
  EXPECT_EQ(fresh.note, "");
  const ChangeLine unpaired = line_of(fresh, "conomd-fs", "violation");
  EXPECT_GT(unpaired.change.least_detectable, 2 * std::abs(violation.change.difference.mean))
      << "with another seed, 32 trials cannot detect the change, and the comparison must say so";
}

TEST_F(PlantedChange, ANoteSaysThatAnotherSeedDrawsOtherEnvironments) {
  std::string drawn = planted_study;
  drawn.replace(drawn.find("kind = \"stationary\""), drawn.find("noise") - drawn.find("kind = \"stationary\""),
                "kind = \"random-instance\"\narms = 3\n");
  const std::string first = run_to_file(drawn, standard_catalogue(), folder_.path("one.db"));
  const std::string other = run_to_file(drawn, standard_catalogue(), folder_.path("other.db"), {"study.seed=2"});
  EXPECT_TRUE(contains(compare_files(first, other).note, "the environments draw their means from the seed"));
}

}  // namespace
}  // namespace regretta::fakes
