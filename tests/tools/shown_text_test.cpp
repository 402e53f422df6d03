// `regretta show --format markdown|latex`: no name acts as markup, numbers are aligned, nothing is bold.

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/tools/text/folded_table.hpp"
#include "regretta/tools/text/latex_table.hpp"
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

TEST(ShownText, ColumnsAlignByWhatATerminalShows) {
  EXPECT_EQ(width_of("verz\u00f6gerung"), 11U);
  EXPECT_EQ(width_of("verzo\u0308gerung"), 11U) << "the dots are a character of their own";
  EXPECT_EQ(width_of("\u9045\u5ef6"), 4U);
  EXPECT_EQ(width_of("\U0001F600"), 2U);
  TextTable table;
  table.add_column("name", TextTable::Align::left, Use::key);
  table.add_column("n", TextTable::Align::right);
  table.add_row({{"\u9045\u5ef6"}, {"1"}});
  table.add_row({{"e\u0301tude"}, {"2"}});
  table.add_row({{"plain"}, {"3"}});
  EXPECT_EQ(shown_text({{.table = table}}, ShownFormat::text),
            "name   n\n-----  -\n\u9045\u5ef6   1\ne\u0301tude  2\nplain  3\n");
}

TextTable small_table() {
  TextTable table;
  table.add_column("na_me", TextTable::Align::left);
  table.add_column("regret", TextTable::Align::right);
  table.add_column("nothing", TextTable::Align::right);
  table.add_column("n", TextTable::Align::right);
  table.add_row({{"a|b"}, {"-1235", "12"}, {}, {"1,000"}});
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
            "| na\\_me |     regret |     n |\n"
            "| :--    |        --: |   --: |\n"
            "| a\\|b   | -1235 \u00b1 12 | 1,000 |\n"
            "| \u03b1      |          - | 3e-07 |\n"
            "\n\\# 1\n");
  EXPECT_EQ(shown_text(parts, ShownFormat::latex),
            "% \\usepackage{booktabs,longtable,siunitx}\n"
            "% XeLaTeX or LuaLaTeX, if pdfLaTeX lacks one of the characters\n"
            "\\begin{table}\n"
            "\\centering\n"
            "\\caption{50\\% of it.}\\label{tab:50--of-it}\n"
            "\\begin{tabular}{lS[table-format=-4.0]@{\\,}lS}\n"
            "\\toprule\n"
            "na\\_me & \\multicolumn{2}{c}{regret} & {n} \\\\\n"
            "\\midrule\n"
            "a\\textbar{}b & -1235 & $\\pm$ 12 & 1000 \\\\\n"
            "\u03b1 & {--} &  & 3e-07 \\\\\n"
            "\\bottomrule\n"
            "\\end{tabular}\n"
            "\\end{table}\n"
            "% # 1\n");
}

TEST(ShownText, LatexHasConstantsInTheCaptionNotesBelowAndNoCells) {
  TextTable table;
  table.add_column("cell", TextTable::Align::right, Use::number);
  table.add_column("learner", TextTable::Align::left, Use::key);
  table.add_column("horizon", TextTable::Align::right, Use::key);
  table.add_column("regret", TextTable::Align::right, Use::value);
  for (const std::string name : {"1", "2"}) table.add_row({{name}, {name}, {"20,000"}}, ShownEntry("1.5", "+4 -3"));
  const ShownPart part{.lines = {"my study: title"}, .table = table, .notes = {"a: 50%"}};
  const std::string text = shown_text({part, part}, ShownFormat::latex);
  EXPECT_TRUE(contains(text, "\\caption{my study: title. In every row: horizon 20,000.}\\label{tab:my-study}")) << text;
  EXPECT_TRUE(contains(text, "\\label{tab:my-study-2}")) << text;
  EXPECT_TRUE(contains(text, "{lS[table-format=1.1]@{\\,}l}")) << text;
  EXPECT_TRUE(contains(text, "\n1 & 1.5 & $^{+4}_{-3}$ \\\\\n")) << text;
  EXPECT_TRUE(contains(text, "\\end{tabular}\n\\par a: 50\\%\n\\end{table}\n")) << text;
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
            "% \\usepackage{booktabs,longtable,siunitx}\n% a \\end{document}\n");
}

/// Two learners that differ only in scale, under a name full of markup.
std::string hostile_study() {
  std::string text = dice_study;
  const std::string name = R"("flat, \"quoted\"")";
  text.replace(text.find(name), name.size(), R"('a_b & $x$ | <b> \x{y}')");
  return text;
}

TEST(ShowForPapers, NothingIsBoldAndNoNameIsMarkup) {
  const Folder folder;
  folder.write("s.toml", hostile_study());
  // so far apart that 200 trials show who is least, whatever trials too rare to be seen may do
  ASSERT_EQ(
      regretta(folder, {"run", "s.toml", "--set", "study.trials=200", "--set", "learner.scale=[100,10,3e-7]"}).status,
      0);
  const std::string digest = "digest " + regretta(folder, {"digest", "s.db"}).out.substr(0, 32);
  const Outcome markdown = regretta(folder, {"show", "s.db", "--format", "markdown"});
  ASSERT_EQ(markdown.status, 0) << markdown.err;
  const auto rows = lines_with(markdown.out, "| dice");
  ASSERT_EQ(rows.size(), 12U);
  for (const std::string& row : rows) EXPECT_TRUE(contains(row, R"(| a\_b &amp; \$x\$ \| &lt;b&gt; \\x{y} |)")) << row;
  EXPECT_FALSE(contains(markdown.out, "**"));
  EXPECT_TRUE(contains(markdown.out, "\n" + digest)) << markdown.out;
}

}  // namespace
}  // namespace regretta::fakes
