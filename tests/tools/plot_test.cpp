// Plot: tests which numbers `regretta plot` draws, and which files it writes.
// FigureColours: tests which learners have a colour in figures, and which are grey.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

#include "plotted.hpp"
#include "regretta/tools/figures/study_learners.hpp"

namespace regretta::fakes {
namespace {

TEST(Plot, EveryFormatIsWrittenWithReproducibleBytes) {
  const Swept swept;
  const std::vector<std::string> words = {"plot", "s.db", "--figure", "frontier", "--format", "svg,pdf,png,csv", "-o"};
  for (const std::string folder : {"one", "two"}) {
    std::vector<std::string> complete = words;
    complete.push_back(folder);
    const Outcome drawn = regretta(swept.folder, complete);
    ASSERT_EQ(drawn.status, 0) << drawn.err;
    EXPECT_EQ(drawn.err, "");
  }
  const std::map<std::string, std::string> starts = {{"frontier.png", "\x89PNG"}, {"frontier.pdf", "%PDF"},
                                                     {"frontier.svg", "<?xml"},   {"frontier.csv", "series,"},
                                                     {"frontier.json", "{"},      {"index.html", "<!DOCTYPE"}};
  EXPECT_EQ(files_in(swept.folder.path("one")).size(), starts.size());
  for (const auto& [name, start] : starts) {
    const std::string text = read_text(swept.folder.path("one/" + name));
    EXPECT_TRUE(text.starts_with(start)) << name;
    EXPECT_EQ(text, read_text(swept.folder.path("two/" + name))) << name;
  }
}

TEST(Plot, NumbersAreWrittenWithoutMatplotlib) {
  const Swept swept;
  ::setenv("REGRETTA_PYTHON", "/bin/false", 1);
  const Outcome drawn = regretta(swept.folder, {"plot", "s.db", "--figure", "frontier", "-o", "f"});
  const Outcome numbers = regretta(swept.folder, {"plot", "s.db", "--figure", "frontier", "--format", "csv"});
  ::unsetenv("REGRETTA_PYTHON");
  EXPECT_EQ(drawn.status, 2);
  EXPECT_TRUE(contains(drawn.err, "apt install python3-matplotlib")) << drawn.err;
  const std::set<std::string> names = files_in(swept.folder.path("f"));
  EXPECT_TRUE(names.contains("frontier.csv") && names.contains("frontier.json"));
  EXPECT_EQ(numbers.status, 0) << numbers.err;
}

TEST(Plot, SweepsRunOverTheRequestedVariable) {
  const Swept swept({"--set", "study.horizon=[500,1000]"});
  const auto drawn = [&](std::vector<std::string> words) {
    return regretta(swept.folder, {"plot", "s.db", "-m", "violation", "--format", "csv,json"}, words);
  };
  const auto rows = [&](const std::string& name) { return rows_of(read_text(swept.folder.path(name))); };
  ASSERT_EQ(drawn({"--figure", "sweep", "-o", "both"}).status, 0);
  EXPECT_TRUE(files_in(swept.folder.path("both")).contains("violation-over-C.csv"));
  EXPECT_TRUE(files_in(swept.folder.path("both")).contains("violation-over-horizon-budget-400.csv"));
  const Outcome budget = drawn({"--over", "budget", "-o", "budget"});
  ASSERT_EQ(budget.status, 0) << budget.err;
  std::set<std::string> budgets;
  for (const CsvRow& row : rows("budget/violation-over-corruption_budget.csv")) budgets.insert(row.at("x"));
  EXPECT_EQ(budgets, (std::set<std::string>{"0", "50", "400"}));
  ASSERT_EQ(drawn({"--over", "T", "--where", "budget=50", "-o", "whole"}).status, 0);
  ASSERT_EQ(drawn({"--over", "T", "--where", "budget=50", "--divide-by", "sqrt(T)", "-o", "root"}).status, 0);
  const auto whole = rows_with(rows("whole/violation-over-horizon.csv"), "mark", "points");
  const auto root = rows_with(rows("root/violation-over-horizon.csv"), "mark", "points");
  ASSERT_EQ(whole.size(), root.size());
  for (std::size_t k = 0; k < whole.size(); ++k)
    for (const char* end : {"y", "low", "high"})
      EXPECT_NEAR(number(root[k], end), number(whole[k], end) / std::sqrt(number(whole[k], "x")), 1e-9) << end;
  EXPECT_TRUE(contains(read_text(swept.folder.path("root/violation-over-horizon.json")), "/ \u221a"))
      << "the axis label must have the divisor";
  expect_refused(drawn({"--over", "budgte"}), {"--over: \"budgte\" is neither a swept number nor a quantity"});
  EXPECT_EQ(drawn({"--figure", "heat", "--divide-by", "ln(T)"}).status, 2);
}

TEST(Plot, ASweepOverALearnersParameterHasOneLinePerLearner) {
  const Plotted plotted({"-T", "100", "--set", "environment.gap=0.5"},
                        {"--over", "scale", "--figure", "sweep", "-m", "violation"});
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  std::set<std::string> series, numbers;
  for (const CsvRow& row : plotted.rows("violation-over-scale")) {
    series.insert(row.at("series"));
    numbers.insert(row.at("x"));
  }
  EXPECT_EQ(series, (std::set<std::string>{"dice"}));
  EXPECT_EQ(numbers, (std::set<std::string>{"3e-07", "0.1", "1"}));
}

TEST(Plot, EverySettingHasAFigureWithADistinctName) {
  const Plotted plotted({}, {"--figure", "curves", "--metric", "violation"});
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  std::set<std::string> settings;
  for (const nlohmann::json& row : plotted.exported("cells")) settings.insert(row.at("environment.gap").dump());
  EXPECT_EQ(files_in(plotted.folder.path("s-figures")).size(), settings.size()) << plotted.plot.out;
  for (const std::string& gap : settings) {
    std::string name = "violation-over-t-gap-" + gap + ".csv";
    std::ranges::replace(name.begin(), name.end() - 4, '.', '_');
    EXPECT_TRUE(files_in(plotted.folder.path("s-figures")).contains(name)) << name;
  }
}

TEST(Plot, WhereSelectsCellsAndBadOptionsAreRefused) {
  const Plotted plotted;
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  output_of(plotted.drawn({"--where", "scale=0.1", "--where", "horizon=100", "--output", "one"}));
  const Outcome two = plotted.drawn({"--where", "learner=dice, scale = 1", "--where", "learner=dice, scale = 0.1",
                                     "--where", "horizon=100", "--figure", "frontier", "--output", "two"});
  ASSERT_EQ(two.status, 0) << two.err;
  const std::string frontier = read_text(plotted.folder.path("two/frontier-gap-0_5.csv"));
  EXPECT_TRUE(contains(frontier, "scale = 1\"") && contains(frontier, "scale = 0.1\"")) << frontier;
  EXPECT_FALSE(contains(frontier, "3e-07"));
  plotted.folder.write("file", "");
  const std::map<std::vector<std::string>, std::vector<std::string>> refused = {
      {{"--where", "scal=2"}, {"no column \"scal\" (did you mean \"", "scale\"?)"}},
      {{"--where", "scale=17"}, {"no cell has scale=17, expected 0.1; 1; 3e-07"}},
      {{"--where", "scale"}, {"\"scale\", expected conditions such as "}},
      {{"--metric", "regert"}, {"did you mean \"regret\""}},
      {{"--figure", "curve"}, {"--figure", "did you mean \"curves\"?"}},
      {{"--width", "nan"}, {"--width"}},
      {{"--title", "x\ay"}, {"--title: has byte 0x07 (a control character)"}},
      {{"--facet", "gapp"}, {"--facet: no figures differ in \"gapp\" (did you mean \"gap\"?)"}},
      {{"--output", "s.toml"}, {"s.toml: this command cannot write .toml"}},
      {{"--output", "file"}, {"file cannot be created"}},
      {{"--width", "2"}, {"--width"}},
  };
  for (const auto& [words, parts] : refused) expect_refused(plotted.drawn(words), parts);
}

TEST(Plot, DrawsFiveFiguresByDefaultAndMoreWithAll) {
  const Swept swept;
  const std::string output = output_of(swept.folder, {"plot", "s.db", "--format", "csv"});
  EXPECT_EQ(files_in(swept.folder.path("s-figures")),
            (std::set<std::string>{"frontier.csv", "regret-over-C.csv", "violation-over-C.csv",
                                   "regret-over-t-budget-400.csv", "violation-over-t-budget-400.csv"}));
  EXPECT_TRUE(contains(output, "5 figures in s-figures\n--all draws ")) << output;
  const Outcome every_figure = regretta(swept.folder, {"plot", "s.db", "--format", "csv", "--all", "-o", "all"});
  ASSERT_EQ(every_figure.status, 0) << every_figure.err;
  EXPECT_GT(files_in(swept.folder.path("all")).size(), 15U);
  EXPECT_FALSE(contains(every_figure.out, "--all draws"));
}

TEST(Plot, AnOutputFileTakesExactlyOneFigure) {
  const Plotted plotted({"-T", "100", "--set", "environment.gap=0.5"}, {"--figure", "frontier", "-o", "one.svg"});
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  EXPECT_EQ(read_text(plotted.folder.path("one.json")).substr(0, 20), R"({"name":"frontier",")");
  expect_refused(plotted.drawn({"--figure", "distribution", "-o", "two.pdf"}),
                 {"2 figures (regret-distribution, violation-distribution)"});
  EXPECT_FALSE(std::filesystem::exists(plotted.folder.path("two.pdf")));
}

TEST(Plot, HostileNamesAreEscapedInFileNamesAndIndex) {
  std::string study = dice_study;
  study += "[[learner]]\nkind = \"dice\"\nname = \"../../e </script><img onerror=x> & \\\"quotes\\\"\"\nscale = 9\n";
  const Plotted plotted({"--set", "study.name='<b>&\"x'", "-T", "100"}, {}, study);
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  ASSERT_EQ(plotted.drawn({"--figure", "frontier", "--format", "svg"}).status, 0);
  for (const std::string& name : files_in(plotted.folder.path("s-figures")))
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."),
              std::string::npos)
        << name;
  const std::string sheet = read_text(plotted.folder.path("s-figures/index.html"));
  EXPECT_FALSE(contains(sheet, "<b>&"));
  EXPECT_TRUE(contains(sheet, "&lt;b&gt;&amp;&quot;x"));
}

TEST(Plot, NothingIsDrawnWithoutValues) {
  const ResultsFolder folder(dice_study, {"--set", "environment.feasible=false"});
  expect_refused(folder, {"plot", "s.db", "--metric", "regret", "--figure", "distribution"}, {"s.db: nothing to draw"});
  EXPECT_FALSE(std::filesystem::exists(folder.path("s-figures")));
}

/// `count` learners called l0, l1, ...; the last has the best rank. Learners with odd numbers form the group "odd".
std::vector<StudyLearner> learners_of(std::size_t count) {
  std::vector<StudyLearner> learners;
  for (std::size_t k = 0; k < count; ++k) {
    const double rank = static_cast<double>(count - k) / static_cast<double>(count);
    learners.push_back({.label = {fmt::format("l{}", k), "kind", {{"scale", fmt::format("{}", k)}}},
                        .group = k % 2 == 1 ? "odd" : "",
                        .regret_rank = rank,
                        .violation_rank = rank / 2});
  }
  return learners;
}

/// Indices of the learners that have a colour.
std::vector<std::size_t> coloured(std::size_t count, const std::vector<std::string>& highlight) {
  std::vector<std::size_t> indices;
  for (const LineStyle& style : learner_styles(learners_of(count), highlight))
    if (!style.is_grey) indices.push_back(style.learner_index);
  return indices;
}

std::string refusal(const std::vector<std::string>& highlight) {
  try {
    learner_styles(learners_of(9), highlight);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

using Indices = std::vector<std::size_t>;

TEST(FigureColours, UpToEightLearnersAreColouredAndOfMoreTheSevenBest) {
  const std::vector<LineStyle> eight = learner_styles(learners_of(8), {});
  for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(eight[k].hue, k);
  EXPECT_EQ(coloured(8, {}).size(), 8U);
  EXPECT_EQ(coloured(12, {}), (Indices{5, 6, 7, 8, 9, 10, 11}));
  const std::vector<LineStyle> twelve = learner_styles(learners_of(12), {});
  EXPECT_EQ(twelve[11].hue, 0U) << "the best learner must have the first hue";
  EXPECT_EQ(twelve[5].hue, 7U);
  EXPECT_EQ(twelve[11].learner_index, 11U) << "a learner must keep its place";
  std::vector<StudyLearner> advised = learners_of(12);
  advised[0].is_recommended = true;
  const std::vector<LineStyle> with_advised = learner_styles(advised, {});
  EXPECT_FALSE(with_advised[0].is_grey) << "a recommended learner must have a colour, whatever its rank";
  EXPECT_TRUE(with_advised[5].is_grey) << "the recommended learner replaces the seventh";
  for (StudyLearner& learner : advised) learner.is_recommended = true;
  for (const LineStyle& style : learner_styles(advised, {})) EXPECT_FALSE(style.is_grey) << style.learner_index;
  std::vector<StudyLearner> selected = learners_of(12);  // as if --where selected eight; the other four have no rank
  for (std::size_t k = 2; k < 6; ++k) selected[k].regret_rank = selected[k].violation_rank = std::nan("");
  std::set<std::size_t> hues;
  for (const LineStyle& style : learner_styles(selected, {})) {
    EXPECT_FALSE(style.is_grey) << style.learner_index;
    if (!std::isnan(selected[style.learner_index].regret_rank)) hues.insert(style.hue);
  }
  EXPECT_EQ(hues.size(), 8U) << "the eight selected learners must look different";
}

TEST(FigureColours, HighlightAcceptsNamesParametersKindsAndGroups) {
  EXPECT_EQ(coloured(12, {"l3", "l0"}), (Indices{0, 3}));
  EXPECT_EQ(coloured(12, {"'l3, scale=3', 'l1,scale=1'"}), (Indices{1, 3}));
  EXPECT_EQ(coloured(12, {"odd"}), (Indices{1, 3, 5, 7, 9, 11}));
  EXPECT_EQ(coloured(16, {"odd"}), (Indices{3, 5, 7, 9, 11, 13, 15})) << "only the seven best of eight have a colour";
  EXPECT_EQ(coloured(4, {"l2", "l3"}), (Indices{2, 3})) << "with few learners, too, the others must be grey";
  EXPECT_EQ(coloured(4, {"kind"}).size(), 4U);
  EXPECT_EQ(refusal({"l1", "od"}),
            "--highlight: no learner or group \"od\" (did you mean \"odd\"?), expected a learner of the study or a "
            "group: odd");
  EXPECT_TRUE(contains(refusal({"'l3,scale=4'"}), "\"l3,scale=4\" (did you mean \"l3,scale=3\"?)"));
}

TEST(FigureColours, ReferenceLinesAreGreyUnlessHighlightedOrAlone) {
  std::vector<StudyLearner> learners = learners_of(4);
  learners[1].is_reference = learners[3].is_reference = true;
  const auto greys = [&](const std::vector<std::string>& highlight) {
    Indices indices;
    for (const LineStyle& style : learner_styles(learners, highlight))
      if (style.is_grey) indices.push_back(style.learner_index);
    return indices;
  };
  EXPECT_EQ(greys({}), (Indices{1, 3}));
  EXPECT_EQ(greys({"l1"}), (Indices{0, 2, 3}));
  for (StudyLearner& learner : learners) learner.is_reference = true;
  EXPECT_EQ(greys({}), Indices{});
  learners = learners_of(12);
  learners[11].is_reference = true;  // the learner with the best rank
  EXPECT_EQ(greys({}), (Indices{0, 1, 2, 3, 11}));
}

/// The styles of learners in the JSON file of a figure. options: options of `run`; words: further options of `plot`.
nlohmann::json styles_of(const std::vector<std::string>& options, const std::string& study, const std::string& figure,
                         const std::vector<std::string>& words = {}) {
  const Plotted plotted(options, {"--format", "json"}, study);
  EXPECT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  output_of(regretta(plotted.folder, {"plot", "s.db", "--all", "--format", "json"}, words));
  return nlohmann::json::parse(read_text(plotted.folder.path("s-figures/" + figure + ".json"))).at("styles");
}

std::size_t greys_in(const nlohmann::json& styles) {
  return static_cast<std::size_t>(
      std::ranges::count_if(styles, [](const nlohmann::json& style) { return style.contains("grey"); }));
}

/// A study of `count` dice called d0, d1, ..., each with larger means than the one before.
std::string many_dice(int count) {
  std::string text = "[study]\nname = \"many\"\ntrials = 8\nhorizon = 100\n[[environment]]\nkind = \"flat\"\n";
  for (int k = 0; k < count; ++k)
    text += fmt::format("[[learner]]\nkind = \"dice\"\nname = \"d{}\"\nscale = {}\n", k, k + 1);
  return text;
}

TEST(FigureColours, LearnersBeyondTheColoursAreGreyInEveryFigure) {
  for (const char* figure : {"regret-over-t", "frontier", "violation-distribution", "regret-paired"}) {
    const nlohmann::json styles = styles_of({}, many_dice(9), figure);
    EXPECT_GE(greys_in(styles), 1U) << figure;
    EXPECT_LE(greys_in(styles), 2U) << figure;
  }
  EXPECT_EQ(greys_in(styles_of({}, many_dice(8), "regret-over-t")), 0U);
  EXPECT_EQ(greys_in(styles_of({}, many_dice(9), "regret-over-t", {"--highlight", "d8"})), 8U);
}

TEST(FigureColours, LearnersThatDifferInANumberAreOrderedByIt) {
  const std::vector<std::string> one_setting = {"-T", "100", "--set", "environment.gap=0.5"};
  const nlohmann::json styles = styles_of(one_setting, dice_study, "frontier");
  ASSERT_EQ(styles.size(), 3U);
  std::map<double, double> shares;
  for (const nlohmann::json& style : styles) {
    EXPECT_EQ(style.at("order").at("name"), "scale");
    shares[style.at("order").at("number")] = style.at("order").at("share");
  }
  EXPECT_EQ(shares, (std::map<double, double>{{3e-7, 0}, {0.1, 0.5}, {1, 1}}));
  EXPECT_FALSE(styles_of(one_setting, many_dice(3), "frontier").begin()->contains("order"))
      << "learners with names of their own are not ordered";
}

}  // namespace
}  // namespace regretta::fakes
