// The kinds of figures of `regretta plot`: what is drawn is what the other commands print.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "plotted.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes {
namespace {

/// Two learners under three budgets, which are not in order.
constexpr const char* swept_study = R"(
[study]
name = "swept"
horizon = 2000
trials = 20
seed = 1
[[learner]]
kind = "hedge"
[[learner]]
kind = "conomd-fs"
[[environment]]
kind = "stationary"
loss = [0.5, 0.2, 0.7]
violation = [[-0.3, 0.5, -0.3]]
noise = "bernoulli"
corruption = { schedule = "front", direction = "slander", budget = [50, 0, 400] }
)";

class Swept {
 public:
  Swept() {
    folder.write("s.toml", swept_study);
    const Outcome run = regretta(folder, {"run", "s.toml"});
    EXPECT_EQ(run.status, 0) << run.err;
  }
  /// The only figure, as CSV.
  std::vector<CsvRow> drawn(std::vector<std::string> words) {
    words.insert(words.begin(), {"plot", "s.db", "--output", "one.csv"});
    last = regretta(folder, words);
    EXPECT_EQ(last.status, 0) << last.err;
    return rows_of(read_text(folder.path("one.csv")));
  }
  std::vector<CsvRow> printed(std::vector<std::string> words) const {
    const Outcome outcome = regretta(folder, words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return rows_of(outcome.out);
  }

  ShippedCatalogue shipped;
  Folder folder;
  Outcome last;
};

TEST(FigureKinds, FrontiersLeadFromLessCorruptionToMore) {
  Swept swept;
  std::vector<std::string> budgets;
  for (const CsvRow& row : swept.drawn({"--figure", "frontier", "--where", "learner=hedge"}))
    if (row.at("mark") == "points") budgets.push_back(row.at("label"));
  EXPECT_EQ(swept.last.status, 0);
  EXPECT_TRUE(budgets.empty() || budgets == (std::vector<std::string>{"0", "50", "400"}));
  budgets.clear();
  for (const CsvRow& row : swept.drawn({"--figure", "frontier"}))
    if (row.at("mark") == "points" && row.at("series") == "conomd-fs") budgets.push_back(row.at("label"));
  EXPECT_EQ(budgets, (std::vector<std::string>{"0", "50", "400"}));
  EXPECT_TRUE(contains(swept.last.out, "arrows from less to more")) << swept.last.out;
}

TEST(FigureKinds, HeatMapsAreTheMeans) {
  Swept swept;
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

TEST(FigureKinds, PairedDifferencesAreThoseOfCompare) {
  Swept swept;
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

TEST(FigureKinds, TailsAreTheTrials) {
  Swept swept;
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

TEST(FigureKinds, ProfilesCountTheSettingsInWhichALearnerIsTheBest) {
  Swept swept;
  const std::vector<CsvRow> rows = swept.drawn({"--figure", "profile", "--metric", "regret"});
  std::map<std::string, std::map<std::string, double>> means;  // by budget, learner
  for (const CsvRow& row : swept.printed({"export", "s.db", "--table", "cells"}))
    means[row.at("environment.corruption.budget")][row.at("learner")] = number(row, "regret_mean");
  for (const std::string learner : {"hedge", "conomd-fs"}) {
    int best = 0;
    for (const auto& [budget, of] : means) best += of.at(learner) <= std::min(of.at("hedge"), of.at("conomd-fs"));
    const auto first = std::ranges::find_if(rows, [&](const CsvRow& row) { return row.at("series") == learner; });
    ASSERT_NE(first, rows.end());
    EXPECT_EQ(number(*first, "x"), 0);
    EXPECT_EQ(number(*first, "y"), best / 3.0) << learner;
    double share = 0;
    for (const CsvRow& row : rows)
      if (row.at("series") == learner) share = number(row, "y");
    EXPECT_EQ(share, 1) << "each learner is within the largest difference everywhere";
  }
}

TEST(FigureKinds, ValuesOfAnUnfinishedStudyKeepTheirTrials) {
  const Swept swept;
  ASSERT_EQ(regretta(swept.folder, {"run", "s.toml", "--shard", "1/2", "--set", "study.trials=300"}).status, 0);
  const Results study = Results::open(swept.folder.path("s.1-of-2.db"));
  std::size_t missing = 0;
  for (const PlottedCell& cell : plotted_cells(study, standard_catalogue(), {Quantity::regret}, {}, {})) {
    ASSERT_EQ(cell.values.front().size(), 300U);
    study.for_each_block(*cell.label, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        EXPECT_EQ(cell.values.front().at(static_cast<std::size_t>(trial.trial)), trial[Quantity::regret]);
    });
    missing += std::isnan(cell.values.front().front()) ? 1 : 0;
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

TEST(FigureKinds, TheAxisOfRoundsIsSpacedAsTheCheckpointsAre) {
  Swept swept;
  const std::vector<std::string> one = {"--figure", "curves", "--metric", "violation", "--where", "budget=0"};
  const auto svg = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"plot", "s.db", "--output", "one.svg"};
    words.insert(words.end(), one.begin(), one.end());
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(regretta(swept.folder, words).status, 0);
    return read_text(swept.folder.path("one.svg"));
  };
  const std::string by_default = svg({});
  EXPECT_EQ(by_default, svg({"--scale", "auto"}));
  const std::string linear = svg({"--scale", "linear"});
  EXPECT_NE(by_default, linear) << "the checkpoints are spaced logarithmically";
  EXPECT_NE(by_default, svg({"--scale", "log"})) << "which also bends the other axis";
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

TEST(FigureKinds, AFileHasTheFormatOfItsExtension) {
  Swept swept;
  const std::map<std::string, std::string> starts = {
      {"f.png", "\x89PNG"}, {"f.pdf", "%PDF"}, {"f.svg", "<?xml"}, {"f.tex", "% frontier"}, {"f.pgf", "% frontier"}};
  for (const auto& [name, start] : starts) {
    const Outcome outcome = regretta(swept.folder, {"plot", "s.db", "--figure", "frontier", "--output", name});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(read_text(swept.folder.path(name)).starts_with(start)) << name;
  }
}

}  // namespace
}  // namespace regretta::fakes
