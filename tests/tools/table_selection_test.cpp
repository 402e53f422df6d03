// TableSelection, SelectedTables: tests that --where and --pivot mean the same in all commands that print a table.
// FoldedTable, TablesOnTerminal, DiceOnTerminal: tests that tables fit the width of the terminal, that their width is
// not limited in files and pipes, and that only terminals get colours.
// OutputFormats: tests that the ending of an output file chooses its format, and that other endings are refused.

#include <gtest/gtest.h>

#include <filesystem>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "pseudo_terminal.hpp"
#include "regretta/tools/text/text_table.hpp"
#include "regretta/tools/text/value_table.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

TextTable scores() {
  TextTable table;
  using Align = TextTable::Align;
  table.add_column("cell", Align::right, Use::number);
  table.add_column("learner", Align::left, Use::key);
  table.add_column("budget", Align::right, Use::key, "environment.corruption.budget");
  table.add_column("regret", Align::right, Use::value);
  table.add_column("bound", Align::right, Use::detail, "regret_bound");
  table.add_row({{"0"}, {"ucb1"}, {"0"}, {"12", "3"}, {"-"}});
  table.add_row({{"1"}, {"ucb1"}, {"1,000"}, {"9", "1"}, {"30"}});
  table.add_row({{"2"}, {"flat, quoted"}, {"0"}, {"-5", "1"}, {"7"}});
  table.add_row({{"3"}, {"flat, quoted"}, {"1,000"}, {"-"}, {"8"}});
  return table;
}

/// The numbers of the selected cells, one digit per cell.
std::string cells_of(const Selection& selection) {
  std::string cells;
  const TextTable table = selected(scores(), selection, parsed_conditions(selection.where));
  for (const auto& row : table.rows()) cells += row.front().text;
  return cells;
}

