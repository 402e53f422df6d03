// EveryFigureKind, FigureKinds: tests that every kind of figure draws the numbers that other commands print.
// Figure: tests the JSON and CSV of a figure, and its facets.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "plotted.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"
#include "regretta/tools/figures/study_figures.hpp"

namespace regretta::fakes {
namespace {

/// The text "LEARNER: X, Y" of each row. `learner`, `x` and `y` are names of columns.
std::multiset<std::string> points_of(const std::vector<CsvRow>& rows, const std::string& learner, const std::string& x,
                                     const std::string& y) {
  std::multiset<std::string> points;
  for (const CsvRow& row : rows) points.insert(row.at(learner) + ": " + row.at(x) + ", " + row.at(y));
  return points;
}

const std::string budget_column = "environment.corruption.budget";

void curves(Swept& swept) {
  const std::vector<CsvRow> rows = swept.drawn({"--figure", "curves", "--metric", "violation", "--where", "budget=50"});
  EXPECT_EQ(points_of(rows, "series", "x", "y"),
            points_of(rows_with(swept.printed({"export", "s.db", "--table", "curves"}), budget_column, "50"), "learner",
                      "t", "violation_mean"));
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
  EXPECT_EQ(points_of(rows_with(rows, "mark", "points"), "series", "x", "y"),
            points_of(rows_with(swept.printed({"export", "s.db", "--table", "cells"}), budget_column, "50"), "learner",
                      "horizon", "violation_mean"));
}

void frontier(Swept& swept) {
  const std::vector<CsvRow> rows = rows_with(swept.drawn({"--figure", "frontier"}), "mark", "points");
  const std::vector<CsvRow> cells = swept.printed({"export", "s.db", "--table", "cells"});
  ASSERT_EQ(rows.size(), cells.size());
  for (const CsvRow& row : rows) {
    EXPECT_LE(number(row, "x_low"), number(row, "x"));
    EXPECT_GE(number(row, "x_high"), number(row, "x"));
    EXPECT_LE(number(row, "low"), number(row, "y"));
  }
  for (const CsvRow& cell : cells) {
    const auto drawn = std::ranges::find_if(rows, [&](const CsvRow& row) {
      return row.at("series") == cell.at("learner") && row.at("label") == cell.at(budget_column);
    });
    ASSERT_NE(drawn, rows.end());
    EXPECT_NEAR(number(*drawn, "x"), number(cell, "violation_mean"), 1e-9 * number(cell, "violation_mean"));
    const double regret = number(cell, "expected_regret_mean");  // drawn because it has less noise than regret
    EXPECT_NEAR(number(*drawn, "y"), regret, 1e-9 * std::abs(regret));
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
  expect_refused(swept.folder, {"plot", "s.db", "--figure", "paired", "--baseline", "hedgehog"}, {"--baseline: "});
}

void distribution(Swept& swept) {
  const std::vector<CsvRow> rows = swept.drawn(
      {"--figure", "distribution", "--metric", "violation", "--where", "learner=hedge", "--where", "budget=50"});
  std::vector<double> values;
  for (const CsvRow& row : rows_with(swept.printed({"export", "s.db", "--table", "trials"}), budget_column, "50"))
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
  EXPECT_EQ(number(rows[0], "y"), 1) << "all values lie above the first point";
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

TEST_P(EveryFigureKind, DrawsTheNumbersOfTheTables) {
  static const std::map<std::string_view, void (*)(Swept&)> checks = {
      {"curves", curves}, {"sweep", sweep},   {"frontier", frontier},
      {"heat", heat},     {"paired", paired}, {"distribution", distribution},
      {"tails", tails}};
  const auto check = checks.find(GetParam());
  ASSERT_NE(check, checks.end()) << "no test compares figures of the kind " << GetParam() << " with tables";
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

TEST(FigureKinds, FrontiersAreOrderedByCorruption) {
  Swept swept;
  std::vector<std::string> budgets;
  for (const CsvRow& row : swept.drawn({"--figure", "frontier"}))
    if (row.at("mark") == "points" && row.at("series") == "conomd-fs") budgets.push_back(row.at("label"));
  EXPECT_EQ(budgets, (std::vector<std::string>{"0", "50", "400"}));
  EXPECT_TRUE(contains(swept.last.out, "arrows from less to more")) << swept.last.out;
}

TEST(FigureKinds, ValuesOfAnUnfinishedStudyAreIndexedByTrial) {
  const Swept swept;
  ASSERT_EQ(regretta(swept.folder, {"run", "s.toml", "--shard", "1/2", "--set", "study.trials=300"}).status, 0);
  const Results study = Results::open(swept.folder.path("s.1-of-2.db"));
  std::size_t missing = 0;
  for (const CellLabel& cell : study.cells()) {
    const std::vector<double> values = study.values(cell, {Quantity::regret}).front();
    ASSERT_EQ(values.size(), 300U);
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        EXPECT_EQ(values.at(static_cast<std::size_t>(trial.trial)), trial[Quantity::regret]);
    });
    missing += std::isnan(values.front()) ? 1 : 0;
  }
  EXPECT_GT(missing, 0U) << "at least one cell must lack its first block";
}

TEST(FigureKinds, FacetsArePanelsOfOneFigure) {
  Swept swept;
  std::set<std::string> panels;
  for (const CsvRow& row : swept.drawn({"--figure", "curves", "--facet", "metric,budget"}))
    panels.insert(row.at("panel"));
  EXPECT_EQ(panels.size(), 6U);
  EXPECT_TRUE(panels.contains("violation, budget = 400")) << *panels.begin();
  expect_parts(swept.last.out, {"Regret and violation over t in stationary", "one panel for each budget"});
  swept.drawn({"--figure", "curves", "--where", "budget=50", "--facet", "metric"});
  expect_refused(swept.folder, {"plot", "s.db", "--figure", "curves", "--where", "budget=50", "--facet", "budget"},
                 {"no figures differ in \"budget\", expected one of metric"});
}

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

TEST(Figure, JsonContainsTheSeries) {
  Series first{
      "first", Mark::curve, 0, {{.x = 1, .y = 2, .low = 1.5, .high = 2.5, .cell = 7}, {.x = 3, .y = no_number}}};
  Series second{"second", Mark::points, 9, {{.x = 1, .y = 5, .x_low = 0, .x_high = 2, .label = "a"}, {.x = 3, .y = 6}}};
  Figure figure;
  figure.kind = "sweep";
  figure.over = "C";
  figure.own_scales = true;
  figure.width = 100;
  figure.panels = {{"", "", {.label = "x"}, {.label = "y", .from_zero = true}, {first, second}}};
  const nlohmann::json json = nlohmann::json::parse(figure_json(figure));
  const nlohmann::json& series = json.at("panels")[0].at("series");
  EXPECT_EQ(series[0].at("cell"), nlohmann::json({7, -1}));
  EXPECT_EQ(series[0].at("y"), nlohmann::json({2, nullptr}));
  EXPECT_EQ(series[0].at("low"), nlohmann::json({1.5, nullptr}));
  EXPECT_FALSE(series[1].contains("x")) << "a series without x has the x of the one before";
  EXPECT_FALSE(series[1].contains("low"));
  EXPECT_EQ(series[1].at("x_high"), nlohmann::json({2, nullptr}));
  EXPECT_EQ(series[1].at("labels"), nlohmann::json({"a", ""}));
  EXPECT_EQ(json.at("styles").at("9").at("hue"), 9);
  EXPECT_EQ(json.at("panels")[0].at("y").at("from_zero"), true);
  EXPECT_EQ(json.at("kind").get<std::string>() + json.at("over").get<std::string>(), "sweepC");
  EXPECT_EQ(json.at("width"), 100);
  EXPECT_EQ(json.at("own_scales"), true);
  EXPECT_TRUE(figure_csv(figure).starts_with("series,mark,x,y,low,high,label,x_low,x_high\r\nfirst,curve,1,2,"))
      << figure_csv(figure);
}

FacetPanel facet(const std::string& quantity, const std::string& setting, double height) {
  return {quantity,
          setting,
          {"",
           "",
           {.label = "t"},
           {.label = quantity},
           {{"learner", Mark::curve, 0, {{.x = 0, .y = 0}, {.x = 1, .y = height}}}}},
          {"Mean over 3 trials."}};
}

TEST(Figure, FacetsStateSharedTextOnce) {
  const Figure row =
      faceted_figure({facet("", "budget = 0", 1), facet("", "budget = 1", 9), facet("", "budget = 2", 4)}, 2);
  EXPECT_EQ(row.columns, 2U);
  EXPECT_EQ(row.caption, "Mean over 3 trials.");
  EXPECT_EQ(row.panels[1].title.plain(), "budget = 1");
  EXPECT_TRUE(
      figure_csv(row).starts_with("panel,series,mark,x,y,low,high,"
                                  "label\r\nbudget = 0,learner,curve,0,0,,,"))
      << figure_csv(row);
  FacetPanel other = facet("violation", "budget = 1", 4);
  other.notes = {"Mean over 4 trials."};
  const Figure grid = faceted_figure({facet("regret", "budget = 0", 1), facet("regret", "budget = 1", 1), other}, 9);
  ASSERT_EQ(grid.panels.size(), 4U);
  EXPECT_EQ(grid.columns, 2U);
  EXPECT_TRUE(grid.panels[2].series.empty()) << "there is no violation at budget = 0";
  EXPECT_EQ(grid.panels[3].name, "violation, budget = 1");
  EXPECT_TRUE(contains(grid.caption, "violation, budget = 1: Mean over 4 trials.")) << grid.caption;
}

}  // namespace
}  // namespace regretta::fakes
