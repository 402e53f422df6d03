// `regretta show --format markdown|latex`: no name acts as markup, numbers are aligned, bold only for established
// differences.

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "ran_study.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/separated_best.hpp"
#include "regretta/tools/text/latex_text.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta::fakes {
namespace {

const std::string hostile_name = R"(a_b & $x$ | <b> \x{y} #1 100% ~^ "q" `c` [z] *i*)";

/// The `lines` that contain `part`.
std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (contains(line, part)) found.push_back(line);
  return found;
}

TEST(ShownText, EveryCharacterThatIsMarkupIsEscaped) {
  EXPECT_EQ(markdown_escaped(hostile_name),
            R"(a\_b &amp; \$x\$ \| &lt;b&gt; \\x{y} #1 100% \~^ "q" \`c\` \[z\] \*i\*)");
  EXPECT_EQ(
      latex_escaped(hostile_name),
      R"(a\_b \& \$x\$ \textbar{} \textless{}b\textgreater{} \textbackslash{}x\{y\} \#1 100\% )"
      R"(\textasciitilde{}\textasciicircum{} \textquotedbl{}q\textquotedbl{} \textasciigrave{}c\textasciigrave{} )"
      R"({[}z] {*}i{*})");
  EXPECT_EQ(latex_escaped("a--b,,c''"), "a-{}-b,{},c'{}'");
  EXPECT_EQ(latex_escaped("two\nlines"), "two lines");
  EXPECT_EQ(markdown_escaped("two\r\nlines"), "two  lines");
  EXPECT_EQ(markdown_escaped("\u03b1\u20ac"), "\u03b1\u20ac");
}

TextTable small_table() {
  TextTable table;
  table.add_column("na_me", TextTable::Align::left);
  table.add_column("regret", TextTable::Align::right);
  table.add_column("nothing", TextTable::Align::right);
  table.add_column("n", TextTable::Align::right);
  table.add_row({{"a|b"}, {"-1235", "12", true}, {}, {"1,000"}});
  table.add_row({{"\u03b1"}, {"-"}, {}, {"3e-07"}});
  return table;
}

TEST(ShownText, OneTableInThreeFormats) {
  const std::vector<ShownPart> parts = {{.lines = {"50% of it"}, .table = small_table()}, {.lines = {"# 1"}}};
  EXPECT_EQ(shown_text(parts, ShownFormat::text),
            "50% of it\n"
            "na_me      regret      n\n"
            "-----  ----------  -----\n"
            "a|b    -1235 ± 12  1,000\n"
            "\u03b1               -  3e-07\n"
            "\n# 1\n");
  EXPECT_EQ(shown_text(parts, ShownFormat::markdown),
            "50% of it\n\n"
            "| na\\_me |         regret |     n |\n"
            "| :--    |            --: |   --: |\n"
            "| a\\|b   | **-1235 \u00b1 12** | 1,000 |\n"
            "| \u03b1      |              - | 3e-07 |\n"
            "\n\\# 1\n");
  EXPECT_EQ(shown_text(parts, ShownFormat::latex),
            "% \\usepackage[T1]{fontenc}\n"
            "% \\usepackage{array,booktabs,longtable,siunitx}\n"
            "% XeLaTeX or LuaLaTeX, if pdfLaTeX lacks one of the characters\n"
            "\\begin{table}\n"
            "\\centering\\fontsize{8}{9.5}\\selectfont\\setlength{\\tabcolsep}{4pt}\n"
            "\\sisetup{mode=text, reset-text-series=false, group-separator={,}, group-minimum-digits=5}\n"
            "\\caption{50\\% of it.}\n"
            "\\begin{tabular}{@{}lS[table-format=-4]@{\\,}lS[table-format=4e-1]@{}}\n"
            "\\toprule\n"
            "na\\_me       &                    \\multicolumn{2}{c}{regret} &   {n} \\\\\n"
            "\\midrule\n"
            "a\\textbar{}b & \\bfseries -1235 & \\bfseries\\boldmath $\\pm$ 12 &  1000 \\\\\n"
            "\u03b1            &                        \\multicolumn{2}{c}{--} & 3e-07 \\\\\n"
            "\\bottomrule\n"
            "\\end{tabular}\n"
            "\\end{table}\n"
            "% # 1\n");
}

TEST(ShownText, NamesThatLookLikeNumbersStayNames) {
  TextTable table;
  table.add_column("learner", TextTable::Align::left);
  table.add_column("n", TextTable::Align::right);
  table.add_row({{"1e5"}, {"1e5"}});
  table.add_row({{"-"}, {"-"}});
  const std::string text = shown_text({{.lines = {}, .table = table}}, ShownFormat::latex);
  EXPECT_NE(text.find("1e5     &  1e5"), std::string::npos) << text;
  EXPECT_NE(text.find("\n-       & "), std::string::npos) << text;
}

