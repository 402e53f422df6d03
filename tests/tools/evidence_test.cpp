// Tests the claims of these commands on a finished study: `regretta audit` (bounds of theorems), `compare`
// (differences from a baseline), `rates` (growth of regret and violation), `diagnose` (reasons for distrust).

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

/// A study of the learner dice, which guarantees violation <= 100 + C, here with C = 0, and reports values
/// sqrt(T) scale (u - 0.3) with u uniform in [0, 1).
std::string audited_study(const std::string& scale, std::int64_t horizon) {
  return "[study]\nname = \"audited\"\ntrials = 40\nhorizon = " + std::to_string(horizon) +
         "\n[[environment]]\nkind = \"flat\"\n[[learner]]\nkind = \"dice\"\nscale = " + scale + "\n";
}

TEST(Audit, CountsTheTrialsAboveTheBound) {
  const Folder folder;
  folder.write("s.toml", audited_study("[0.1, 10]", 1000));  // sqrt(1000) * 10 * 0.7 = 221: some are above 100
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto lines = rows_of(output_of(folder, {"audit", "s.db", "--metric", "violation", "--format", "csv"}, 1));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].at("verdict"), "holds so far") << "40 trials without a failure do not prove the bound";
  EXPECT_EQ(lines[0].at("above"), "0");
  EXPECT_EQ(lines[1].at("verdict"), "violated");

  int above = 0;
  for (const auto& trial : rows_of(regretta(folder, {"export", "s.db", "--table", "trials"}).out))
    above += trial.at("cell") == "1" && std::stod(trial.at("violation")) > 100;
  EXPECT_GT(above, 0);
  EXPECT_EQ(lines[1].at("above"), std::to_string(above));
  EXPECT_EQ(lines[1].at("trials"), "40");
  EXPECT_EQ(std::stod(lines[1].at("share_low")), clopper_pearson(above, 40, 0.95).low);
  EXPECT_EQ(lines[1].at("bound"), "100");
  EXPECT_DOUBLE_EQ(std::stod(lines[1].at("ratio")), std::stod(lines[1].at("quantile")) / 100);

  expect_parts(output_of(folder, {"audit", "s.db"}, 1),
               {"audited: 2 cells of 40 trials, delta 0.05", "1 holds so far, 1 violated, 2 vacuous",
                "vacuous: no trial of the cell can exceed the bound"});
  EXPECT_EQ(regretta(folder, {"audit", "s.db", "--metric", "regret"}).status, 0);
}

// A single trial above a bound that never fails violates it. Without such a trial, the bound holds.
TEST(Audit, ACertainBoundIsViolatedByASingleTrial) {
  const ResultsFolder folder(audited_study("[0.1, 10]", 1000) + "word = \"sworn\"\n");
  const auto lines = rows_of(regretta(folder, {"audit", "s.db", "--metric", "violation", "--format", "csv"}).out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].at("verdict"), "holds");
  EXPECT_EQ(lines[0].at("promised"), "0");
  EXPECT_EQ(lines[1].at("verdict"), "violated");
  EXPECT_EQ(lines[1].at("adjusted_p_value"), "0");
}

TEST(Audit, ABoundThatNoTrialCanExceedIsVacuous) {
  const Folder folder;
  folder.write("s.toml", audited_study("0.1", 1000));
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "environment.gap=0.05"}).status, 0);  // 50 in 1000 rounds
  const auto lines = rows_of(output_of(folder, {"audit", "s.db", "--metric", "violation", "--format", "csv"}));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("bound"), "100") << "below T";
  EXPECT_EQ(lines[0].at("verdict"), "vacuous");
  EXPECT_EQ(lines[0].at("reason"), "no trial can exceed 50");
}

