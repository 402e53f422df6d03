// Every kind of figure: what `plot` draws is what other commands print.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "plotted.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta::fakes {
namespace {

/// The learner of each row with two of its numbers.
std::multiset<std::string> points_of(const std::vector<CsvRow>& rows, const std::string& learner, const std::string& x,
                                     const std::string& y) {
  std::multiset<std::string> points;
  for (const CsvRow& row : rows) points.insert(row.at(learner) + ": " + row.at(x) + ", " + row.at(y));
  return points;
}

const std::string budget_column = "environment.corruption.budget";

void curves(Swept& swept) {
  const std::vector<CsvRow> rows =
      swept.drawn({"--figure", "curves", "--metric", "violation", "--where", "budget=50", "--scale", "linear"});
  EXPECT_EQ(points_of(rows, "series", "x", "y"),
            points_of(with(swept.printed({"export", "s.db", "--table", "curves"}), budget_column, "50"), "learner", "t",
                      "violation_mean"));
  const Results study = Results::open(swept.folder.path("s.db"));
  std::multiset<std::pair<double, double>> drawn, intervals;
  for (const CsvRow& row : rows) drawn.emplace(number(row, "low"), number(row, "high"));
  for (const CellLabel& cell : study.cells())
    if (plain_text(cell.swept.front()) == "50")
      for (const MeanEstimate& estimate : study.curve(cell, Quantity::violation))
        intervals.emplace(estimate.interval.low, estimate.interval.high);
  EXPECT_EQ(drawn, intervals);
}

void sweep(Swept& by_budget) {
  EXPECT_EQ(points_of(by_budget.drawn({"--figure", "sweep", "--metric", "violation"}), "series", "x", "y"),
            points_of(by_budget.printed({"export", "s.db", "--table", "cells"}), "learner", "corruption_mean",
                      "violation_mean"));
  Swept swept({"--set", "study.horizon=[500,1000]"});
  const std::vector<CsvRow> rows = swept.drawn({"--over", "T", "--metric", "violation", "--where", "budget=50"});
  EXPECT_EQ(points_of(with(rows, "mark", "points"), "series", "x", "y"),
            points_of(with(swept.printed({"export", "s.db", "--table", "cells"}), budget_column, "50"), "learner",
                      "horizon", "violation_mean"));
}

void frontier(Swept& swept) {
  const std::vector<CsvRow> rows = with(swept.drawn({"--figure", "frontier"}), "mark", "points");
  const std::vector<CsvRow> cells = swept.printed({"export", "s.db", "--table", "cells"});
  ASSERT_EQ(rows.size(), cells.size());
  for (const CsvRow& row : rows) {
    EXPECT_LE(number(row, "x_low"), number(row, "x"));
    EXPECT_GE(number(row, "x_high"), number(row, "x"));
    EXPECT_LE(number(row, "low"), number(row, "y"));
  }
  for (const CsvRow& cell : cells) {
    const auto own = std::ranges::find_if(rows, [&](const CsvRow& row) {
      return row.at("series") == cell.at("learner") && row.at("label") == cell.at(budget_column);
    });
    ASSERT_NE(own, rows.end());
    EXPECT_NEAR(number(*own, "x"), number(cell, "violation_mean"), 1e-9 * number(cell, "violation_mean"));
    const double regret = number(cell, "expected_regret_mean");  // which estimates that of regret
    EXPECT_NEAR(number(*own, "y"), regret, 1e-9 * std::abs(regret));
  }
}

void heat(Swept& swept) {
  const std::vector<CsvRow> tiles = swept.drawn({"--figure", "heat", "--metric", "violation"});
  const std::vector<CsvRow> cells = swept.printed({"export", "s.db", "--table", "cells"});
  ASSERT_EQ(tiles.size(), cells.size());
  std::multiset<std::string> drawn, exported;
  for (const CsvRow& row : tiles) drawn.insert(row.at("series") + row.at("value"));
  for (const CsvRow& row : cells) exported.insert(row.at("learner") + row.at("violation_mean"));
  EXPECT_EQ(drawn, exported);
  std::set<std::string> columns;
  for (const CsvRow& row : tiles) {
    EXPECT_EQ(row.at("y"), row.at("series") == "hedge" ? "0" : "1");
    columns.insert(row.at("x") + ": " + row.at("x_name"));
  }
  EXPECT_EQ(columns, (std::set<std::string>{"0: 50", "1: 0", "2: 400"}));
}

void paired(Swept& swept) {
  const std::vector<CsvRow> drawn =
      swept.drawn({"--figure", "paired", "--metric", "violation", "--baseline", "hedge", "--facet", "budget"});
  const std::vector<CsvRow> lines =
      swept.printed({"compare", "s.db", "--baseline", "hedge", "--metric", "violation", "--format", "csv"});
  ASSERT_EQ(drawn.size(), 3U);
  ASSERT_EQ(lines.size(), 3U);
  std::multiset<std::string> means, differences;
  for (const CsvRow& row : drawn) {
    means.insert(row.at("x"));
    EXPECT_EQ(row.at("series"), "conomd-fs");
    EXPECT_LE(number(row, "low"), number(row, "x"));
  }
  for (const CsvRow& row : lines) differences.insert(row.at("difference"));
  EXPECT_EQ(means, differences);
  const Outcome wrong = regretta(swept.folder, {"plot", "s.db", "--figure", "paired", "--baseline", "hedgehog"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(contains(wrong.err, "--baseline: ")) << wrong.err;
}

void distribution(Swept& swept) {
  const std::vector<CsvRow> rows = swept.drawn(
      {"--figure", "distribution", "--metric", "violation", "--where", "learner=hedge", "--where", "budget=50"});
  std::vector<double> values;
  for (const CsvRow& row : with(swept.printed({"export", "s.db", "--table", "trials"}), budget_column, "50"))
    if (row.at("learner") == "hedge") values.push_back(number(row, "violation"));
  std::ranges::sort(values);
  ASSERT_EQ(rows.size(), values.size() + 1);
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_EQ(number(rows[k + 1], "x"), values[k]);
    EXPECT_EQ(number(rows[k + 1], "y"), static_cast<double>(k + 1) / static_cast<double>(values.size()));
  }
}

void tails(Swept& swept) {
  const std::vector<CsvRow> rows = swept.drawn(
      {"--figure", "tails", "--metric", "violation", "--where", "learner=conomd-fs", "--where", "budget=400"});
  std::vector<double> values;
  for (const CsvRow& row : swept.printed({"export", "s.db", "--table", "trials"}))
    if (row.at("learner") == "conomd-fs" && row.at("environment.corruption.budget") == "400")
      values.push_back(number(row, "violation"));
  std::ranges::sort(values);
  ASSERT_EQ(rows.size(), values.size() + 1);
  EXPECT_EQ(number(rows[0], "y"), 1) << "below the first value";
  for (std::size_t k = 0; k < values.size(); ++k) {
    const CsvRow& row = rows[k + 1];
    EXPECT_EQ(number(row, "x"), values[k]);
    const auto above = values.end() - std::ranges::upper_bound(values, values[k]);
    EXPECT_EQ(number(row, "y"), static_cast<double>(above) / static_cast<double>(values.size()));
    EXPECT_LE(number(row, "low"), number(row, "y"));
    EXPECT_GT(number(row, "high"), number(row, "y"));
  }
  EXPECT_TRUE(contains(swept.last.out, "Clopper and Pearson"));
}

class EveryFigureKind : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryFigureKind, IsWhatTheTablesSay) {
  static const std::map<std::string_view, void (*)(Swept&)> checks = {
      {"curves", curves}, {"sweep", sweep},   {"frontier", frontier},
      {"heat", heat},     {"paired", paired}, {"distribution", distribution},
      {"tails", tails}};
  const auto check = checks.find(GetParam());
  ASSERT_NE(check, checks.end()) << "compare figures of the kind " << GetParam() << " with what other commands print";
  Swept swept;
  check->second(swept);
}

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const FigureKind& kind : figure_kinds) names.push_back(kind.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(FigureKinds, EveryFigureKind, testing::ValuesIn(kind_names()),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace regretta::fakes
