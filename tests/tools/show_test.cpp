// Tests the output for people: `regretta list`, `init`, `version`, and `show` as text, Markdown and LaTeX, in which
// names are escaped, numbers are aligned and nothing is bold.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shown_text.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta::fakes {
namespace {

TEST(HumanText, MeansAreRoundedToTheDigitsOfTheirInterval) {
  const auto text = [](double mean, double radius) { return interval_text(mean, {mean - radius, mean + radius}); };
  EXPECT_EQ(text(1234.5678, 12.345), "1235 ± 12");
  EXPECT_EQ(text(1234.5678, 1.2345), "1234.6 ± 1.2");
  EXPECT_EQ(text(-0.0012345, 0.00067), "-0.00123 ± 0.00067");
  EXPECT_EQ(text(99.96, 0.996), "100.0 ± 1.0") << "0.996 rounds to 1.0";
  EXPECT_EQ(text(-0.001, 3.0), "0.0 ± 3.0") << "no negative zero";
  EXPECT_EQ(text(50, 0), "50.0000 ± 0");
  EXPECT_EQ(text(std::nan(""), std::nan("")), "-");
  EXPECT_EQ(text(1.2341e-98, 3.3e-100), "1.234e-98 ± 3.3e-100");
  EXPECT_EQ(interval_text(189.371, {189.09, 193.5}), "189.37 +4.1 -0.28") << "the nearer end determines the decimals";
  EXPECT_EQ(interval_text(0, {0, 56.3}), "0 +56 -0");
  EXPECT_EQ(interval_text(8666.49999892, {8666.49999855, 8666.49999913}), "8666.500 ± 1.5e-6")
      << "seven digits at most";
  EXPECT_EQ(interval_text(1.38492e-13, {1.38492e-13 - 1.6e-16, 1.38492e-13 + 9.55e-17}), "0 ± 0")
      << "so small a sum over rounds is a rounding error";
}

TEST(HumanText, WithDigitsEqualsTheNumberReadFromText) {
  const auto by_text = [](double x, int digits) {
    return std::strtod(fmt::format("{:.{}e}", x, digits - 1).c_str(), nullptr);
  };
  std::uint64_t state = 1;
  for (int k = 0; k < 20'000; ++k) {
    state = 6364136223846793005U * state + 1442695040888963407U;  // Knuth's linear congruential generator
    const int digits = 1 + k % 10, exponent = static_cast<int>(state >> 40U) % 30;
    double x = static_cast<double>(state >> 11U) * 0x1p-53 * std::pow(10.0, exponent - 12);
    if (k % 3 == 0) x = std::round(1000 * x) / 1000 + 0.5;  // ties in rounding, and numbers of few digits
    if (k % 2 == 0) x = -x;
    ASSERT_EQ(with_digits(x, digits), by_text(x, digits)) << x << " to " << digits;
  }
  for (const double x : {0.0, -0.0, 9.9999999e22, 9.995, 1e-300, 1e300, 5e-324, 0.5, 2.5, 12345678.5})
    EXPECT_EQ(with_digits(x, 8), by_text(x, 8));
}

TEST(HumanText, DurationsCountsAndRates) {
  EXPECT_EQ(duration_text(0.4218), "0.42 s");
  EXPECT_EQ(duration_text(185), "3 min 05 s");
  EXPECT_EQ(duration_text(7800), "2 h 10 min");
  EXPECT_EQ(duration_text(4 * 86400 + 3 * 3600), "4 d 3 h");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped_text("-1000"), "-1,000");
  for (const char* text : {"999", "1000.5", "trace-1000", ""}) EXPECT_EQ(grouped_text(text), text);
  EXPECT_EQ(counted(1, "trial"), "1 trial");
  EXPECT_EQ(rate_text(61.24e6), "61.2 million rounds/s");
}

TEST(TextTable, AlignsColumnsAndOmitsEmptyOnes) {
  TextTable table;
  table.add_column("name", TextTable::Align::left);
  table.add_column("nothing", TextTable::Align::left);
  table.add_column("n", TextTable::Align::right);
  table.add_row({"a", "", "5"});
  table.add_row({"longer", "", "1000"});
  EXPECT_EQ(folded_text(table),
            "name       n\n"
            "------  ----\n"
            "a          5\n"
            "longer  1000\n");
}

