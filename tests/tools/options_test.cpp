// Options: tests that options refuse values that are not numbers, not finite, out of range, too long, or empty.
// Hints: tests the suggestions for misspelt words, and names with characters that separate values of options.
// Help: tests that the help of every command ends with two examples, which parse, and fits in 80 columns.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/text/text_table.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

class Options : public ::testing::Test {
 protected:
  void expect_refused(const std::vector<std::string>& arguments, const std::string& message) const {
    const Outcome outcome = regretta(folder_, arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, message)) << message << "\nin\n" << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }

  const ResultsFolder folder_{dice_study};
};

TEST_F(Options, NumbersMustBeFiniteAndInRange) {
  const std::vector<std::string> invalid = {"nan", "-inf", "-1", "1e999", "3x", "99999999999999999999"};
  const auto refuse = [&](const std::vector<std::string>& arguments, const std::vector<std::string>& values,
                          const std::string& expected) {
    for (const std::string& value : values) {
      std::vector<std::string> complete = arguments;
      complete.back() += "=" + value;
      expect_refused(complete, fmt::format("{}: \"{}\", expected {}", arguments.back(), value, expected));
    }
  };
  refuse({"compare", "s.db", "s.db", "--alpha"}, invalid, "a number from 0.001 to 0.5");
  refuse({"run", "s.toml", "--threads"}, invalid, "an integer from 1 to 4,096");
  refuse({"run", "s.toml", "--threads"}, {"2.5", "0x10", "18446744073709551617"}, "an integer from 1 to 4,096");
  refuse({"verify", "s.db", "--seed"}, {"-1"}, "an integer from 0 to 9,223,372,036,854,775,807");
  refuse({"bench", "--arms"}, {"1"}, "an integer from 2 to 10,000");
  refuse({"replay", "s.db", "--trial", "0", "--cell"}, {"x"}, "an integer from 0 to 999,999");
  expect_refused({"show", "s.db", "--tails", "--above", "5,nan"}, "--above: \"nan\"");
  expect_refused({"verify", "s.db", "--share", "nan%"}, "--share: \"nan%\"");
}

TEST_F(Options, ShortOptionsEqualTheirSetForm) {
  const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> pairs = {
      {{"--trials", "8", "--seed", "5", "--horizon", "50"}, {"study.trials=8", "study.seed=5", "study.horizon=50"}},
      {{"-T", "50,1e3", "--trials=1_0"}, {"study.trials=10", "study.horizon=[50,1000]"}},
      {{"--horizon", "50", "-T", "1000"}, {"study.horizon=[50,1000]"}}};
  int number = 0;
  for (const auto& [short_options, overrides] : pairs) {
    std::vector<std::string> tables;
    for (const bool is_short : {true, false}) {
      const std::string file = fmt::format("{}.db", ++number);
      std::vector<std::string> words = {"run", "s.toml", "-o", file};
      if (is_short) words.insert(words.end(), short_options.begin(), short_options.end());
      if (!is_short)
        for (const std::string& change : overrides) words.insert(words.end(), {"--set", change});
      output_of(folder_, words);
      tables.push_back(tables_of(folder_, file));
    }
    EXPECT_EQ(tables[0], tables[1]) << fmt::format("{}", fmt::join(short_options, " "));
  }
  expect_refused({"run", "s.toml", "--trials", "many"}, "study.trials");
  expect_refused({"run", "s.toml", "--horizon", "5,0"}, "study.horizon");
  expect_refused({"run", "s.toml", "--trials", "8", "--more", "8"}, "--trials excludes --more");
}

TEST_F(Options, EmptyValuesAreRefused) {
  for (const char* option : {"--shard", "--output", "--until", "--set"})
    expect_refused({"run", "s.toml", option, ""}, option + std::string(": \"\", expected a value"));
  expect_refused({"show", ""}, "FILE: \"\", expected a value");
  EXPECT_FALSE(contains(fmt::format("{}", fmt::join(folder_.names(), " ")), "s.1-of"));
}

constexpr const char* names_study = R"(
[study]
trials = 8
horizon = 100
[[environment]]
kind = "flat"
name = "20240501, verzögert"
[[learner]]
kind = "dice"
name = "ours, a=1"
scale = 2
[[learner]]
kind = "dice"
name = "ours"
[[learner]]
kind = "dice"
name = "遅延"
scale = 3
)";

TEST(Hints, TheNearestNameIgnoresCase) {
  EXPECT_EQ(nearest_name("UCB1", {"exp3", "ucb1"}), "ucb1");
  EXPECT_EQ(nearest_name("Exp-3", {"exp3", "ucb1"}), "exp3");
  EXPECT_EQ(nearest_name("fix", {"FIX"}), "FIX");
  const Folder folder;
  EXPECT_TRUE(contains(regretta(folder, {"list", "DCIE"}).err, "did you mean \"dice\"?"));
  folder.write("s.toml", names_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  expect_refused(folder, {"compare", "s.db", "--baseline", "OURS"}, {"did you mean \"ours,scale=1\"?"});
}

TEST(Hints, RunRefusesAResultsFileAndSuggestsShow) {
  const ResultsFolder folder(dice_study);
  expect_refused(folder, {"run", "s.db"},
                 {"s.db: a results file, expected a study (TOML); to see it: regretta show s.db"});
}

TEST(Hints, NamesMayBeQuoted) {
  using Elements = std::vector<ListElement>;
  EXPECT_EQ(elements_of(R"(a, "b, c" ,'d "e"', f"g)"), (Elements{{"a"}, {"b, c", true}, {"d \"e\"", true}, {"f\"g"}}));
  EXPECT_EQ(elements_of("\"a"), (Elements{{"\"a"}}));
  EXPECT_EQ(elements_of("a,"), (Elements{{"a"}, {""}}));
  const ResultsFolder folder(names_study);
  const auto count = [&](const std::string& where) {
    const Outcome shown = regretta(folder, {"export", "s.db", "--where", where});
    EXPECT_EQ(shown.status, 0) << where << ": " << shown.err;
    return rows_of(shown.out).size();
  };
  EXPECT_EQ(count(R"(learner="ours, a=1")"), 1U);
  EXPECT_EQ(count(R"(learner='ours, a=1',"遅延")"), 2U);
  EXPECT_EQ(count(R"(learner="ours",horizon>=100)"), 1U);
  EXPECT_EQ(count("learner=遅延"), 1U);
  EXPECT_EQ(count(R"(environment="20240501, verzögert")"), 3U);
  EXPECT_EQ(regretta(folder, {"compare", "s.db", "--baseline", R"("ours, a=1")"}).status, 0);
  output_of(folder, {"report", "s.db", "--highlight", R"('ours, a=1',遅延)"});
  EXPECT_TRUE(contains(read_text(folder.path("s.html")), "verzögert"));
}