TEST(Audit, BoundsThatDoNotApplyHaveAReason) {
  const ResultsFolder folder(audited_study("1", 1000) + "fails = 3\n", {"--set", "environment.feasible=[true,false]"},
                             3);
  expect_parts(output_of(folder, {"audit", "s.db"}), {"0 of 39", "1 holds so far, 1 vacuous, 2 not applicable"});
  std::string reasons;
  for (const auto& line : rows_of(regretta(folder, {"audit", "s.db", "--format", "csv"}).out))
    reasons += line.at("reason") + "\n";
  expect_parts(reasons, {"Slater's condition fails: rho <= 0", "no trial can exceed 625"});
}

// Theorem 1 of Sinha and Vaze bounds two measures, for rows without noise.
TEST(Audit, CocoIsAuditedAgainstItsTheorem) {
  const ShippedCatalogue shipped;
  const auto study = [](const std::string& measures, const std::string& noise) {
    return "[study]\nname = \"coco\"\ntrials = 2\nhorizon = 20000\n" + measures +
           "[[environment]]\nkind = \"stationary\"\nloss = [0.2, 0.6, 0.8]\nviolation = [0.5, -0.4, -0.2]\nnoise = \"" +
           noise + "\"\n[[learner]]\nkind = \"coco\"\npenalty_scale = [1, 2]\n";
  };
  const std::string measures = "measures = [\"safe-regret\", \"summed-violation\"]\n";
  const auto audited = [&](const std::string& text) {
    return rows_of(regretta(ResultsFolder(text), {"audit", "s.db", "--format", "csv"}).out);
  };
  auto lines = audited(study(measures, "none"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].at("quantity"), "safe_regret");
  EXPECT_EQ(lines[0].at("verdict"), "holds");
  EXPECT_NEAR(std::stod(lines[0].at("bound")), 2 * std::sqrt(6.0) * (std::sqrt(20000.0) + 1), 1e-9);
  EXPECT_EQ(lines[1].at("quantity"), "summed_violation");
  EXPECT_EQ(lines[1].at("verdict"), "holds");
  EXPECT_NEAR(std::stod(lines[1].at("bound")), 4 * std::sqrt(6.0) * std::log(80002.0) * std::sqrt(20000.0), 1e-6);
  EXPECT_EQ(lines[2].at("reason"), "no theorem with these parameters");
  lines = audited(study(measures, "bernoulli"));
  EXPECT_TRUE(contains(lines[0].at("reason"), "observed values, which have noise")) << lines[0].at("reason");
  lines = audited(study("", "none"));
  EXPECT_TRUE(contains(lines[1].at("reason"), "measure summed_violation: add it to [study] measures"));
}

TEST(Compare, EveryLearnerIsComparedWithTheBaselineOfItsSetting) {
  const Folder folder;
  folder.write("s.toml", dice_study);  // three learners, which differ only in their scale: 1, 0.1 and 3e-7
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const std::string csv =
      output_of(folder, {"compare", "s.db", "--baseline", "dice, scale=1", "--metric", "violation", "--format", "csv"});
  const auto lines = rows_of(std::regex_replace(csv, std::regex("\"flat, \"\"quoted\"\"\""), "flat"));
  ASSERT_EQ(lines.size(), 8U) << "2 gaps, 2 horizons, 2 other scales";
  for (const auto& line : lines) {
    EXPECT_EQ(line.at("pairs"), "20");
    EXPECT_NE(line.at("learner.scale"), "1");
    EXPECT_EQ(std::stoi(line.at("baseline_cell")) / 3, std::stoi(line.at("cell")) / 3)
        << "both cells must be of the same setting";
  }
  expect_parts(output_of(folder, {"compare", "s.db", "--baseline", "dice, scale=1"}),
               {"dice: 20 trials per cell, against dice, scale=1", "violation verdict", "regret verdict",
                "all 16 differences", "20 trials can miss what happens in fewer than 1 of 6."});
}