TEST(Show, TableWithNotes) {
  const ResultsFolder folder(dice_study, {"--set", "environment.feasible=[true,false]"});
  expect_parts(output_of(folder, {"show", "s.db"}),
               {"dice: 24 cells of 20 trials, seed 7, delta 0.05", "scale", "gap", " -", " +",
                "20 infeasible; Slater fails: rho = -0.", "flat, \"quoted\""});
  expect_parts(output_of(folder, {"show", "s.db", "--all"}),
               {"active_rounds", "vacuous", "bound: the theorem at the cell's mean C and rho"});
}

TEST(Show, WarnsWhereViolationComparesSingleArmsWithMixtures) {
  const ShippedCatalogue shipped;
  const std::string environment = "[study]\ntrials = 4\nhorizon = 50\n[[environment]]\nkind = \"random-instance\"\n";
  const std::string ucb = "[[learner]]\nkind = \"ucb1\"\n", safe = "[[learner]]\nkind = \"safe-arm\"\n",
                    mixing = "[[learner]]\nkind = \"conomd-fs\"\nconfidence_scale = [0.5, 1]\n";
  const auto shown = [&](const std::string& study) {
    return output_of(ResultsFolder(study, {"--quiet"}), {"show", "s.db"});
  };
  const std::string with_both_learners = environment + ucb + mixing + safe;
  expect_parts(shown(with_both_learners),
               {"ucb1, safe-arm play one arm in every round", "measures = [\"played-violation\"]."});
  EXPECT_FALSE(contains(shown(environment + ucb + safe), "one arm in every round")) << "all learners play single arms";
  const std::string measured = "[[measure]]\nkind = \"played-violation\"\nname = \"of_arms\"\n";
  expect_parts(shown(with_both_learners + measured), {"compare of_arms."});
}

TEST(Show, ExplainsCorruptedValuesUnlessTheUncorruptedMeasureIsPresent) {
  const ShippedCatalogue shipped;
  const std::string study = "[study]\ntrials = 2\nhorizon = 50\n%\n[[environment]]\nkind = \"random-instance\"\n",
                    learner = "[[learner]]\nkind = \"uniform\"\n", corruption = "corruption.budget = [0, 5]\n";
  const auto shown = [&](const std::string& measures, const std::string& corrupting) {
    std::string text = study + corrupting + learner;
    text.replace(text.find('%'), 1, measures);
    return output_of(ResultsFolder(text, {"--quiet"}), {"show", "s.db"});
  };
  const std::string sentence = "In corrupted rounds the corrupted values count.";
  EXPECT_TRUE(contains(shown("", corruption), sentence));
  EXPECT_FALSE(contains(shown("", ""), sentence));
  EXPECT_FALSE(contains(shown("measures = [\"uncorrupted-violation\"]", corruption), sentence));
}

TEST(List, OverviewAndParameters) {
  const Folder folder;
  expect_parts(output_of(folder, {"list"}), {"dice", "flat", "NOISE", "throws dice"});
  const Outcome dice = regretta(folder, {"list", "dice"});
  expect_parts(dice.out, {"scale", "default 1", "multiplies what is reported", "Source: no paper", "feedback: full"});
}

TEST(List, AcceptsNamesInAnyCaseAndSuggestsTheNearest) {
  const ShippedCatalogue shipped;
  const Folder folder;
  EXPECT_TRUE(regretta(folder, {"list", "Hedge"}).out.starts_with("hedge  (learner"));
  EXPECT_EQ(regretta(folder, {"list", "saef"}).err,
            "regretta: list: nothing is called \"saef\" (did you mean \"safe\"?); see regretta list\n");
}

