// `regretta plot`: the numbers that are drawn, and the files that are written.

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plotted.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta::fakes {
namespace {

/// The text of a PDF and of all its compressed streams: newer versions of Cairo put the document information there.
std::string readable_pdf(const std::string& pdf) {
  std::string text = pdf;
  for (auto begin = pdf.find("stream\n"); begin != std::string::npos; begin = pdf.find("stream\n", begin + 1)) {
    if (begin >= 3 && pdf.compare(begin - 3, 3, "end") == 0) continue;
    std::string inflated(1 << 20, '\0');
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(pdf.data() + begin + 7));
    stream.avail_in = static_cast<uInt>(pdf.size() - begin - 7);
    stream.next_out = reinterpret_cast<Bytef*>(inflated.data());
    stream.avail_out = static_cast<uInt>(inflated.size());
    inflateInit(&stream);
    inflate(&stream, Z_FINISH);
    text.append(inflated, 0, stream.total_out);
    inflateEnd(&stream);
  }
  return text;
}

TEST(Plot, SameFileSameBytes) {
  const Plotted plotted;
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  ASSERT_EQ(plotted.drawn({"--output", "again"}).status, 0);
  const std::set<std::string> names = files_in(plotted.folder.path("s-figures"));
  EXPECT_EQ(names, files_in(plotted.folder.path("again")));
  EXPECT_GE(names.size(), 10U);
  for (const std::string& name : names) {
    const std::string text = read_text(plotted.folder.path("s-figures/" + name));
    EXPECT_EQ(text, read_text(plotted.folder.path("again/" + name))) << name;
    EXPECT_EQ(name.ends_with(".svg"), contains(text, "</svg>")) << name;
    if (!name.ends_with(".pdf")) continue;
    EXPECT_TRUE(text.starts_with("%PDF-1.5")) << name;
    EXPECT_TRUE(contains(readable_pdf(text), "/CreationDate (20000101")) << "or it is the time of day: " << name;
  }
}

TEST(Plot, CurvesAreThoseOfExport) {
  const Plotted plotted(
      {"learner.fails=3", "learner.scale=[1,2]", "learner.word=\"plain\"", "study.horizon=100", "environment.gap=0.5"});
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  const nlohmann::json curves = plotted.exported("curves");
  const Results study = Results::open(plotted.folder.path("s.db"));
  for (const auto& [quantity, estimating] :
       {std::pair<std::string, Quantity>("regret", Quantity::expected_regret), {"violation", Quantity::violation}}) {
    std::vector<MeanEstimate> estimates;
    for (const CellLabel& cell : study.cells())
      for (const MeanEstimate& each : study.curve(cell, estimating)) estimates.push_back(each);
    const std::vector<CsvRow> rows = plotted.rows(quantity + "-over-t");
    ASSERT_EQ(rows.size(), curves.size()) << quantity;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const CsvRow& row = rows[k];
      EXPECT_EQ(row.at("mark"), "curve");
      EXPECT_EQ(number(row, "x"), curves[k].at("t"));
      EXPECT_EQ(number(row, "y"), curves[k].at(std::string(quantity_name(estimating)) + "_mean"));
      const Interval interval = estimates[k].interval;
      EXPECT_EQ(number(row, "high"), interval.high);
      EXPECT_EQ(number(row, "low"), interval.low);
    }
  }
}

TEST(Plot, DistributionsAreTheTrials) {
  const Plotted plotted({"learner.scale=1", "learner.word=\"plain\"", "study.horizon=100", "environment.gap=0.5"},
                        {"--figure", "distribution", "--metric", "violation"});
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  std::vector<double> violations;
  for (const nlohmann::json& row : plotted.exported("trials")) violations.push_back(row.at("violation"));
  std::ranges::sort(violations);
  const std::vector<CsvRow> rows = plotted.rows("violation-distribution");
  ASSERT_EQ(rows.size(), violations.size() + 1);
  for (std::size_t k = 0; k < violations.size(); ++k) {
    EXPECT_EQ(number(rows[k + 1], "x"), violations[k]);
    EXPECT_EQ(number(rows[k + 1], "y"), static_cast<double>(k + 1) / static_cast<double>(violations.size()));
  }
  EXPECT_EQ(files_in(plotted.folder.path("s-figures")),
            (std::set<std::string>{"index.html", "violation-distribution.csv", "violation-distribution.pdf",
                                   "violation-distribution.svg"}));
}