TEST(Compare, DifferencesArePairedByTrial) {
  const ResultsFolder folder(audited_study("[1, 9]", 100));
  const auto lines = rows_of(
      regretta(folder, {"compare", "s.db", "--baseline", "dice,scale=9", "-m", "violation", "--format", "csv"}).out);
  ASSERT_EQ(lines.size(), 1U);
  double sum = 0;
  int wins = 0;
  std::map<std::string, double> violations;
  for (const auto& trial : rows_of(regretta(folder, {"export", "s.db", "--table", "trials"}).out)) {
    const double violation = std::stod(trial.at("violation"));
    if (trial.at("cell") == "0") {
      violations[trial.at("trial")] = violation;
    } else {
      sum += violations.at(trial.at("trial")) - violation;
      wins += violations.at(trial.at("trial")) < violation;
    }
  }
  EXPECT_EQ(lines[0].at("verdict"), "better")
      << "the means differ by 8 times 0.2 sqrt(T), a third of what the cell allows";
  const auto swapped = rows_of(
      regretta(folder, {"compare", "s.db", "--baseline", "dice,scale=1", "-m", "violation", "--format", "csv"}).out);
  EXPECT_EQ(swapped.at(0).at("verdict"), "worse");
  EXPECT_EQ(swapped.at(0).at("adjusted_p_value"), lines[0].at("adjusted_p_value"));
  EXPECT_EQ(lines[0].at("baseline_cell"), "1");
  EXPECT_EQ(lines[0].at("pairs"), "40");
  EXPECT_EQ(lines[0].at("wins"), std::to_string(wins));
  EXPECT_NEAR(std::stod(lines[0].at("difference")), sum / 40, 1e-12);
  EXPECT_NEAR(std::stod(lines[0].at("variance_factor")), (1 + 81) / 64.0, 1e-9)
      << "in every trial, one learner has a ninth of the other's value";
}

TEST(Compare, InvalidUseIsRefused) {
  const ResultsFolder folder(dice_study);
  expect_refused(folder, {"compare", "s.db", "--baseline", "dice"}, {"matches 3 learners, expected one of"});
  expect_refused(folder, {"compare", "s.db", "--baseline", "dcie,scale=1"}, {"did you mean \"dice,scale=1\"?"});
  expect_refused(folder, {"compare", "s.db", "--baseline", "dice,scale=1", "-m", "rho"}, {"not better"});
}

/// A study of the learner dice over several horizons. It reports sqrt(T) (u - 0.3), with the same u at every horizon,
/// and guarantees violation <= 100 + C and regret <= 2 T.
std::string dice_over(const std::string& horizons, int trials) {
  return "[study]\nname = \"growing\"\ntrials = " + std::to_string(trials) + "\nhorizon = " + horizons +
         "\n[[environment]]\nkind = \"flat\"\n[[learner]]\nkind = \"dice\"\n";
}

std::vector<std::map<std::string, std::string>> rates_of(const Folder& folder, std::vector<std::string> more = {}) {
  return rows_of(output_of(regretta(folder, {"rates", "s.db", "--format", "csv"}, more)));
}

TEST(Rates, EstimatesTheExponentOfAPowerLaw) {
  const ResultsFolder folder(dice_over("[100, 1000, 10000, 100000]", 100));
  const auto lines = rates_of(folder, {"-m", "violation"});
  ASSERT_EQ(lines.size(), 1U) << "C is 0 in all cells, so there is only growth in T";
  EXPECT_EQ(lines[0].at("growth"), "in T");
  EXPECT_EQ(lines[0].at("trials"), "100");
  EXPECT_EQ(lines[0].at("points"), "4");
  for (const char* exponent : {"exponent", "exponent_low", "exponent_high", "last", "paper_high"})
    EXPECT_NEAR(std::stod(lines[0].at(exponent)), 0.5, 1e-9) << exponent << ": trials have the same u at all horizons";
  EXPECT_NEAR(std::stod(lines[0].at("bend")), 0, 1e-9);
  EXPECT_NEAR(std::stod(lines[0].at("paper_low")), 0, 1e-9) << "the guaranteed violation does not depend on T";
  EXPECT_EQ(lines[0].at("theorem"), "true");
  EXPECT_EQ(lines[0].at("verdict"), "consistent");

  expect_parts(regretta(folder, {"rates", "s.db", "-m", "violation"}).out,
               {"growing: 4 cells of 100 trials", "in T", "0.500 ± 0.000", "consistent", "(Holm)"});
  expect_parts(regretta(folder, {"rates", "s.db", "-m", "violation", "--all"}).out, {"C = 0", "0.00 to 0.50"});
}

