// `regretta audit` and `compare`: what may be claimed from a finished study.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <regex>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

/// The dice guarantee violation <= 100 + C and report sqrt(T) scale (u - 0.3), with u uniform in [0, 1); here C = 0.
std::string audited_study(const std::string& scale, std::int64_t horizon) {
  return "[study]\nname = \"audited\"\ntrials = 40\nhorizon = " + std::to_string(horizon) +
         "\n[[environment]]\nkind = \"flat\"\n[[learner]]\nkind = \"dice\"\nscale = " + scale + "\n";
}

TEST(Audit, CountsEachTrialAgainstItsBound) {
  const Folder folder;
  folder.write("s.toml", audited_study("[0.1, 10]", 1000));  // sqrt(1000) * 10 * 0.7 = 221: some are above 100
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const Outcome csv = regretta(folder, {"audit", "s.db", "--metric", "violation", "--format", "csv"});
  EXPECT_EQ(csv.status, 1) << csv.err;
  const auto lines = rows_of(csv.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].at("verdict"), "holds so far") << "0 of 40 can not show that it never fails";
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

  const Outcome text = regretta(folder, {"audit", "s.db"});
  EXPECT_EQ(text.status, 1);
  for (const char* part : {"audited: 2 cells of 40 trials, delta 0.05", "1 holds so far, 1 violated, 2 vacuous",
                           "vacuous: no trial of the cell can exceed the bound"})
    EXPECT_TRUE(contains(text.out, part)) << part << "\n" << text.out;
  EXPECT_EQ(regretta(folder, {"audit", "s.db", "--metric", "regret"}).status, 0);
}

// One trial above a bound that never fails violates it, and none above it keeps it.
TEST(Audit, ATheoremThatNeverFailsIsJudgedByEveryTrial) {
  const Folder folder;
  folder.write("s.toml", audited_study("[0.1, 10]", 1000) + "word = \"sworn\"\n");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
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
  const Outcome csv = regretta(folder, {"audit", "s.db", "--metric", "violation", "--format", "csv"});
  EXPECT_EQ(csv.status, 0) << csv.err;
  const auto lines = rows_of(csv.out);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("bound"), "100") << "below T";
  EXPECT_EQ(lines[0].at("verdict"), "vacuous");
  EXPECT_EQ(lines[0].at("reason"), "no trial can exceed 50");
}

TEST(Audit, WhatCannotBeJudgedSaysWhy) {
  const Folder folder;
  folder.write("s.toml", audited_study("1", 1000) + "fails = 3\n");
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "environment.feasible=[true,false]"}).status, 3);
  const Outcome text = regretta(folder, {"audit", "s.db"});
  EXPECT_EQ(text.status, 0) << text.err;
  for (const char* part : {"0 of 39", "1 holds so far, 1 vacuous, 2 not applicable"})
    EXPECT_TRUE(contains(text.out, part)) << part << "\n" << text.out;
  std::string reasons;
  for (const auto& line : rows_of(regretta(folder, {"audit", "s.db", "--format", "csv"}).out))
    reasons += line.at("reason") + "\n";
  for (const char* part : {"Slater's condition fails: rho <= 0", "no trial can exceed 625"})
    EXPECT_TRUE(contains(reasons, part)) << reasons;
}

// Theorem 1 of Sinha and Vaze is about two measures, and about rows as they are observed.
TEST(Audit, CocoIsHeldToItsTheorem) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const auto study = [](const std::string& measures, const std::string& noise) {
    return "[study]\nname = \"coco\"\ntrials = 2\nhorizon = 20000\n" + measures +
           "[[environment]]\nkind = \"stationary\"\nloss = [0.2, 0.6, 0.8]\nviolation = [0.5, -0.4, -0.2]\nnoise = \"" +
           noise + "\"\n[[learner]]\nkind = \"coco\"\npenalty_scale = [1, 2]\n";
  };
  const std::string measures = "measures = [\"safe-regret\", \"summed-violation\"]\n";
  const auto audited = [&](const std::string& text) {
    folder.write("s.toml", text);
    std::filesystem::remove(folder.path("s.db"));
    EXPECT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
    return rows_of(regretta(folder, {"audit", "s.db", "--format", "csv"}).out);
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
  EXPECT_TRUE(contains(lines[0].at("reason"), "observed rows, which have noise")) << lines[0].at("reason");
  lines = audited(study("", "none"));
  EXPECT_TRUE(contains(lines[1].at("reason"), "measure summed_violation: add it to [study] measures"));
}