std::string error_of(const Selection& selection) {
  try {
    cells_of(selection);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(TableSelection, ConditionsSelectRows) {
  EXPECT_EQ(cells_of({.where = {"learner=ucb1"}}), "01");
  EXPECT_EQ(cells_of({.where = {"learner=ucb1,budget>=100"}}), "1");
  EXPECT_EQ(cells_of({.where = {"budget=0,1000"}}), "0123") << "values separated by commas are alternatives";
  EXPECT_EQ(cells_of({.where = {"budget=1e3", "regret<=9"}}), "1") << "a missing value (-) satisfies no condition";
  EXPECT_EQ(cells_of({.where = {"learner=ucb1", "learner=flat, quoted"}}), "0123")
      << "conditions on the same column are alternatives";
  EXPECT_EQ(cells_of({.where = {"learner!=ucb1"}}), "23");
  EXPECT_EQ(cells_of({.where = {"corruption.budget = 0"}}), "02");
  EXPECT_EQ(cells_of({.where = {"regret>-10"}}), "012");
}

TEST(TableSelection, PivotHasARowPerLearnerAndAColumnPerBudget) {
  EXPECT_EQ(folded_text(selected(scores(), {.pivot = {"learner", "budget"}}, {})),
            "learner       budget=0  budget=1000\n"
            "------------  --------  -----------\n"
            "ucb1            12 ± 3        9 ± 1\n"
            "flat, quoted    -5 ± 1            -\n");
  EXPECT_TRUE(contains(error_of({.pivot = {"learner"}}), "expected two columns"));
}

TEST(TableSelection, ErrorsSuggestTheNearestName) {
  EXPECT_EQ(error_of({.where = {"learner=ucb2"}}),
            "--where: no row has learner=ucb2 (did you mean \"ucb1\"?), expected \"flat, quoted\"; ucb1");
  EXPECT_EQ(error_of({.where = {"budget=0,7"}}), "--where: no row has budget=7, expected 0; 1000");
  EXPECT_EQ(error_of({.where = {"budgt=0"}}),
            "--where: no column \"budgt\" (did you mean \"environment.corruption.budget\"?), expected one of cell, "
            "learner, environment.corruption.budget, regret, regret_bound");
  EXPECT_EQ(error_of({.where = {"learner=ucb1,regret<0"}}), "--where: no row has all of learner=ucb1, regret<0");
  EXPECT_EQ(error_of({.where = {"budget>=many"}}), "--where: budget>=many, expected a number");
}

class SelectedTables : public ::testing::Test {
 protected:
  std::vector<std::map<std::string, std::string>> rows(std::vector<std::string> arguments) const {
    return rows_of(output_of(folder_, arguments));
  }
  const ResultsFolder folder_{dice_study, {"--set", "learner.scale=[1,0.2,0.1]"}};
};

TEST_F(SelectedTables, EveryCommandSelectsTheSameCells) {
  const auto cells = rows({"export", "s.db"});
  std::vector<std::string> expected;
  for (const auto& row : cells)
    if (row.at("learner.scale") == "0.2") expected.push_back(row.at("cell"));
  ASSERT_GT(expected.size(), 1U);
  ASSERT_LT(expected.size(), cells.size());
  const std::vector<std::vector<std::string>> commands = {
      {"export", "s.db"}, {"export", "s.db", "--table", "means"}, {"rank", "s.db", "--format", "csv"}};
  for (std::vector<std::string> command : commands) {
    command.insert(command.end(), {"--where", "scale=0.2"});
    std::vector<std::string> selected_cells;
    for (const auto& row : rows(command))
      if (selected_cells.empty() || selected_cells.back() != row.at("cell")) selected_cells.push_back(row.at("cell"));
    EXPECT_EQ(selected_cells, expected) << command[0] << " " << command[2];
  }
  EXPECT_TRUE(contains(regretta(folder_, {"export", "s.db", "--columns", "cel"}).err, "did you mean \"cell\"?"));
  const Outcome unknown = regretta(folder_, {"compare", "s.db", "--baseline", "x", "--where", "scale=3"});
  EXPECT_TRUE(contains(unknown.err, "--where: no cell has scale=3, expected 0.1; 0.2; 1")) << unknown.err;
}

TEST_F(SelectedTables, ExportWithoutATableWritesCells) {
  EXPECT_EQ(regretta(folder_, {"export", "s.db"}).out, regretta(folder_, {"export", "s.db", "--table", "cells"}).out);
}

/// The width of the widest line, in columns of a terminal.
std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    width = std::max(width, width_of(line));
  }
  return width;
}

TextTable wide_table() {
  TextTable table;
  using Align = TextTable::Align;
  table.add_column("cell", Align::right, Use::number);
  table.add_column("learner", Align::left, Use::key);
  table.add_column("horizon", Align::right, Use::key);
  table.add_column("regret", Align::right, Use::value);
  table.add_column("bound", Align::right, Use::detail, "regret_bound");
  table.add_column("variance factor", Align::right);
  table.add_column("verdict", Align::left);
  table.add_row({{"0"}, {"hedge"}, {"5,000"}, {"12.5", "0.3"}, {"-"}, {"1.2"}, {"better", Tone::good}});
  table.add_row({{"1"}, {"ucb1"}, {"5,000"}, {"9", "1"}, {"-"}, {"1"}, {"worse, unless rare trials decide"}});
  return table;
}

TEST(FoldedTable, AnUnlimitedWidthGivesOneBlock) {
  EXPECT_EQ(folded_text(wide_table()),
            "cell  learner  horizon      regret  bound  variance factor  verdict\n"
            "----  -------  -------  ----------  -----  ---------------  --------------------------------\n"
            "   0  hedge      5,000  12.5 ± 0.3      -              1.2  better\n"
            "   1  ucb1       5,000       9 ± 1      -                1  worse, unless rare trials decide\n");
}