TEST(List, AnUnknownKindSuggestsTheNearestName) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const auto complaint = [&](const std::string& environment, const std::string& learner) {
    folder.write("s.toml",
                 "[[environment]]\nkind = \"" + environment + "\"\n[[learner]]\nkind = \"" + learner + "\"\n");
    return regretta(folder, {"run", "s.toml"}).err;
  };
  EXPECT_EQ(
      complaint("random-instance", "thomson"),
      "regretta: s.toml:4: learner.kind: \"thomson\" is unknown (did you mean \"thompson\"?); see regretta list\n");
  EXPECT_EQ(complaint("random-instance", "bogus"),
            "regretta: s.toml:4: learner.kind: \"bogus\" is unknown; see regretta list\n");
  expect_parts(complaint("bogus", "hedge"),
               {"environment.kind: \"bogus\" is unknown, expected one of stationary, ", "; see regretta list\n"});
}

TEST(List, LearnersAreListedByGroup) {
  const Folder folder;
  EXPECT_TRUE(contains(regretta(folder, {"list"}).out, "LEARNERS  ([[learner]])\n"))
      << "the learners of the fake catalogue have no group";
  const ShippedCatalogue shipped;
  expect_parts(regretta(folder, {"list"}).out, {"LEARNERS, paper  (", "LEARNERS, primal-dual  (", "\npd-wa "});
  const std::string group = regretta(folder, {"list", "primal-dual"}).out;
  EXPECT_TRUE(contains(group, "pd-wa  (learner, group: primal-dual, feedback: bandit)")) << group;
  EXPECT_FALSE(contains(group, "conomd-fs  (")) << group;
}

TEST(Init, OverwritesAFileOnlyWithForce) {
  const Folder folder;
  EXPECT_EQ(regretta(folder, {"init", "mine.toml"}).status, 0);
  const std::string text = read_text(folder.path("mine.toml"));
  EXPECT_TRUE(contains(text, "[[learner]]"));
  expect_refused(folder, {"init", "mine.toml"}, {"--force"});
  folder.write("mine.toml", "mine");
  EXPECT_EQ(regretta(folder, {"init", "mine.toml", "--force"}).status, 0);
  EXPECT_EQ(read_text(folder.path("mine.toml")), text);
}

TEST(Show, ExtremesListTheLargestAndSmallestTrialsWithReplayCommands) {
  const ResultsFolder folder(dice_study, {"--set", "learner.fails=11"}, 3);
  const StudyReader study = StudyReader::open(folder.path("s.db"));
  double largest = -infinity, least = infinity;
  std::string command;
  for (const CellLabel& cell : study.cells())
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials) {
        if (trial.failure) continue;
        least = std::min(least, trial[Quantity::violation]);
        if (trial[Quantity::violation] <= largest) continue;
        largest = trial[Quantity::violation];
        command = fmt::format("replay s.db --cell {} --trial {}", cell.cell, trial.trial);
      }
    });
  const auto extremes = [&](const std::vector<std::string>& more) {
    return regretta(folder, {"show", "s.db", "--extremes"}, more);
  };
  expect_parts(output_of(extremes({"3", "--metric", "violation"})),
               {"The 3 largest and smallest: violation of 228 trials", command});
  const auto rows = nlohmann::json::parse(extremes({"3", "-m", "violation", "--format", "json"}).out);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows.front().at("value"), largest);
  EXPECT_EQ(rows.back().at("value"), least);
}

TEST(Version, PrintsVersionCompilerAndInstructionSet) {
  const Folder folder;
  expect_parts(output_of(folder, {"version"}), {"regretta 0.", "compiler", "instruction set", "SQLite 3."});
}

const std::string hostile_name = R"(a_b & $x$ | <b> \x{y} #1 100% ~^ "q" `c` [z] *i*)";

std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (contains(line, part)) lines.push_back(line);
  return lines;
}

TEST(ShownText, MarkupCharactersAreEscaped) {
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

TEST(ShownText, ColumnsAlignByDisplayWidth) {
  EXPECT_EQ(width_of("verz\u00f6gerung"), 11U);
  EXPECT_EQ(width_of("verzo\u0308gerung"), 11U) << "a combining character has no width";
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
            "% \\usepackage{booktabs,longtable}\n"
            "% XeLaTeX or LuaLaTeX, if pdfLaTeX lacks one of the characters\n"
            "\\begin{table}\n"
            "\\centering\n"
            "\\caption{50\\% of it.}\\label{tab:50--of-it}\n"
            "\\begin{tabular}{lrr}\n"
            "\\toprule\n"
            "na\\_me & regret & n \\\\\n"
            "\\midrule\n"
            "a\\textbar{}b & $-1235$ $\\pm$ 12 & $1{,}000$ \\\\\n"
            "\u03b1 & -- & $3e-07$ \\\\\n"
            "\\bottomrule\n"
            "\\end{tabular}\n"
            "\\end{table}\n"
            "% # 1\n");
}