TEST(ShownText, WhatIsTooWideForAPageIsFolded) {
  TextTable table;
  table.add_column("learner", TextTable::Align::left, Use::key);
  table.add_column("horizon", TextTable::Align::right, Use::key);
  for (const char* name : {"regret", "violation", "opt"}) {
    table.add_column(name, TextTable::Align::right, Use::value);
    table.add_column("at worst", TextTable::Align::right, Use::detail, std::string(name) + "_at_worst");
  }
  for (const std::string name : {"1", "2"})
    table.add_row({{name}, {"20,000"}}, ShownEntry("1.5", "+4 -3"), "-200000 to 300000" + name, ShownEntry("12", "3"),
                  "-200000 to 300000" + name, "1", "-200000 to 300000" + name);
  const std::string text = shown_text({{.lines = {"title"}, .table = table}}, ShownFormat::latex);
  EXPECT_TRUE(contains(text, "\\caption{title. In every row: horizon 20,000")) << text;
  EXPECT_EQ(lines_with(text, "\\begin{tabular}").size(), 2U) << text;
  EXPECT_EQ(lines_with(text, "learner &").size(), 2U) << "each begins with what names the row";
  EXPECT_TRUE(contains(text, "S[table-format=1.1]@{\\,}l")) << text;
}

TEST(ShownText, SentencesArePrintedOnceBelowTheTable) {
  TextTable table;
  table.add_column("learner", TextTable::Align::left, Use::key);
  table.add_column({.heading = "notes", .align = TextTable::Align::left, .name = "notes", .has_sentences = true});
  table.add_row({{"a"}, {"it falls; unless rare"}});
  table.add_row({{"b"}, {}});
  table.add_row({{"c"}, {"unless rare"}});
  EXPECT_EQ(take_sentences(table), (std::vector<std::string>{"a: it falls", "b: unless rare"}));
  EXPECT_EQ(table.rows()[0][1].text, "a b");
  EXPECT_EQ(table.rows()[1][1].text, "");
  EXPECT_EQ(table.rows()[2][1].text, "b");
}

TEST(ShownText, LinesCannotBecomeListsHeadingsOrCode) {
  const std::vector<ShownPart> parts = {{.lines = {"- a", "2. b", "    c", "+ d", "= e"}}};
  EXPECT_EQ(shown_text(parts, ShownFormat::markdown), "\\- a\n\n2\\. b\n\nc\n\n\\+ d\n\n\\= e\n");
  EXPECT_EQ(shown_text({{.lines = {"a\n\\end{document}"}}}, ShownFormat::latex),
            "% \\usepackage[T1]{fontenc}\n% \\usepackage{array,booktabs,longtable,siunitx}\n% a \\end{document}\n");
}

/// Two learners that differ only in scale, under a name full of markup.
std::string hostile_study() {
  std::string text = dice_study;
  const std::string name = R"("flat, \"quoted\"")";
  text.replace(text.find(name), name.size(), R"('a_b & $x$ | <b> \x{y}')");
  return text;
}

/// So far that 200 trials show it, whatever trials too rare to be seen may do.
const std::string far_apart = "learner.scale=[100,10,3e-7]";

TEST(ShowForPapers, BoldIsTheLearnerThatIsShownToBeLess) {
  const Folder folder;
  folder.write("s.toml", hostile_study());
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "study.trials=200", "--set", far_apart}).status, 0);
  const Outcome markdown = regretta(folder, {"show", "s.db", "--format", "markdown"});
  ASSERT_EQ(markdown.status, 0) << markdown.err;
  const auto rows = lines_with(markdown.out, "| dice");
  ASSERT_EQ(rows.size(), 12U);
  for (const std::string& row : rows) {
    EXPECT_TRUE(contains(row, R"(| a\_b &amp; \$x\$ \| &lt;b&gt; \\x{y} |)")) << row;
    const std::regex bold(R"(\*\*[^*|]+\*\*)");
    const auto count = std::distance(std::sregex_iterator(row.begin(), row.end(), bold), std::sregex_iterator());
    EXPECT_EQ(count, contains(row, " 3e-07 ") ? 2 : 0) << row;
  }
  EXPECT_TRUE(contains(markdown.out, "is bold wrongly with probability 0.05 at most"));

  const Outcome latex = regretta(folder, {"show", "s.db", "--format", "latex", "-o", "t.tex"});
  ASSERT_EQ(latex.status, 0) << latex.err;
  EXPECT_EQ(latex.out, "");
  const std::string text = read_text(folder.path("t.tex"));
  EXPECT_EQ(lines_with(text, "\\bfseries").size(), 8U);
  const std::string digest = regretta(folder, {"digest", "s.db"}).out;
  const std::string caption =
      std::regex_replace(lines_with(text, "\\caption").at(0), std::regex(R"(\\allowbreak\{\})"), "");
  EXPECT_TRUE(
      contains(caption, "\\caption{dice: 12 cells of 200 trials, seed 7, delta 0.05. digest " + digest.substr(0, 32)))
      << text;
  EXPECT_TRUE(contains(caption, "In every row: learner dice; environment a\\_b")) << "folded: " << caption;
}

