// The parameters of a search in parallel coordinates: its numbers, breaks, logarithmic axes, and which axes are drawn.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "plotted.hpp"
#include "regretta/engine/search/candidate.hpp"
#include "regretta/engine/search/space.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/figures/search_parameters.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes::search_parameters {
namespace {

const std::string study_text = R"(
[study]
name = "small"
horizon = 200
checkpoints = 1
[[environment]]
kind = "stationary"
loss = [{ search = [0, 1] }, 0.5]
violation = [[-0.2, -0.4]]
corruption = { budget_sqrt = 1, schedule = { search = ["front", "burst"] }, burst_start_fraction = { search = [0.001, 0.5], scale = "log" }, direction = "slander" }
[[learner]]
kind = "uniform"
[search]
maximise = "regret"
trials = 600
candidates = 16
finalists = 2
rungs = 1
fresh = 32
optimiser = "random"
ablation = false
)";

std::vector<CsvRow> drawn(const Folder& folder) {
  const Outcome plot = regretta(folder, {"plot", "s.db", "--figure", "search", "-o", "s.csv"});
  EXPECT_EQ(plot.status, 0) << plot.err;
  return rows_of(read_text(folder.path("s.csv")));
}

TEST(SearchParameters, AreThoseOfTheCandidates) {
  const Folder folder;
  const ShippedCatalogue shipped;
  folder.write("s.toml", study_text);
  const Outcome search = regretta(folder, {"search", "s.toml", "-o", "s.db"});
  ASSERT_EQ(search.status, 0) << search.err;
  std::vector<CsvRow> rows = drawn(folder);
  std::erase_if(rows, [](const CsvRow& row) { return row.at("panel") != "parameters"; });

  std::map<std::string, double> ticks;  // of the logarithmic axis, by label
  for (const CsvRow& row : rows)
    if (row.at("mark") == "axis" && row.at("x_name") == "burst_start_fraction (log)")
      ticks[row.at("label")] = number(row, "y");
  ASSERT_EQ(ticks.size(), 4U);
  EXPECT_EQ(ticks.at("0.001"), 0);
  EXPECT_NEAR(ticks.at("0.01"), std::log(10) / std::log(500), 1e-12);
  EXPECT_NEAR(ticks.at("0.1"), std::log(100) / std::log(500), 1e-12);
  EXPECT_EQ(ticks.at("0.5"), 1);

  const Catalogue catalogue = standard_catalogue();
  const SearchSpace space(parse_study(study_text, "s.toml", "", {}), catalogue);
  int breaks = 0, best = 0;
  const std::vector<Candidate> candidates = stored_candidates(StudyReader::open(folder.path("s.db")).database());
  for (const Candidate& one : candidates) {
    std::map<std::string, Value> values;
    for (const auto& [path, value] : space.values(one.point)) values.emplace(path, value);
    std::map<std::string, CsvRow> own;  // by axis
    for (const CsvRow& row : rows)
      if (row.at("mark") == "curve" && row.at("label") == label_of(one)) own[row.at("x_name")] = row;
    ASSERT_EQ(own.size(), 3U) << one.number;
    best += own.begin()->second.at("series") == "the best tenth";
    const double loss = *values.at("environment.1.loss.1").number();
    EXPECT_EQ(number(own.at("loss.1"), "value"), loss);
    EXPECT_EQ(number(own.at("loss.1"), "y"), loss);
    const bool is_burst = *values.at("environment.1.corruption.schedule").text() == "burst";
    EXPECT_EQ(number(own.at("schedule"), "y"), is_burst ? 1 : 0);
    const CsvRow& start = own.at("burst_start_fraction (log)");
    EXPECT_EQ(start.at("y").empty(), !is_burst) << "a line breaks where the parameter has no say";
    EXPECT_EQ(start.at("value").empty(), !is_burst);
    breaks += !is_burst;
    if (!is_burst) continue;
    const double value = *values.at("environment.1.corruption.burst_start_fraction").number();
    EXPECT_EQ(number(start, "value"), value);
    EXPECT_NEAR(number(start, "y"), std::log(value / 0.001) / std::log(500), 1e-12);
  }
  EXPECT_GT(breaks, 0);
  EXPECT_LT(breaks, std::ssize(candidates));
  EXPECT_EQ(best, (std::ssize(candidates) + 9) / 10);
  std::map<std::string, int> marked;
  for (const CsvRow& row : rows)
    if (row.at("mark") == "points") ++marked[row.at("series")];
  EXPECT_EQ(marked, (std::map<std::string, int>{{"the best on fresh trials", 3}, {"other finalists", 3}}));
  EXPECT_EQ(regretta(folder, {"plot", "s.db", "--figure", "search", "-o", "s.png"}).status, 0);

  // A file from before they were kept has the path alone.
  const Database database(folder.path("s.db"), Database::Mode::write);
  FoundRecord found = *stored_found(database);
  found.parameters.clear();
  store_found(database, found);
  for (const CsvRow& row : drawn(folder)) EXPECT_FALSE(row.contains("panel"));
}

TEST(SearchParameters, AreThoseThatMatterOfMany) {
  FoundRecord found{
      .aims = {{"regret", true}}, .parameters = {}, .fresh = 1, .confidence = 0.95, .played = {}, .judged = {}};
  for (int d = 0; d < 20; ++d) found.parameters.push_back({fmt::format("environment.1.loss.{}", d), {}, 0, 1, false});
  for (int k = 0; k < 100; ++k) {
    found.played.push_back({k + 1, 1, {static_cast<double>(k)}, true, {}});
    // The last twelve follow the aim, the first eight do not.
    for (int d = 0; d < 20; ++d) found.played.back().values.push_back(d < 8 ? (k * 7 + d) % 10 / 10.0 : k / 100.0);
  }
  FamilyMember member{.description = {}};
  draw_parameters(
      found, [](std::int64_t, const char*) { return -1; }, member);
  ASSERT_EQ(member.panel.x.names.size(), 12U);
  EXPECT_EQ(member.panel.x.names.front(), "loss.8");
  EXPECT_EQ(member.panel.x.names.back(), "loss.19");
  ASSERT_EQ(member.notes.size(), 2U);
  EXPECT_TRUE(contains(member.notes[1], "Of 20 parameters the 12")) << member.notes[1];
  const auto strong = std::ranges::count_if(
      member.panel.series, [](const Series& series) { return series.label.plain() == "the best tenth"; });
  EXPECT_EQ(strong, 10);
  EXPECT_EQ(member.panel.series.back().points.front().label, "100") << "the best is on top";
}

TEST(SearchParameters, TheBestOfFewTrialsAreNotBeforeThoseOfMany) {
  FoundRecord found{
      .aims = {{"regret", true}}, .parameters = {}, .fresh = 1, .confidence = 0.95, .played = {}, .judged = {}};
  found.parameters.push_back({"environment.1.loss.1", {}, 0, 1, false});
  for (int k = 0; k < 80; ++k) found.played.push_back({k + 1, k < 8 ? 128 : 8, {static_cast<double>(k)}, true, {0.5}});
  FamilyMember member{.description = {}};
  draw_parameters(
      found, [](std::int64_t, const char*) { return -1; }, member);
  std::set<int> best;
  for (const Series& series : member.panel.series)
    if (series.label.plain() == "the best tenth") best.insert(std::stoi(series.points.front().label));
  EXPECT_EQ(best, (std::set<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(member.panel.series.back().points.front().label, "8");
}

}  // namespace
}  // namespace regretta::fakes::search_parameters