TEST(ShownText, LatexPutsConstantsInTheCaptionAndNotesBelowAndOmitsCellNumbers) {
  TextTable table;
  table.add_column("cell", TextTable::Align::right, Use::number);
  table.add_column("learner", TextTable::Align::left, Use::key);
  table.add_column("horizon", TextTable::Align::right, Use::key);
  table.add_column("regret", TextTable::Align::right, Use::value);
  for (const std::string name : {"1", "2"}) table.add_row({{name}, {name}, {"20,000"}}, ShownEntry("1.5", "+4 -3"));
  const ShownPart part{.lines = {"my study: title"}, .table = table, .notes = {"a: 50%"}};
  const std::string text = shown_text({part, part}, ShownFormat::latex);
  expect_parts(text, {"\\caption{my study: title. In every row: horizon 20,000.}\\label{tab:my-study}",
                      "\\label{tab:my-study-2}", "{lr}", "\n$1$ & $1.5$ $^{+4}_{-3}$ \\\\\n",
                      "\\end{tabular}\n\\par a: 50\\%\n\\end{table}\n"});
}

TEST(ShownText, SentencesArePrintedOnceBelowTheTable) {
  TextTable table;
  table.add_column("learner", TextTable::Align::left, Use::key);
  table.add_column({.heading = "notes", .align = TextTable::Align::left, .name = "notes", .has_sentences = true});
  table.add_row({{"a"}, {"it falls; unless rare"}});
  table.add_row({{"b"}, {}});
  table.add_row({{"c"}, {"unless rare"}});
  EXPECT_EQ(replace_sentences_by_marks(table), (std::vector<std::string>{"a: it falls", "b: unless rare"}));
  EXPECT_EQ(table.rows()[0][1].text, "a b");
  EXPECT_EQ(table.rows()[1][1].text, "");
  EXPECT_EQ(table.rows()[2][1].text, "b");
}

TEST(ShownText, LinesCannotBecomeListsHeadingsOrCode) {
  const std::vector<ShownPart> parts = {{.lines = {"- a", "2. b", "    c", "+ d", "= e"}}};
  EXPECT_EQ(shown_text(parts, ShownFormat::markdown), "\\- a\n\n2\\. b\n\nc\n\n\\+ d\n\n\\= e\n");
  EXPECT_EQ(shown_text({{.lines = {"a\n\\end{document}"}}}, ShownFormat::latex),
            "% \\usepackage{booktabs,longtable}\n% a \\end{document}\n");
}

/// dice_study with an environment whose name is full of markup.
std::string hostile_study() {
  std::string text = dice_study;
  const std::string name = R"("flat, \"quoted\"")";
  text.replace(text.find(name), name.size(), R"('a_b & $x$ | <b> \x{y}')");
  return text;
}

TEST(ShowForPapers, NothingIsBoldAndNamesAreEscaped) {
  const Folder folder;
  folder.write("s.toml", hostile_study());
  // These scales are so far apart that after 200 trials no rare unseen trial can change which learner is least.
  output_of(folder, {"run", "s.toml", "--set", "study.trials=200", "--set", "learner.scale=[100,10,3e-7]"});
  const std::string digest = "digest " + regretta(folder, {"digest", "s.db"}).out.substr(0, 32);
  const std::string markdown = output_of(folder, {"show", "s.db", "--format", "markdown"});
  const auto rows = lines_with(markdown, "| dice");
  ASSERT_EQ(rows.size(), 12U);
  for (const std::string& row : rows) EXPECT_TRUE(contains(row, R"(| a\_b &amp; \$x\$ \| &lt;b&gt; \\x{y} |)")) << row;
  EXPECT_FALSE(contains(markdown, "**"));
  EXPECT_TRUE(contains(markdown, "\n" + digest)) << markdown;
}

}  // namespace
}  // namespace regretta::fakes