TEST(ShowForPapers, NothingElseIsBold) {
  const Folder folder;
  folder.write("s.toml", hostile_study());
  const auto shown = [&](const std::vector<std::string>& settings, const std::vector<std::string>& more = {}) {
    std::filesystem::remove(folder.path("s.db"));
    std::vector<std::string> run = {"run", "s.toml"};
    run.insert(run.end(), {"--set", far_apart});
    for (const std::string& setting : settings) run.insert(run.end(), {"--set", setting});
    EXPECT_EQ(regretta(folder, run).status % 3, 0);  // 3: some trials failed
    std::vector<std::string> show = {"show", "s.db", "--format", "markdown"};
    show.insert(show.end(), more.begin(), more.end());
    const Outcome result = regretta(folder, show);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  };
  const std::string many = "study.trials=200";
  EXPECT_FALSE(contains(shown({many, "learner.scale=1"}), "**")) << "one learner";
  EXPECT_FALSE(contains(shown({many, "learner.scale=1", "learner.pause=[0,1]"}), "**")) << "two of one result";
  EXPECT_FALSE(contains(shown({"study.trials=3"}), "**")) << "three trials show nothing";
  EXPECT_FALSE(contains(shown({many}, {"-m", "opt,corruption"}), "old")) << "less of it is not better";
  EXPECT_FALSE(contains(shown({many}, {"--all"}), "**"));
  // Infeasible: no regret, but violations, in 12 of the 24 cells.
  const std::string infeasible = shown({many, "environment.feasible=[true,false]"});
  EXPECT_EQ(lines_with(infeasible, "**").size(), 8U) << infeasible;
  for (const std::string& row : lines_with(infeasible, "200 infeasible"))
    EXPECT_EQ(contains(row, "**"), contains(row, " 3e-07 ")) << row;
  // A learner that fails in every trial has nothing to be compared with.
  const std::string failed = shown({"study.trials=1", "learner.fails=[0,-1]"});
  EXPECT_FALSE(contains(failed, "**")) << failed;
}

TEST(ShowForPapers, WhereARuleChoseTheTrialsBoldAllowsForItsLooks) {
  const Folder folder;
  folder.write("s.toml", hostile_study());
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "study.trials=200", "--stop",
                              "metric = \"violation\", half_width = 0.2, relative = true"})
                .status,
            0);
  const Outcome result = regretta(folder, {"show", "s.db", "--format", "markdown"});
  EXPECT_TRUE(contains(result.out, "**")) << result.out;
  EXPECT_TRUE(contains(result.out, "looks; the intervals of single means do not.")) << result.out;
}

TEST(SeparatedBest, QuantitiesOfWhichLessIsNotBetterAreRefused) {
  const Folder folder;
  const Results study = Results::open(ran_study(dice_study, dice_catalogue(), folder.path("s.db")));
  EXPECT_THROW(separated_best(study, {Quantity::opt}, 0.05), std::invalid_argument);
  // The named one is also better than each other one individually: the table's level is never above that of a single
  // test.
  for (const SeparatedBest& best : separated_best(study, {Quantity::regret, Quantity::violation}, 0.5)) {
    const auto lines = compare_learners(study, [&](const CellLabel& cell) { return &cell == best.cell; },
                                        {.quantities = {best.quantity}});
    EXPECT_EQ(lines.size(), 2U);
    for (const ComparisonLine& line : lines) EXPECT_GT(line.difference.mean, 0);
  }
}

TEST(ShowFormat, WrongWordsAreRefusedWithTheNearest) {
  const Folder folder;
  const Outcome wrong = regretta(folder, {"show", "s.db", "--format", "markdwon"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(contains(
      wrong.err, "no \"markdwon\" (did you mean \"markdown\"?), expected one of text, csv, json, markdown, latex"))
      << wrong.err;
}

}  // namespace
}  // namespace regretta::fakes