TEST(FoldedTable, ANarrowWidthMovesConstantsAboveAndRepeatsKeysInEveryBlock) {
  EXPECT_EQ(folded_text(wide_table(), {.width = 60}),
            "In every row: horizon 5,000; regret bound -\n"
            "\n"
            "                           variance\n"
            "cell  learner      regret    factor\n"
            "----  -------  ----------  --------\n"
            "   0  hedge    12.5 ± 0.3       1.2\n"
            "   1  ucb1          9 ± 1         1\n"
            "\n"
            "cell  learner  verdict\n"
            "----  -------  --------------------------------\n"
            "   0  hedge    better\n"
            "   1  ucb1     worse, unless rare trials decide\n");
  EXPECT_TRUE(contains(folded_text(wide_table(), {.width = 35}),
                       "   1  ucb1     worse, unless rare\n"
                       "               trials decide\n"));
  for (std::size_t width = 36; width < 100; ++width)
    EXPECT_LE(widest(folded_text(wide_table(), {.width = width})), width);
}

TEST(FoldedTable, ColourDoesNotMoveColumns) {
  std::string text = folded_text(wide_table(), {.width = 100, .has_colour = true});
  EXPECT_TRUE(contains(text, "\033[32mbetter\033[0m\n")) << text;
  for (const char* code : {"\033[32m", "\033[0m"})
    while (contains(text, code)) text.erase(text.find(code), std::string(code).size());
  EXPECT_EQ(text, folded_text(wide_table(), {.width = 100}));
}

/// Expects that `show` of this file fits on a terminal of 80 columns, which are also assumed if it reports none (0).
void expect_fits(const Folder& folder, const std::string& file, const std::string& num_cells) {
  const Outcome piped = regretta(folder, {"show", file});
  EXPECT_TRUE(contains(piped.out, ": " + num_cells + " cells of ")) << piped.out.substr(0, 200);
  EXPECT_GT(widest(piped.out), 80U);
  for (const auto columns : std::to_array<unsigned short>({80, 0})) {
    const OnTerminal shown = on_terminal(folder, {"show", file}, columns);
    EXPECT_EQ(shown.outcome.status, 0) << shown.outcome.err;
    EXPECT_LE(widest(shown.seen), columns == 0 ? 80U : columns) << file << "\n" << shown.seen;
    EXPECT_GT(widest(shown.seen), columns / 2) << "the table must use most of the width";
  }
}

TEST(TablesOnTerminal, ALargeShippedStudyFits) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const std::string studies = std::string(REGRETTA_SOURCE_DIR) + "/tools/studies/";
  output_of(folder,
            {"run", studies + "corruption-sweep.toml", "--set", "study.trials=2", "--set", "study.horizon=24000",
             "--set", "environment.corruption.budget=[0,256,1024,10000,10500,11000,11500]", "--quiet"});
  expect_fits(folder, "corruption-sweep.db", "224");
}

class DiceOnTerminal : public ::testing::Test {
 protected:
  const ResultsFolder folder_{dice_study, {"--set", "study.trials=200", "--set", "learner.scale=[100,10,3e-7]"}};
  const std::vector<std::string> compare_ = {"compare", "s.db", "--baseline", "dice, scale=10"};
};

TEST_F(DiceOnTerminal, EveryTableFits) {
  for (const std::vector<std::string>& command : {compare_, {"show", "s.db", "--all"}, {"rank", "s.db"}, {"list"}}) {
    const OnTerminal shown = on_terminal(folder_, command, 80, {{"NO_COLOR", "1"}});
    EXPECT_LE(widest(shown.seen), 80U) << command[0] << "\n" << shown.seen;
    EXPECT_FALSE(contains(shown.seen, "\033"));
  }
}

TEST_F(DiceOnTerminal, TheVariableCOLUMNSOverridesTheWidth) {
  const OnTerminal wide = on_terminal(folder_, {"show", "s.db"}, 40, {{"COLUMNS", "80"}});
  EXPECT_GT(widest(wide.seen), 40U);
  EXPECT_LE(widest(wide.seen), 80U);
  ProgramProcess piped(folder_, {"show", "s.db"}, {{"COLUMNS", "60"}});
  EXPECT_LE(widest(piped.wait().out), 60U);
}