TEST(Compare, EveryOtherLearnerOfASettingMeetsItsBaseline) {
  const Folder folder;
  folder.write("s.toml", dice_study);  // scales 1, 0.1 and 3e-7 for the same dice
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const Outcome csv =
      regretta(folder, {"compare", "s.db", "--baseline", "dice, scale=1", "--metric", "violation", "--format", "csv"});
  ASSERT_EQ(csv.status, 0) << csv.err;
  const auto lines = rows_of(std::regex_replace(csv.out, std::regex("\"flat, \"\"quoted\"\"\""), "flat"));
  ASSERT_EQ(lines.size(), 8U) << "2 gaps, 2 horizons, 2 other scales";
  for (const auto& line : lines) {
    EXPECT_EQ(line.at("pairs"), "20");
    EXPECT_NE(line.at("learner.scale"), "1");
    EXPECT_EQ(std::stoi(line.at("baseline_cell")) / 3, std::stoi(line.at("cell")) / 3) << "cells of one setting";
  }
  const Outcome text = regretta(folder, {"compare", "s.db", "--baseline", "dice, scale=1"});
  EXPECT_EQ(text.status, 0) << text.err;
  expect_parts(text.out, {"dice: 20 trials per cell, against dice, scale=1", "violation verdict", "regret verdict",
                          "all 16 lines", "20 trials can miss what happens in fewer than 1 of 6."});
}

TEST(Compare, DifferencesAreThoseOfTheTrials) {
  const Folder folder;
  folder.write("s.toml", audited_study("[1, 9]", 100));
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto lines = rows_of(
      regretta(folder, {"compare", "s.db", "--baseline", "dice,scale=9", "-m", "violation", "--format", "csv"}).out);
  ASSERT_EQ(lines.size(), 1U);
  double sum = 0;
  int wins = 0;
  std::map<std::string, double> own;
  for (const auto& trial : rows_of(regretta(folder, {"export", "s.db", "--table", "trials"}).out)) {
    const double violation = std::stod(trial.at("violation"));
    if (trial.at("cell") == "0") {
      own[trial.at("trial")] = violation;
    } else {
      sum += own.at(trial.at("trial")) - violation;
      wins += own.at(trial.at("trial")) < violation;
    }
  }
  EXPECT_EQ(lines[0].at("verdict"), "better") << "0.2 sqrt(T) times 8 apart, a third of the most that the cell allows";
  const auto turned = rows_of(
      regretta(folder, {"compare", "s.db", "--baseline", "dice,scale=1", "-m", "violation", "--format", "csv"}).out);
  EXPECT_EQ(turned.at(0).at("verdict"), "worse");
  EXPECT_EQ(turned.at(0).at("adjusted_p_value"), lines[0].at("adjusted_p_value"));
  EXPECT_EQ(lines[0].at("baseline_cell"), "1");
  EXPECT_EQ(lines[0].at("pairs"), "40");
  EXPECT_EQ(lines[0].at("wins"), std::to_string(wins));
  EXPECT_NEAR(std::stod(lines[0].at("difference")), sum / 40, 1e-12);
  EXPECT_NEAR(std::stod(lines[0].at("variance_factor")), (1 + 81) / 64.0, 1e-9) << "a ninth of it in every trial";
}

TEST(Compare, Misuse) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto complaint = [&](const std::vector<std::string>& arguments) {
    const Outcome outcome = regretta(folder, arguments);
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_TRUE(contains(complaint({"compare", "s.db", "--baseline", "dice"}), "is 3 learners, expected one of"));
  const std::string unknown = complaint({"compare", "s.db", "--baseline", "dcie,scale=1"});
  EXPECT_TRUE(contains(unknown, "did you mean \"dice,scale=1\"?")) << unknown;
  EXPECT_TRUE(contains(complaint({"compare", "s.db", "--baseline", "dice,scale=1", "-m", "rho"}), "not better"));
}

}  // namespace
}  // namespace regretta::fakes
