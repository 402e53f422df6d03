// `regretta plot`: the numbers that are drawn, and the files that are written.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "plotted.hpp"

namespace regretta::fakes {
namespace {

TEST(Plot, PythonDrawsWhatIsBesideTheDrawingAndTheSameFileGivesTheSameBytes) {
  const Swept swept;
  const std::vector<std::string> words = {"plot", "s.db", "--figure", "frontier", "--format", "svg,pdf,png,csv", "-o"};
  for (const std::string folder : {"one", "two"}) {
    std::vector<std::string> all = words;
    all.push_back(folder);
    const Outcome drawn = regretta(swept.folder, all);
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

TEST(Plot, WithoutMatplotlibTheNumbersAreThere) {
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

TEST(Plot, SweepsRunOverWhatWasAskedFor) {
  const Swept swept({"--set", "study.horizon=[500,1000]"});
  const auto drawn = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"plot", "s.db", "-m", "violation", "--format", "csv,json"});
    return regretta(swept.folder, words);
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
  const auto whole = with(rows("whole/violation-over-horizon.csv"), "mark", "points");
  const auto root = with(rows("root/violation-over-horizon.csv"), "mark", "points");
  ASSERT_EQ(whole.size(), root.size());
  for (std::size_t k = 0; k < whole.size(); ++k)
    for (const char* end : {"y", "low", "high"})
      EXPECT_NEAR(number(root[k], end), number(whole[k], end) / std::sqrt(number(whole[k], "x")), 1e-9) << end;
  EXPECT_TRUE(contains(read_text(swept.folder.path("root/violation-over-horizon.json")), "/ \u221a")) << "the label";
  const Outcome wrong = drawn({"--over", "budgte"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(contains(wrong.err, "--over: \"budgte\" is neither a swept number nor a quantity")) << wrong.err;
  EXPECT_EQ(drawn({"--figure", "heat", "--divide-by", "ln(T)"}).status, 2);
}

TEST(Plot, ASweepOfALearnersNumberHasALineForEachLearner) {
  const Plotted plotted({"study.horizon=100", "environment.gap=0.5"},
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

TEST(Plot, AFigureForEachSettingWithNamesThatTellThemApart) {
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

TEST(Plot, WhereChooses) {
  const Plotted plotted;
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  const Outcome one = plotted.drawn({"--where", "scale=0.1", "--where", "horizon=100", "--output", "one"});
  ASSERT_EQ(one.status, 0) << one.err;
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
      {{"--output", "s.toml"}, {"s.toml: this command writes no .toml"}},
      {{"--output", "file"}, {"file cannot be made a folder"}},
      {{"--width", "2"}, {"--width"}},
  };
  for (const auto& [words, parts] : refused) {
    const Outcome outcome = plotted.drawn(words);
    EXPECT_EQ(outcome.status, 2) << words[1];
    for (const std::string& part : parts) EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
  }
  const Outcome few = plotted.drawn({"--most", "2", "--output", "few"});
  EXPECT_EQ(files_in(plotted.folder.path("few")).size(), 2U);
  EXPECT_TRUE(contains(few.err, "the first 2 of ")) << few.err;
}

TEST(Plot, TheFiveFiguresThatAnswerTheQuestion) {
  const Swept swept;
  const Outcome five = regretta(swept.folder, {"plot", "s.db", "--format", "csv"});
  ASSERT_EQ(five.status, 0) << five.err;
  EXPECT_EQ(files_in(swept.folder.path("s-figures")),
            (std::set<std::string>{"frontier.csv", "regret-over-C.csv", "violation-over-C.csv",
                                   "regret-over-t-budget-400.csv", "violation-over-t-budget-400.csv"}));
  EXPECT_TRUE(contains(five.out, "5 figures in s-figures\n--all draws ")) << five.out;
  const Outcome all = regretta(swept.folder, {"plot", "s.db", "--format", "csv", "--all", "-o", "all"});
  ASSERT_EQ(all.status, 0) << all.err;
  EXPECT_GT(files_in(swept.folder.path("all")).size(), 15U);
  EXPECT_FALSE(contains(all.out, "--all draws"));
}

TEST(Plot, AFileForOneFigure) {
  const Plotted plotted({"study.horizon=100", "environment.gap=0.5"}, {"--figure", "frontier", "-o", "one.svg"});
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  EXPECT_EQ(read_text(plotted.folder.path("one.json")).substr(0, 20), R"({"name":"frontier",")");
  const Outcome several = plotted.drawn({"--figure", "distribution", "-o", "two.pdf"});
  EXPECT_EQ(several.status, 2);
  EXPECT_TRUE(contains(several.err, "2 figures (regret-distribution, violation-distribution)")) << several.err;
  EXPECT_FALSE(std::filesystem::exists(plotted.folder.path("two.pdf")));
}

TEST(Plot, NamesFromOutsideStayInTheFolder) {
  std::string study = dice_study;
  study += "[[learner]]\nkind = \"dice\"\nname = \"../../e </script><img onerror=x> & \\\"quotes\\\"\"\nscale = 9\n";
  const Plotted plotted({"study.name='<b>&\"x'", "study.horizon=100"}, {"--format", "svg"}, study);
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err << plotted.run.err;
  for (const std::string& name : files_in(plotted.folder.path("s-figures")))
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."),
              std::string::npos)
        << name;
  const std::string sheet = read_text(plotted.folder.path("s-figures/index.html"));
  EXPECT_FALSE(contains(sheet, "<b>&"));
  EXPECT_TRUE(contains(sheet, "&lt;b&gt;&amp;&quot;x"));
}

TEST(Plot, WithoutTrialsOrNumbersThereIsNothing) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "environment.feasible=false"}).status, 0);
  const Outcome none = regretta(folder, {"plot", "s.db", "--metric", "regret", "--figure", "distribution"});
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(contains(none.err, "s.db: nothing to draw")) << none.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path("s-figures")));
}

}  // namespace
}  // namespace regretta::fakes