TEST_F(DiceOnTerminal, FilesGetTheSameTextAsPipes) {
  EXPECT_EQ(regretta(folder_, {"show", "s.db", "--output", "s.txt"}).status, 0);
  EXPECT_EQ(read_text(folder_.path("s.txt")), regretta(folder_, {"show", "s.db"}).out);
}

TEST_F(DiceOnTerminal, VerdictsAndErrorsAreColouredOnTerminalsOnly) {
  const OnTerminal shown = on_terminal(folder_, compare_, 200);
  EXPECT_TRUE(contains(shown.seen, "\033[31m") || contains(shown.seen, "\033[33m")) << shown.seen;
  EXPECT_FALSE(contains(regretta(folder_, compare_).out, "\033"));
  EXPECT_FALSE(contains(on_terminal(folder_, compare_, 200, {{"TERM", "dumb"}}).seen, "\033"));
  const OnTerminal error = on_terminal(folder_, {"show", "none.db"}, 80, {}, "REGRETTA_TEST_ERR");
  EXPECT_TRUE(error.seen.starts_with("\033[31mregretta:\033[0m none.db: ")) << error.seen;
  EXPECT_TRUE(regretta(folder_, {"show", "none.db"}).err.starts_with("regretta: none.db: "));
}

class OutputFormats : public ::testing::Test {
 protected:
  Outcome run_on_results(std::vector<std::string> command, const std::vector<std::string>& more) const {
    command.insert(command.begin() + 1, "s.db");
    command.insert(command.end(), more.begin(), more.end());
    return regretta(folder_, command);
  }
  /// Expects in `file` the text that the command prints with --format. Status 1 means that `diagnose` has findings.
  void expect_same(const std::vector<std::string>& command, const std::string& file, const std::string& format) const {
    const Outcome outcome = run_on_results(command, {"-o", file});
    EXPECT_LE(outcome.status, 1) << command.front() << " " << file << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(read_text(folder_.path(file)), run_on_results(command, {"--format", format}).out)
        << command.front() << " " << file;
  }
  /// Expects an error message that contains each of `parts`, and no file.
  void expect_refused(const std::vector<std::string>& command, const std::string& file,
                      const std::vector<std::string>& parts) const {
    fakes::expect_refused(run_on_results(command, {"--output", file}), parts);
    EXPECT_FALSE(std::filesystem::exists(folder_.path(file))) << file;
  }
  const ResultsFolder folder_{dice_study};
};

TEST_F(OutputFormats, TheEndingOfTheFileChoosesTheFormat) {
  for (const auto& [file, format] : {std::pair("e.csv", "csv"), {"e.JSON", "json"}, {"e", "csv"}})
    expect_same({"export", "--table", "means"}, file, format);
  for (const auto& [file, format] :
       {std::pair("s.csv", "csv"), {"s.json", "json"}, {"s.tex", "latex"}, {"s.md", "markdown"}, {"s.v2", "text"}})
    expect_same({"show"}, file, format);
  expect_same({"diagnose"}, "d.json", "json");
  EXPECT_TRUE(run_on_results({"show"}, {"--format", "json", "-o", "/dev/stdout"}).out.starts_with("["));
}

TEST_F(OutputFormats, ErrorsForUnsupportedEndingsNameTheRightCommand) {
  expect_refused({"export"}, "x.parquet",
                 {"x.parquet: this command cannot write .parquet, expected a name that ends in .csv or .json"});
  expect_refused({"export"}, "x.tex", {"regretta show writes such files"});
  expect_refused({"report"}, "r.pdf", {"expected a name that ends in .html", "regretta plot writes such files"});
  expect_refused({"merge"}, "m.csv", {"expected a name that ends in .db"});
  expect_refused({"export", "--format", "json"}, "x.csv",
                 {"--format json contradicts --output x.csv, expected a name that ends in .json"});
  EXPECT_EQ(run_on_results({"export", "--format", "json"}, {"-o", "x.v2"}).status, 0);
}

}  // namespace
}  // namespace regretta::fakes
