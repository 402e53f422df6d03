// Figures as values: their JSON, CSV and facets.

#include <gtest/gtest.h>

#include <limits>

#include <nlohmann/json.hpp>

#include "program_process.hpp"
#include "regretta/tools/figures/facets.hpp"
#include "regretta/tools/figures/figure_json.hpp"

namespace regretta::fakes {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

TEST(Figure, JsonHasWhatIsDrawn) {
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
  EXPECT_FALSE(series[1].contains("x")) << "those of the series before";
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

TEST(Figure, FacetsSayOnceWhatAllHave) {
  const Figure one =
      faceted_figure({facet("", "budget = 0", 1), facet("", "budget = 1", 9), facet("", "budget = 2", 4)}, 2);
  EXPECT_EQ(one.columns, 2U);
  EXPECT_EQ(one.caption, "Mean over 3 trials.");
  EXPECT_EQ(one.panels[1].title.plain(), "budget = 1");
  EXPECT_TRUE(
      figure_csv(one).starts_with("panel,series,mark,x,y,low,high,"
                                  "label\r\nbudget = 0,learner,curve,0,0,,,"))
      << figure_csv(one);
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