TEST(Rates, UndecidedRatesHaveAReason) {
  const Folder folder;
  folder.write("s.toml", dice_over("[100, 1000, 10000]", 6));  // mean / sqrt(T) = 0.2 +- 0.12: its sign is uncertain
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto few = rates_of(folder, {"-m", "violation"});
  ASSERT_EQ(few.size(), 1U);
  EXPECT_EQ(few[0].at("verdict"), "cannot say");
  EXPECT_EQ(few[0].at("exponent_low"), "-inf");
  EXPECT_EQ(few[0].at("exponent_high"), "inf");
  EXPECT_EQ(few[0].at("reason"), "the mean is 0 or within noise of it");

  folder.write("s.toml", dice_over("[100, 1000]", 100));
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--output", "two.db"}).status, 0);
  const Outcome two = regretta(folder, {"rates", "two.db", "-m", "violation"});
  EXPECT_TRUE(contains(two.out, "2 horizons: the test of a power law needs 3")) << two.out;
}

TEST(Rates, TrialsThatFailAtAnyHorizonAreLeftOut) {
  const ResultsFolder folder(dice_over("[100, 1000, 10000]", 100) + "fails = 5\n", {}, 3);
  const auto lines = rates_of(folder);
  ASSERT_EQ(lines.size(), 2U) << "one line each for expected regret and violation";
  for (const auto& line : lines) {
    EXPECT_EQ(line.at("trials"), "99");
    EXPECT_EQ(line.at("left_out"), "1");
  }
}

constexpr const char* paper_study = R"([study]
name = "paper"
trials = 64
horizon = [4000, 8000, 16000]
[[environment]]
kind = "stationary"
loss = [0.2, 0.6, 0.8]
violation = [[0.5, -0.4, -0.2]]
noise = "bernoulli"
corruption = { budget = [0, 200, 400, 800], schedule = "front", direction = "flatter" }
[[learner]]
kind = "conomd-fs"
confidence_scale = 0.25
[[learner]]
kind = "expopt-conomd"
beta = 0.5
)";

TEST(Rates, LearnersOfThePaper) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(paper_study);
  const auto lines = rates_of(folder);
  ASSERT_EQ(lines.size(), 8U) << "2 learners, 2 quantities, 2 growths";
  EXPECT_EQ(lines[0].at("learner"), "conomd-fs");
  EXPECT_EQ(lines[0].at("growth"), "in T");
  EXPECT_EQ(lines[0].at("sign"), "-1") << "the infeasible arm has the least loss, so regret is negative";
  EXPECT_EQ(lines[0].at("verdict"), "locally slower");
  EXPECT_EQ(lines[1].at("growth"), "in C");
  EXPECT_EQ(lines[1].at("cells"), "4 10 16 22") << "every budget at the largest horizon";
  EXPECT_EQ(lines[0].at("theorem"), "false") << "no theorem covers confidence_scale = 0.25";
  EXPECT_EQ(lines[4].at("theorem"), "true");

  const auto& violation = lines[3];  // of conomd-fs, growth in C
  EXPECT_EQ(violation.at("growth"), "in C");
  EXPECT_EQ(violation.at("quantity"), "violation");
  EXPECT_EQ(violation.at("environment.corruption.budget"), "") << "the budget differs along the line";
  EXPECT_EQ(violation.at("largest_corruption"), "800");
  EXPECT_EQ(violation.at("sign"), "1");
  EXPECT_GT(std::stod(violation.at("exponent_low")), 0.5);
  EXPECT_LT(std::stod(violation.at("exponent_high")), 1.5);

  // The exponent between the last two budgets, from the means that `export` prints.
  std::map<std::string, double> mean;
  for (const auto& cell : rows_of(regretta(folder, {"export", "s.db", "--table", "cells"}).out))
    if (cell.at("learner") == "conomd-fs" && cell.at("horizon") == "16000")
      mean[cell.at("environment.corruption.budget")] = std::stod(cell.at("violation_mean"));
  ASSERT_EQ(mean.size(), 4U);
  const double plain = std::log((mean.at("800") - mean.at("0")) / (mean.at("400") - mean.at("0"))) / std::log(2);
  EXPECT_NEAR(std::stod(violation.at("last")), plain, 0.01) << "the jackknife changes it a little";
}

