// The kinds of figures of `regretta plot`: what is drawn is what the other commands print.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plotted.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes {
namespace {

TEST(FigureKinds, FrontiersLeadFromLessCorruptionToMore) {
  Swept swept;
  std::vector<std::string> budgets;
  for (const CsvRow& row : swept.drawn({"--figure", "frontier"}))
    if (row.at("mark") == "points" && row.at("series") == "conomd-fs") budgets.push_back(row.at("label"));
  EXPECT_EQ(budgets, (std::vector<std::string>{"0", "50", "400"}));
  EXPECT_TRUE(contains(swept.last.out, "arrows from less to more")) << swept.last.out;
}

TEST(FigureKinds, ValuesOfAnUnfinishedStudyKeepTheirTrials) {
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
  EXPECT_GT(missing, 0U) << "a cell without the first block";
}

TEST(FigureKinds, PanelsOfOneFigure) {
  Swept swept;
  std::set<std::string> panels;
  for (const CsvRow& row : swept.drawn({"--figure", "curves", "--facet", "metric,budget"}))
    panels.insert(row.at("panel"));
  EXPECT_EQ(panels.size(), 6U);
  EXPECT_TRUE(panels.contains("violation, budget = 400")) << *panels.begin();
  EXPECT_TRUE(contains(swept.last.out, "Regret and violation over t in stationary")) << swept.last.out;
  EXPECT_TRUE(contains(swept.last.out, "one panel for each budget")) << swept.last.out;
  swept.drawn({"--figure", "curves", "--where", "budget=50", "--facet", "metric"});
  const Outcome nothing =
      regretta(swept.folder, {"plot", "s.db", "--figure", "curves", "--where", "budget=50", "--facet", "budget"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_TRUE(contains(nothing.err, "no figures differ in \"budget\", expected one of metric")) << nothing.err;
}

TEST(FigureKinds, ABoundFarAboveTheCurvesIsAnArrow) {
  Swept swept;
  // bounds of 6,398 above a negative regret, and of 2,449 above violations of up to 985
  for (const std::string metric : {"regret", "violation"}) {
    const std::vector<CsvRow> rows =
        swept.drawn({"--figure", "curves", "--metric", metric, "--where", "budget=0", "--bounds", "--scale", "linear"});
    EXPECT_EQ(std::ranges::count(rows, "bound", [](const CsvRow& row) { return row.at("mark"); }), 2) << metric;
    EXPECT_EQ(contains(swept.last.out, "an arrow at the edge"), metric == "regret") << swept.last.out;
  }
}

}  // namespace
}  // namespace regretta::fakes
