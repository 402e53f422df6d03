// `--per-round`, and `--divide-by T` of figures: sums over rounds divided by T, in every table and figure; and the
// frontier of any two quantities.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "plotted.hpp"

namespace regretta::fakes {
namespace {

class PerRound : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("s.toml", swept_study);
    ASSERT_EQ(regretta(folder_, {"run", "s.toml"}).status, 0);
  }
  std::vector<CsvRow> rows(std::vector<std::string> words, bool per_round) const {
    words.insert(words.end(), {"--format", "csv"});
    if (per_round) words.emplace_back("--per-round");
    return rows_of(regretta(folder_, words).out);
  }
  /// These columns are divided by T = 2,000, and all others stay.
  void expect_divided(const std::vector<std::string>& words, const std::set<std::string>& columns) const {
    const std::vector<CsvRow> whole = rows(words, false), divided = rows(words, true);
    ASSERT_EQ(whole.size(), divided.size());
    ASSERT_FALSE(whole.empty());
    for (std::size_t k = 0; k < whole.size(); ++k)
      for (const auto& [column, text] : whole[k]) {
        const double before = std::strtod(text.c_str(), nullptr), now = number(divided[k], column);
        if (columns.contains(column) && std::isfinite(before)) {
          EXPECT_NEAR(now, before / 2000, 1e-9 * std::abs(before)) << words[0] << " " << column;
        } else if (before == 0 || !std::isfinite(before)) {
          EXPECT_EQ(divided[k].at(column), text) << words[0] << " " << column;
        } else {
          EXPECT_NEAR(now, before, 1e-6 * std::abs(before)) << words[0] << " " << column;
        }
      }
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_F(PerRound, DividesWhatGrowsWithTheRounds) {
  expect_divided({"show", "s.db"}, {"mean", "low", "high", "least", "most"});
  expect_divided({"show", "s.db", "--tails"}, {"estimate", "low", "high"});
  expect_divided({"rank", "s.db"}, {"mean"});
  expect_divided({"rank", "s.db", "--overall"}, {"excess", "worst_excess"});
  expect_divided({"rank", "s.db", "--worst-case"}, {"mean", "low", "high"});
  expect_divided({"compare", "s.db", "--baseline", "hedge"},
                 {"difference", "low", "high", "interval_low", "interval_high"});
  const auto margin = rows({"show", "s.db", "-m", "rho"}, true);
  EXPECT_EQ(margin.at(0).at("mean"), rows({"show", "s.db", "-m", "rho"}, false).at(0).at("mean")) << "no sum";
}

TEST_F(PerRound, IsSaidWithTheUnits) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"show", "s.db"}, {"rank", "s.db"}, {"compare", "s.db", "--baseline", "hedge"}}) {
    std::vector<std::string> divided = words;
    divided.emplace_back("--per-round");
    const char* said = "sums over rounds are divided by T: losses and constraint units per round";
    EXPECT_TRUE(contains(regretta(folder_, divided).out, said)) << words[0];
    EXPECT_FALSE(contains(regretta(folder_, words).out, said)) << words[0];
  }
  EXPECT_EQ(regretta(folder_, {"compare", "s.db", "s.db", "--per-round"}).status, 2);
  const Outcome plotted =
      regretta(folder_, {"plot", "s.db", "--all", "--divide-by", "T", "--format", "csv,json", "--output", "divided"});
  ASSERT_EQ(plotted.status, 0) << plotted.err;
  EXPECT_TRUE(contains(plotted.out, "Sums over rounds are divided by T."));
  ASSERT_EQ(regretta(folder_, {"plot", "s.db", "--all", "--format", "csv", "--output", "whole"}).status, 0);
  const std::string axes = read_text(folder_.path("divided/regret-over-C.json"));
  EXPECT_TRUE(contains(axes, "loss units per round")) << axes.substr(0, 2000);
  for (const char* figure : {"frontier", "regret-over-C"}) {
    const auto whole = rows_of(read_text(folder_.path(std::string("whole/") + figure + ".csv")));
    const auto divided = rows_of(read_text(folder_.path(std::string("divided/") + figure + ".csv")));
    ASSERT_EQ(whole.size(), divided.size());
    for (std::size_t k = 0; k < whole.size(); ++k)
      for (const char* axis : {"x", "y"})
        EXPECT_NEAR(number(divided[k], axis), number(whole[k], axis) / 2000, 1e-7) << figure << " " << axis;
  }
}

TEST_F(PerRound, TheFrontierTakesAnyTwoQuantities) {
  const auto frontier = [&](const char* metrics) {
    return regretta(folder_, {"plot", "s.db", "-m", metrics, "--figure", "frontier", "--format", "csv,json"});
  };
  const Outcome one = frontier("regret,signed_violation");
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_TRUE(contains(one.out, "Regret against signed violation")) << one.out;
  EXPECT_TRUE(files_in(folder_.path("s-figures")).contains("regret-signed_violation-frontier.csv"));
  ASSERT_EQ(frontier("violation,regret").status, 0);
  EXPECT_TRUE(files_in(folder_.path("s-figures")).contains("frontier.csv")) << "as before";
  EXPECT_EQ(frontier("regret").status, 2) << "one is not enough";
}

}  // namespace
}  // namespace regretta::fakes