nlohmann::json diagnosed(const Folder& folder, const std::string& file) {
  const std::string outcome = output_of(folder, {"diagnose", file, "--format", "json"});
  nlohmann::json by_kind = nlohmann::json::object();
  const auto json = nlohmann::json::parse(outcome);
  for (const auto& finding : json.at("findings")) {
    by_kind[finding.at("kind").get<std::string>()] = finding;
    EXPECT_FALSE(finding.at("to_do").get<std::string>().empty());
  }
  return by_kind;
}

TEST(Diagnose, AHealthyStudyHasNoFindings) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(R"([study]
name = "healthy"
trials = 24
horizon = 20000
[[environment]]
kind = "stationary"
loss = [0.2, 0.6, 0.8]
violation = [[0.5, -0.4, -0.2]]
[[learner]]
kind = "conomd-fs"
confidence_scale = 0.25
)");
  expect_parts(output_of(folder, {"diagnose", "s.db"}), {"healthy: 1 cell of 24 trials", "No findings: "});
  EXPECT_TRUE(diagnosed(folder, "s.db").empty());
}

TEST(Diagnose, FindingsAreSortedBySeverityAndNameTheirCells) {
  const Folder folder;
  folder.write("s.toml", dice_study);  // 12 cells of 20 trials
  output_of(folder, {"run", "s.toml", "--set", "learner.fails=5", "--set", "environment.feasible=[true,false]"}, 3);
  {
    const Database file(folder.path("s.db"), Database::Mode::write);
    file.run("DELETE FROM block WHERE first_trial = 8 AND content = (SELECT content FROM cell WHERE cell = 3)");
  }
  const std::string text = output_of(folder, {"diagnose", "s.db"});
  expect_parts(text, {"dice: 24 cells of 12 to 20 of 20 trials, ",
                      "problem, failed trials (all 24 cells): 24 of 472 trials failed",
                      "problem, unfinished (cell 3): 8 of 480 trials", " and 4 more)", "  To do: "});
  const auto position_of = [&](const char* part) { return text.find(part); };
  EXPECT_LT(position_of("problem, unfinished"), position_of("warning, few trials"));
  EXPECT_LT(position_of("warning, infeasible"), position_of("remark, Slater fails"));
  const auto found = diagnosed(folder, "s.db");
  EXPECT_EQ(found.at("few trials").at("cells"), nlohmann::json({3})) << "cell 3 has 12 trials, the others have 20";
  EXPECT_EQ(found.at("unfinished").at("severity"), "problem");
}

TEST(Diagnose, ASingleShardIsReported) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  for (const char* shard : {"1/2", "2/2"}) ASSERT_EQ(regretta(folder, {"run", "s.toml", "--shard", shard}).status, 0);
  EXPECT_TRUE(diagnosed(folder, "s.1-of-2.db").contains("one shard"));
  ASSERT_EQ(regretta(folder, {"merge", "s.1-of-2.db", "s.2-of-2.db", "--output", "all.db"}).status, 0);
  EXPECT_FALSE(diagnosed(folder, "all.db").contains("one shard"));
}

}  // namespace
}  // namespace regretta::fakes
