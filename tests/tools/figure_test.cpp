// Figures as they are drawn: what an SVG, a PNG and a LaTeX file contain.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "program_process.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/tools/figures/drawing.hpp"
#include "regretta/tools/figures/facets.hpp"
#include "regretta/tools/figures/figure_json.hpp"
#include "regretta/tools/figures/figure_layout.hpp"
#include "regretta/tools/figures/path_labels.hpp"
#include "regretta/tools/figures/pen.hpp"

namespace regretta::fakes {
namespace {

constexpr double no_number = Statistic::nan;

/// A figure of one panel.
Figure figure_of(std::vector<Series> series) {
  Figure figure;
  figure.name = "f";
  figure.panels = {{"", "", {.label = "x"}, {.label = "y"}, std::move(series)}};
  return figure;
}

/// The height of an SVG, in points.
double height_of(const std::string& svg) {
  const auto place = svg.find("height=\"");
  return place == std::string::npos ? 0 : std::strtod(svg.c_str() + place + 8, nullptr);
}

TEST(Figure, LegendOfThirtyLearnersIsLowerThanItsPlot) {
  const auto height = [](std::size_t learners, const std::string& title) {
    std::vector<Series> series;
    for (std::size_t k = 0; k < learners; ++k)
      series.push_back(
          Series{"conomd-fs-" + std::to_string(10 + k), Mark::curve, k, {{0, 0, 0, 0, ""}, {1, 1, 1, 1, ""}}});
    Figure figure = figure_of(series);
    figure.title = title;
    return height_of(figure_svg(figure, Paper()));
  };
  const double alone = height(1, "");
  ASSERT_GT(alone, 100);
  EXPECT_LT(height(30, ""), alone + 0.64 * Paper().width) << "the height of the plot is about 0.64 of the width";
  EXPECT_GT(height(1, "title"), alone);
  const double line = height(1, "title") - alone;
  EXPECT_GT(height(1, "a title of many words that is wider than the paper of one column of two"), alone + 1.5 * line);
}

TEST(Figure, LabelsHideNeitherPointsNorEachOther) {
  PathLabels beside({0, 0}, {100, 100}, 10);
  const std::vector<PaperPoint> points = {{50, 50}, {52, 50}, {51, 52}, {99, 1}, {50, 51}, {53, 53}, {49, 47}};
  for (const PaperPoint& point : points) beside.avoid_point(point);
  beside.avoid_line(points);
  std::vector<PaperPoint> corners;
  for (const PaperPoint& point : points)
    if (const auto corner = beside.place(point, 20)) corners.push_back(*corner);
  EXPECT_GE(corners.size(), 3U);
  EXPECT_LT(corners.size(), points.size()) << "there is no room for all";
  for (std::size_t k = 0; k < corners.size(); ++k) {
    EXPECT_TRUE(corners[k].x >= 0 && corners[k].x <= 80 && corners[k].y >= 7 && corners[k].y <= 100);
    for (const PaperPoint& point : points)
      EXPECT_FALSE(point.x > corners[k].x && point.x < corners[k].x + 20 && point.y < corners[k].y &&
                   point.y > corners[k].y - 7);
    for (std::size_t j = 0; j < k; ++j)
      EXPECT_TRUE(std::abs(corners[j].x - corners[k].x) >= 20 || std::abs(corners[j].y - corners[k].y) >= 7);
  }
}

/// How often a path of the SVG is drawn in this colour, such as "rgb(11.764706%,17.254902%,81.568627%)".
std::ptrdiff_t count_of(std::string svg, const std::string& what, const std::string& colour) {
  // Cairo 1.16 writes style="stroke:rgb(0%,44%,69%)", 1.18 stroke="rgb(0%, 44%, 69%)"
  std::erase_if(svg, [](char c) { return c == ' ' || c == '"'; });
  std::ranges::replace(svg, '=', ':');
  std::ptrdiff_t count = 0;
  const std::string wanted = what + ":" + colour;
  for (auto place = svg.find(wanted); place != std::string::npos; place = svg.find(wanted, place + 1)) ++count;
  return count;
}

const std::string blue = "rgb(11.764706%,17.254902%,81.568627%)";

TEST(Figure, SvgHasEveryLineInItsColour) {
  std::vector<Series> all;
  for (std::size_t k = 0; k < 3; ++k) {
    Series& series = all.emplace_back(Series{"learner", Mark::curve, k, {}});
    for (int x = 0; x < 5; ++x)
      series.points.push_back({x + 0.0, x == 2 ? no_number : x + static_cast<double>(k), 0.0, 9.0, ""});
  }
  const std::string svg = figure_svg(figure_of(all), Paper());
  // two pieces around the gap; the first series also has the legend entry, which all three share
  EXPECT_EQ(count_of(svg, "stroke", blue), 3);
  EXPECT_EQ(count_of(svg, "stroke", "rgb(85.490196%,34.509804%,6.27451%)"), 2);
  EXPECT_EQ(count_of(svg, "stroke", "rgb(15.686275%,40.392157%,25.098039%)"), 2);
}

TEST(Figure, WhatLiesBeyondIsAnArrowAndDoesNotMoveTheCurves) {
  const Series curve{"learner", Mark::curve, 0, {{1, 1, no_number, no_number, ""}, {2, 2, no_number, no_number, ""}}};
  Series bound{"learner", Mark::bound, 1, {{1, 1e6, no_number, no_number, ""}, {2, 1e6, no_number, no_number, ""}}};
  const auto drawn = [](std::vector<Series> series) { return figure_svg(figure_of(std::move(series)), Paper()); };
  const auto line_of = [](const std::string& svg) {  // the coordinates of the first blue line
    const auto colour = svg.find("17.254902%");
    const auto begin = svg.find(" d=\"", colour) + 4;
    return svg.substr(begin, svg.find('"', begin) - begin);
  };
  const std::string orange = "rgb(85.490196%,34.509804%,6.27451%)";
  const std::string squashed = drawn({curve, bound});
  bound.beyond = true;
  const std::string clear = drawn({curve, bound});
  EXPECT_EQ(line_of(clear), line_of(drawn({curve})));
  EXPECT_NE(line_of(squashed), line_of(clear));
  EXPECT_EQ(count_of(squashed, "fill", orange), 0);
  EXPECT_EQ(count_of(clear, "fill", orange), 1) << "the head of the arrow";
}

TEST(Figure, JsonHasWhatIsDrawn) {
  Series first{
      "first", Mark::curve, 0, {{.x = 1, .y = 2, .low = 1.5, .high = 2.5, .cell = 7}, {.x = 3, .y = no_number}}};
  Series second{"second", Mark::points, 9, {{.x = 1, .y = 5, .label = "a"}, {.x = 3, .y = 6}}};
  const nlohmann::json json = nlohmann::json::parse(figure_json(figure_of({first, second})));
  const nlohmann::json& series = json.at("panels")[0].at("series");
  EXPECT_EQ(series[0].at("cell"), nlohmann::json({7, -1}));
  EXPECT_EQ(series[0].at("y"), nlohmann::json({2, nullptr}));
  EXPECT_EQ(series[0].at("low"), nlohmann::json({1.5, nullptr}));
  EXPECT_FALSE(series[1].contains("x")) << "those of the series before";
  EXPECT_FALSE(series[1].contains("low"));
  EXPECT_EQ(series[1].at("labels"), nlohmann::json({"a", ""}));
  EXPECT_EQ(series[1].at("mark"), "points");
  EXPECT_EQ(json.at("styles").at("0").at("colour"), "#1e2cd0");
  EXPECT_EQ(json.at("styles").at("9").at("dash"), nlohmann::json({5, 2})) << "the second eight learners are dashed";
  EXPECT_EQ(json.at("styles").at("9").at("marker"), 3);
}

TEST(Figure, APngIsAsLargeAsItsResolution) {
  const Figure figure = figure_of(
      {{"learner", Mark::points, 0, {{0, 0, no_number, no_number, ""}, {1, 1, no_number, no_number, ""}}, true}});
  Paper paper;
  const std::string png = figure_png(figure, paper);
  ASSERT_TRUE(png.starts_with("\x89PNG"));
  const auto width_of_png = [](const std::string& bytes) {
    return static_cast<unsigned char>(bytes[18]) * 256 + static_cast<unsigned char>(bytes[19]);
  };
  EXPECT_EQ(width_of_png(png), 975) << "3.25 inches of 300 pixels";
  paper.resolution = 100;
  EXPECT_EQ(width_of_png(figure_png(figure, paper)), 325);
  EXPECT_EQ(png, figure_png(figure, Paper()));
}

TEST(Figure, LatexPrintsEveryCharacterOfANameAndSymbolsAsFormulas) {
  Figure figure = figure_of({{"50% & $x_1$ {a} #~^\\",
                              Mark::curve,
                              0,
                              {{0, -1, no_number, no_number, ""}, {1, 1, no_number, no_number, ""}}}});
  figure.panels[0].y.label = RichText::with_formulas("Regret $R_T$ (loss units)");
  const std::string text = figure_pgf(figure, Paper(), "study\n\\input{x}, digest 0");
  EXPECT_TRUE(contains(text, "50\\% \\& \\$x\\_1\\$ \\{a\\} \\#\\~{}\\^{}\\textbackslash{}")) << text;
  EXPECT_TRUE(contains(text, "Regret $R_{T}$ (loss units)"));
  EXPECT_TRUE(contains(text, "$-$1")) << "the sign of a number";
  EXPECT_TRUE(contains(text, "% f: study \\input{x}, digest 0\n")) << "a comment is one line";
  const auto count = [&](const std::string& word) {
    int found = 0;
    for (auto place = text.find(word); place != std::string::npos; place = text.find(word, place + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("\\begin{pgfscope}"), count("\\end{pgfscope}"));
  EXPECT_EQ(count("{"), count("}"));
}

TEST(Figure, LabelsHaveSubscripts) {
  const RichText label = RichText::with_formulas("Regret $R_T$ (loss units)");
  EXPECT_EQ(label.plain(), "Regret R_T (loss units)");
  ASSERT_EQ(label.runs().size(), 4U);
  EXPECT_EQ(label.runs()[1].script, Script::symbol);
  EXPECT_EQ(label.runs()[2].script, Script::subscript);
  EXPECT_EQ(label.runs()[2].text, "T");
  EXPECT_EQ(RichText("a name with $ and _").plain(), "a name with $ and _") << "names are no formulas";
  EXPECT_EQ(RichText("a name with $ and _").runs().size(), 1U);
}

/// A panel with one curve of this height.
FacetPanel facet(const std::string& quantity, const std::string& setting, double height) {
  return {quantity,
          setting,
          {"",
           "",
           {.label = "t"},
           {.label = quantity},
           {{"learner", Mark::curve, 0, {{0, 0, no_number, no_number, ""}, {1, height, no_number, no_number, ""}}}}},
          {"Mean over 3 trials."}};
}

TEST(Figure, FacetsShareAxesAndSayOnceWhatAllHave) {
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
  // the numbers beside the axes are drawn once for each row: glyphs are used more often without facets
  const auto glyphs = [](const std::string& svg) {
    int count = 0;
    for (auto place = svg.find("<use"); place != std::string::npos; place = svg.find("<use", place + 1)) ++count;
    return count;
  };
  const Paper paper{.width = 400};
  int alone = 0;
  for (const Panel& panel : grid.panels) {
    Figure single;
    single.panels = {panel};
    alone += glyphs(figure_svg(single, paper));
  }
  const int shared = glyphs(figure_svg(grid, paper));
  EXPECT_LT(shared, alone);
  Figure own = grid;
  own.own_scales = true;
  EXPECT_GT(glyphs(figure_svg(own, paper)), shared) << "every panel has numbers";
}

/// Measures texts by their letters, and finds those that leave the paper.
class WatchedPen : public Pen {
 public:
  explicit WatchedPen(const Paper& paper) : paper_(paper) {}

  void colour(const Colour&, double) override {}
  void stroke(const std::vector<PaperPoint>&, double, const std::vector<double>&, bool) override {}
  void fill(const std::vector<PaperPoint>&) override {}
  void clip(PaperPoint, double, double) override { origins_.emplace_back(); }
  void turn_upwards(PaperPoint origin) override { origins_.emplace_back(origin); }
  void restore() override { origins_.pop_back(); }
  double text_width(const RichText& text, double scale) override {
    return 0.55 * paper_.font_size * scale * static_cast<double>(text.plain().size());
  }
  void text(const RichText& text, PaperPoint at, Hold hold, double scale) override {
    const double width = text_width(text, scale);
    constexpr double slack = 1e-6;
    const double before = hold == Hold::left ? 0 : hold == Hold::right ? width : width / 2;
    if (origins_.empty() || !origins_.back()) {
      if (at.x - before < -slack || at.x - before + width > paper_.width + slack) outside.push_back(text.plain());
    } else if (const double middle = origins_.back()->y;
               middle + before > height + slack || middle + before - width < -slack) {
      outside.push_back(text.plain());
    }
  }

  double height = 0;
  std::vector<std::string> outside{};

 private:
  const Paper& paper_;
  std::vector<std::optional<PaperPoint>> origins_{};  ///< of turned text
};

TEST(Figure, NoTextLeavesThePaper) {
  for (const double width : {170.0, 234.0, 397.0})  // from 60 mm on
    for (const std::size_t panels : {1U, 2U, 4U}) {
      if (panels > 1 && width < 300) continue;
      Figure figure = figure_of({{"a learner (confidence_scale = 0.25)", Mark::points, 0, {{0, 0}, {20000, -12000}}}});
      figure.title = "A title of many words, more than fit into one line of it";
      figure.panels[0].x.label = RichText::with_formulas("Corruption $C$ (constraint units)");
      figure.panels[0].y.label = RichText::with_formulas("Violation $V_T$ (constraint units)");
      figure.panels.resize(panels, figure.panels[0]);
      figure.columns = panels / 2 + 1;
      figure.note = "arrows: from less corruption to more; numbers: its budget";
      const Paper paper{.width = width};
      WatchedPen pen(paper);
      FigureLayout layout(figure, paper);
      pen.height = layout.measure(pen);
      layout.draw(pen);
      EXPECT_EQ(pen.outside, std::vector<std::string>()) << width << " wide, panels: " << panels;
    }
}

}  // namespace
}  // namespace regretta::fakes
