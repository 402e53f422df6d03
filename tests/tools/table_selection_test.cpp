// --where, --sort and --pivot: one meaning for all commands that print a table.

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/tools/text/folded_table.hpp"
#include "regretta/tools/text/selected_table.hpp"
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

/// The first column of what is selected, joined.
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

TEST(TableSelection, RowsByConditions) {
  EXPECT_EQ(cells_of({.where = {"learner=ucb1"}}), "01");
  EXPECT_EQ(cells_of({.where = {"learner=ucb1,budget>=100"}}), "1");
  EXPECT_EQ(cells_of({.where = {"budget=0,1000"}}), "0123") << "a comma: further values";
  EXPECT_EQ(cells_of({.where = {"budget=1e3", "regret<=9"}}), "1") << "- is no number";
  EXPECT_EQ(cells_of({.where = {"learner=ucb1", "learner=flat, quoted"}}), "0123") << "the same name: alternatives";
  EXPECT_EQ(cells_of({.where = {"learner!=ucb1"}}), "23");
  EXPECT_EQ(cells_of({.where = {"corruption.budget = 0"}}), "02");
  EXPECT_EQ(cells_of({.where = {"regret>-10"}}), "012");
}

TEST(TableSelection, RowsInOrder) {
  EXPECT_EQ(cells_of({.sort = "regret"}), "2103") << "what is no number comes last";
  EXPECT_EQ(cells_of({.sort = "regret,desc"}), "0123");
  EXPECT_EQ(cells_of({.sort = "learner"}), "2301");
}

TEST(TableSelection, PivotHasARowPerLearnerAndAColumnPerBudget) {
  EXPECT_EQ(folded_text(selected(scores(), {.sort = "learner", .pivot = {"learner", "budget"}}, {})),
            "learner       budget=0  budget=1000\n"
            "------------  --------  -----------\n"
            "flat, quoted    -5 ± 1            -\n"
            "ucb1            12 ± 3        9 ± 1\n");
  EXPECT_TRUE(contains(error_of({.pivot = {"learner"}}), "expected two columns"));
}

TEST(TableSelection, ErrorsNameTheNearest) {
  EXPECT_EQ(error_of({.where = {"learner=ucb2"}}),
            "--where: no row has learner=ucb2 (did you mean \"ucb1\"?), expected flat, quoted; ucb1");
  EXPECT_EQ(error_of({.where = {"budget=0,7"}}), "--where: no row has budget=7, expected 0; 1000");
  EXPECT_EQ(error_of({.where = {"budgt=0"}}),
            "--where: no column \"budgt\" (did you mean \"environment.corruption.budget\"?), expected one of cell, "
            "learner, environment.corruption.budget, regret, regret_bound");
  EXPECT_EQ(error_of({.where = {"learner=ucb1,regret<0"}}), "--where: no row has all of learner=ucb1, regret<0");
  EXPECT_EQ(error_of({.where = {"budget>=many"}}), "--where: budget>=many, expected a number");
  EXPECT_TRUE(contains(error_of({.sort = "regrat"}), "--sort: no column \"regrat\" (did you mean \"regret\"?)"));
}

/// dice_study: 12 cells of 20 trials.
class SelectedTables : public ::testing::Test {
 protected:
  SelectedTables() {
    folder_.write("s.toml", dice_study);
    EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--set", "learner.scale=[1,0.2,0.1]"}).status, 0);
  }
  std::vector<std::map<std::string, std::string>> rows(std::vector<std::string> arguments) const {
    const Outcome outcome = regretta(folder_, arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return rows_of(outcome.out);
  }
  const Folder folder_;
};

TEST_F(SelectedTables, EveryCommandSelectsTheSameCells) {
  const auto cells = rows({"export", "s.db"});
  std::vector<std::string> wanted;
  for (const auto& row : cells)
    if (row.at("learner.scale") == "0.2") wanted.push_back(row.at("cell"));
  ASSERT_GT(wanted.size(), 1U);
  ASSERT_LT(wanted.size(), cells.size());
  const std::vector<std::vector<std::string>> commands = {
      {"export", "s.db"},
      {"export", "s.db", "--table", "means", "--sort", "cell"},
      {"rank", "s.db", "--format", "csv"},
      {"show", "s.db", "--extremes", "1000", "--sort", "cell", "--format", "csv"}};
  for (std::vector<std::string> command : commands) {
    command.insert(command.end(), {"--where", "scale=0.2"});
    std::vector<std::string> found;
    for (const auto& row : rows(command))
      if (found.empty() || found.back() != row.at("cell")) found.push_back(row.at("cell"));
    EXPECT_EQ(found, wanted) << command[0] << " " << command[2];
  }
  EXPECT_TRUE(contains(regretta(folder_, {"export", "s.db", "--columns", "cel"}).err, "did you mean \"cell\"?"));
  const Outcome unknown = regretta(folder_, {"compare", "s.db", "--baseline", "x", "--where", "scale=3"});
  EXPECT_TRUE(contains(unknown.err, "--where: no cell has scale=3, expected 0.1; 0.2; 1")) << unknown.err;
}

TEST_F(SelectedTables, ExportWithoutATableWritesCells) {
  EXPECT_EQ(regretta(folder_, {"export", "s.db"}).out, regretta(folder_, {"export", "s.db", "--table", "cells"}).out);
  const auto wide = rows({"export", "s.db", "--pivot", "learner,scale", "--columns", "violation_mean"});
  ASSERT_FALSE(wide.empty());
  EXPECT_TRUE(wide.front().contains("scale=0.2"));
  EXPECT_EQ(wide.front().at("quantity"), "violation_mean");
}

}  // namespace
}  // namespace regretta::fakes
