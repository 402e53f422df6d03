// `regretta rates`: how regret and violation grow, from a results file.

#include <gtest/gtest.h>

#include <cmath>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

/// The dice report sqrt(T) (u - 0.3), with the same u at every horizon, and guarantee violation <= 100 + C and regret
/// <= 2 T.
std::string dice_over(const std::string& horizons, int trials) {
  return "[study]\nname = \"growing\"\ntrials = " + std::to_string(trials) + "\nhorizon = " + horizons +
         "\n[[environment]]\nkind = \"flat\"\n[[learner]]\nkind = \"dice\"\n";
}

std::vector<std::map<std::string, std::string>> rates_of(const Folder& folder, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"rates", "s.db", "--format", "csv"});
  const Outcome csv = regretta(folder, more);
  EXPECT_EQ(csv.status, 0) << csv.err;
  return rows_of(csv.out);
}

TEST(Rates, ExponentOfAPowerLaw) {
  const Folder folder;
  folder.write("s.toml", dice_over("[100, 1000, 10000, 100000]", 100));
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto lines = rates_of(folder, {"-m", "violation"});
  ASSERT_EQ(lines.size(), 1U) << "C = 0 throughout: growth in T alone";
  EXPECT_EQ(lines[0].at("growth"), "in T");
  EXPECT_EQ(lines[0].at("trials"), "100");
  EXPECT_EQ(lines[0].at("points"), "4");
  for (const char* exponent : {"exponent", "exponent_low", "exponent_high", "last", "paper_high"})
    EXPECT_NEAR(std::stod(lines[0].at(exponent)), 0.5, 1e-9) << exponent << ": the dice are the same at all horizons";
  EXPECT_NEAR(std::stod(lines[0].at("bend")), 0, 1e-9);
  EXPECT_NEAR(std::stod(lines[0].at("paper_low")), 0, 1e-9) << "what the dice promise does not depend on T";
  EXPECT_EQ(lines[0].at("theorem"), "true");
  EXPECT_EQ(lines[0].at("verdict"), "consistent");

  expect_parts(regretta(folder, {"rates", "s.db", "-m", "violation"}).out,
               {"growing: 4 cells of 100 trials", "in T", "0.500 ± 0.000", "consistent", "(Holm)"});
  expect_parts(regretta(folder, {"rates", "s.db", "-m", "violation", "--all"}).out, {"C = 0", "0.00 to 0.50"});
}

TEST(Rates, WhatCannotBeSaidSaysWhy) {
  const Folder folder;
  folder.write("s.toml", dice_over("[100, 1000, 10000]", 6));  // 0.2 +- 0.12: no sign
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

TEST(Rates, TrialsThatFailAtOneHorizonAreLeftOutOfTheLine) {
  const Folder folder;
  folder.write("s.toml", dice_over("[100, 1000, 10000]", 100) + "fails = 5\n");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 3);
  const auto lines = rates_of(folder);
  ASSERT_EQ(lines.size(), 2U) << "expected regret and violation";
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

TEST(Rates, ThePapersLearners) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", paper_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto lines = rates_of(folder);
  ASSERT_EQ(lines.size(), 8U) << "2 learners, 2 quantities, 2 growths";
  EXPECT_EQ(lines[0].at("learner"), "conomd-fs");
  EXPECT_EQ(lines[0].at("growth"), "in T");
  EXPECT_EQ(lines[0].at("sign"), "-1") << "an infeasible arm tempts";
  EXPECT_EQ(lines[0].at("verdict"), "locally slower");
  EXPECT_EQ(lines[1].at("growth"), "in C");
  EXPECT_EQ(lines[1].at("cells"), "4 10 16 22") << "every budget at the largest horizon";
  EXPECT_EQ(lines[0].at("theorem"), "false") << "none speaks of a quarter of the width";
  EXPECT_EQ(lines[4].at("theorem"), "true");

  const auto& violation = lines[3];  // for conomd-fs, in C
  EXPECT_EQ(violation.at("growth"), "in C");
  EXPECT_EQ(violation.at("quantity"), "violation");
  EXPECT_EQ(violation.at("environment.corruption.budget"), "") << "differs along the line";
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
  EXPECT_NEAR(std::stod(violation.at("last")), plain, 0.01) << "but for the jackknife";
}

}  // namespace
}  // namespace regretta::fakes