struct Parsed {};  ///< thrown instead of running a command, once its arguments have been parsed

struct ParsedExample {
  std::string line;
  bool is_explained = false;
};

/// The examples at the end of the help of `command`. An example is indented by two blanks, its explanation by more.
std::vector<ParsedExample> examples_of(const CLI::App& command) {
  const std::string footer = command.get_footer();
  const std::size_t begin = footer.find("Examples:\n");
  if (begin == std::string::npos) return {};
  std::vector<ParsedExample> examples;
  std::istringstream lines(footer.substr(footer.find('\n', begin) + 1));
  for (std::string line; std::getline(lines, line);) {
    if (line[2] != ' ')
      examples.push_back({line.substr(2)});
    else if (!examples.empty())
      examples.back().is_explained = true;
  }
  return examples;
}

/// Tests of a program whose commands are parsed but not run.
class Help : public ::testing::Test {
 protected:
  static std::unique_ptr<CLI::App> program() {
    static Ranks ranks(nullptr);
    static ProgramContext context{.known = {}, .program = "regretta", .ranks = ranks};
    auto app = std::make_unique<CLI::App>();
    describe_program(*app);
    add_commands(*app, context);
    app->parse_complete_callback([] { throw Parsed(); });
    return app;
  }
};

TEST_F(Help, EndsWithTwoExamplesThatParse) {
  const auto app = program();
  ASSERT_GT(app->get_subcommands({}).size(), 20U);
  for (const CLI::App* command : app->get_subcommands({})) {
    const auto examples = examples_of(*command);
    EXPECT_EQ(examples.size(), 2U) << command->get_name();
    for (const ParsedExample& example : examples) {
      const std::size_t name = example.line.find("regretta " + command->get_name());
      ASSERT_NE(name, std::string::npos) << example.line;
      EXPECT_TRUE(example.is_explained) << example.line;
      const auto fresh = program();
      EXPECT_THROW(fresh->parse(example.line.substr(name + std::string("regretta ").size())), Parsed) << example.line;
      EXPECT_TRUE(fresh->got_subcommand(command->get_name())) << example.line;
    }
  }
}

TEST_F(Help, FitsInEightyColumns) {
  const auto app = program();
  std::vector<std::string> texts = {app->help()};
  for (const CLI::App* command : app->get_subcommands({})) texts.push_back(command->help());
  for (const std::string& text : texts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(width_of(line), 80U) << line;
  }
}

TEST_F(Help, AShortOptionHasOneMeaningInAllCommands) {
  const auto app = program();
  std::map<std::string, std::string> meanings;  // the long name for each short name
  for (const CLI::App* command : app->get_subcommands({}))
    for (const CLI::Option* option : command->get_options())
      for (const std::string& letter : option->get_snames()) {
        ASSERT_FALSE(option->get_lnames().empty()) << command->get_name() << " -" << letter;
        const auto& meaning = meanings.emplace(letter, option->get_lnames().front()).first->second;
        EXPECT_EQ(option->get_lnames().front(), meaning) << command->get_name() << " -" << letter;
      }
  for (const CLI::App* command : app->get_subcommands({}))
    for (const char* removed : {"--out", "--quantity", "--by", "--level", "--json"})
      EXPECT_EQ(command->get_option_no_throw(removed), nullptr) << command->get_name() << " " << removed;
}

TEST_F(Help, OptionsTakeOneArgument) {
  const auto app = program();
  for (const CLI::App* command : app->get_subcommands({}))
    for (const CLI::Option* option : command->get_options())
      EXPECT_FALSE(!option->get_positional() && option->get_allow_extra_args())
          << command->get_name() << " " << option->get_name() << " must not take a second argument";
}

TEST_F(Help, HelpCommandEqualsHelpOption) {
  const Folder folder;
  for (const auto& [as_command, as_option] : std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>>{
           {{"help"}, {"--help"}}, {{"help", "run"}, {"run", "--help"}}}) {
    const std::string help = output_of(folder, as_command);
    EXPECT_EQ(help, regretta(folder, as_option).out);
    EXPECT_FALSE(help.empty());
  }
  expect_refused(folder, {"help", "shwo"}, {"unknown command \"shwo\"; did you mean \"show\"?"});
  expect_refused(folder, {}, {"expected a command (regretta --help lists the commands)"});
  expect_refused(folder, {"show", "s.db", "t.db"}, {"unexpected argument \"t.db\" (see regretta show --help)"});
  expect_refused(folder, {"run", "s.toml", "--thread=2"},
                 {"unknown option \"--thread\"; did you mean \"--threads\"? (see regretta run --help)"});
}

}  // namespace
}  // namespace regretta::fakes
