// Tables keep to the width of the terminal, and have no width in files and pipes; colours are for terminals, and
// nothing is paged.

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "pseudo_terminal.hpp"
#include "regretta/tools/text/folded_table.hpp"

namespace regretta::fakes {
namespace {

std::size_t widest(const std::string& text) {
  std::size_t most = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    most = std::max(most, width_of(line));
  }
  return most;
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

TEST(FoldedTable, OneBlockWithoutAWidth) {
  EXPECT_EQ(folded_text(wide_table()),
            "cell  learner  horizon      regret  bound  variance factor  verdict\n"
            "----  -------  -------  ----------  -----  ---------------  --------------------------------\n"
            "   0  hedge      5,000  12.5 ± 0.3      -              1.2  better\n"
            "   1  ucb1       5,000       9 ± 1      -                1  worse, unless rare trials decide\n");
}

TEST(FoldedTable, ConstantsAboveAndBlocksWithTheSameKeys) {
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

/// Whether `show` of this file keeps to terminals of several widths.
void expect_fits(const Folder& folder, const std::string& file, const std::string& cells) {
  const Outcome piped = regretta(folder, {"show", file});
  EXPECT_TRUE(contains(piped.out, ": " + cells + " cells of ")) << piped.out.substr(0, 200);
  EXPECT_GT(widest(piped.out), 80U);
  for (const auto columns : std::to_array<unsigned short>({80, 0})) {
    const OnTerminal shown = on_terminal(folder, {"show", file}, columns);
    EXPECT_EQ(shown.outcome.status, 0) << shown.outcome.err;
    EXPECT_LE(widest(shown.seen), columns == 0 ? 80U : columns) << file << "\n" << shown.seen;
    EXPECT_GT(widest(shown.seen), columns / 2) << "it uses the room that it has";
  }
}

TEST(TablesOnTerminal, ShippedStudiesFit) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const std::string studies = std::string(REGRETTA_SOURCE_DIR) + "/tools/studies/";
  ASSERT_EQ(regretta(folder, {"run", studies + "corruption-sweep.toml", "--set", "study.trials=2", "--set",
                              "study.horizon=24000", "--set",
                              "environment.corruption.budget=[0,256,1024,10000,10500,11000,11500]", "--quiet"})
                .status,
            0);
  expect_fits(folder, "corruption-sweep.db", "224");
}

class DiceOnTerminal : public ::testing::Test {
 protected:
  DiceOnTerminal() {
    folder_.write("s.toml", dice_study);
    EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--set", "study.trials=200", "--set", "learner.scale=[100,10,3e-7]"})
                  .status,
              0);
  }
  const Folder folder_;
  const std::vector<std::string> compare_ = {"compare", "s.db", "--baseline", "dice, scale=10"};
};

TEST_F(DiceOnTerminal, EveryTableFits) {
  for (const std::vector<std::string>& command : {compare_, {"show", "s.db", "--all"}, {"rank", "s.db"}, {"list"}}) {
    const OnTerminal shown = on_terminal(folder_, command, 80, {{"NO_COLOR", "1"}});
    EXPECT_LE(widest(shown.seen), 80U) << command[0] << "\n" << shown.seen;
    EXPECT_FALSE(contains(shown.seen, "\033"));
  }
}

TEST_F(DiceOnTerminal, ColumnsOverrulesAndPipesHaveNoWidth) {
  const OnTerminal wide = on_terminal(folder_, {"show", "s.db"}, 40, {{"COLUMNS", "80"}});
  EXPECT_GT(widest(wide.seen), 40U);
  EXPECT_LE(widest(wide.seen), 80U);
  ProgramProcess piped(folder_, {"show", "s.db"}, {{"COLUMNS", "60"}});
  EXPECT_LE(widest(piped.wait().out), 60U);
  EXPECT_EQ(regretta(folder_, {"show", "s.db", "--output", "s.txt"}).status, 0);
  EXPECT_EQ(read_text(folder_.path("s.txt")), regretta(folder_, {"show", "s.db"}).out);
}

TEST_F(DiceOnTerminal, VerdictsAndErrorsAreColouredThereOnly) {
  const OnTerminal shown = on_terminal(folder_, compare_, 200);
  EXPECT_TRUE(contains(shown.seen, "\033[31m") || contains(shown.seen, "\033[33m")) << shown.seen;
  EXPECT_FALSE(contains(regretta(folder_, compare_).out, "\033"));
  EXPECT_FALSE(contains(on_terminal(folder_, compare_, 200, {{"TERM", "dumb"}}).seen, "\033"));
  const OnTerminal error = on_terminal(folder_, {"show", "none.db"}, 80, {}, "REGRETTA_TEST_ERR");
  EXPECT_TRUE(error.seen.starts_with("\033[31mregretta:\033[0m none.db: ")) << error.seen;
  EXPECT_TRUE(regretta(folder_, {"show", "none.db"}).err.starts_with("regretta: none.db: "));
}

}  // namespace
}  // namespace regretta::fakes