TEST(Plot, AFigureForEachSettingWithNamesThatTellThemApart) {
  const Plotted plotted({}, {"--figure", "curves", "--metric", "violation", "--format", "svg"});
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  std::set<std::string> settings;
  for (const nlohmann::json& row : plotted.exported("cells")) settings.insert(row.at("environment.gap").dump());
  EXPECT_EQ(files_in(plotted.folder.path("s-figures")).size(), settings.size() + 1) << plotted.plot.out;
  for (const std::string& gap : settings) {
    std::string name = "violation-over-t-gap-" + gap + ".svg";
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
      {{"--font", "Liberation San"}, {"--font", "is not installed", "fc-list"}},
      {{"--facet", "gapp"}, {"--facet: no figures differ in \"gapp\" (did you mean \"gap\"?)"}},
      {{"--width", "40", "--font-size", "24"}, {"--width", "no room"}},
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
  EXPECT_EQ(files_in(plotted.folder.path("few")).size(), 7U);
  EXPECT_TRUE(contains(few.err, "the first 2 of ")) << few.err;
}

TEST(Plot, TheFiveFiguresThatAnswerTheQuestion) {
  const Swept swept;
  const Outcome five = regretta(swept.folder, {"plot", "s.db", "--format", "svg"});
  ASSERT_EQ(five.status, 0) << five.err;
  EXPECT_EQ(files_in(swept.folder.path("s-figures")),
            (std::set<std::string>{"index.html", "frontier.svg", "regret-over-C.svg", "violation-over-C.svg",
                                   "regret-over-t-budget-400.svg", "violation-over-t-budget-400.svg"}));
  EXPECT_TRUE(contains(five.out, "5 figures in s-figures; index.html shows them all\n--all draws ")) << five.out;
  const Outcome all = regretta(swept.folder, {"plot", "s.db", "--format", "svg", "--all", "-o", "all"});
  ASSERT_EQ(all.status, 0) << all.err;
  EXPECT_GT(files_in(swept.folder.path("all")).size(), 15U);
  EXPECT_FALSE(contains(all.out, "--all draws"));
}

TEST(Plot, AFormatThatThereIsNotIsRefused) {
  const Swept swept;
  for (const std::string name : {"x.jpg", "x.JPEG", "figures/x.eps"}) {
    const Outcome refused = regretta(swept.folder, {"plot", "s.db", "--figure", "frontier", "-o", name});
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(contains(refused.err, "--output: " + name + ": this command writes no ")) << refused.err;
    EXPECT_TRUE(contains(refused.err, "expected a name that ends in .svg, .pdf, .png")) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(swept.folder.path(name)));
  }
}

TEST(Plot, AFileForOneFigure) {
  const Plotted plotted({"study.horizon=100", "environment.gap=0.5"}, {"--figure", "frontier", "-o", "one.svg"});
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  ASSERT_EQ(plotted.drawn({"--figure", "frontier"}).status, 0);
  EXPECT_EQ(read_text(plotted.folder.path("one.svg")), read_text(plotted.folder.path("s-figures/frontier.svg")));
  const Outcome several = plotted.drawn({"--figure", "distribution", "--output", "two.pdf"});
  EXPECT_EQ(several.status, 2);
  EXPECT_TRUE(contains(several.err, "2 figures (regret-distribution, violation-distribution)")) << several.err;
  EXPECT_FALSE(std::filesystem::exists(plotted.folder.path("two.pdf")));
}

TEST(Plot, NamesFromOutsideStayInTheFolder) {
  std::string study = dice_study;
  study += "[[learner]]\nkind = \"dice\"\nname = \"../../e </script><img onerror=x> & \\\"quotes\\\"\"\nscale = 9\n";
  const Plotted plotted({"study.name='<b>&\"x'", "study.horizon=100"}, {}, study);
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err << plotted.run.err;
  for (const std::string& name : files_in(plotted.folder.path("s-figures")))
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."),
              std::string::npos)
        << name;
  const std::string sheet = read_text(plotted.folder.path("s-figures/index.html"));
  EXPECT_FALSE(contains(sheet, "<b>&"));
  EXPECT_TRUE(contains(sheet, "&lt;b&gt;&amp;\"x"));
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
