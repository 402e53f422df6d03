// The help of every command ends with two examples, which parse, and keeps to 80 columns.

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/program_help.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta::fakes {
namespace {

struct Parsed {};  ///< instead of running a command

struct ParsedExample {
  std::string line;
  bool is_explained = false;
};

/// The examples with which the help of `command` ends: a line indented by two blanks, what it does by more.
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

/// The options of the program.
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
  const auto all = program();
  ASSERT_GT(all->get_subcommands({}).size(), 20U);
  for (const CLI::App* command : all->get_subcommands({})) {
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
  const auto all = program();
  std::vector<std::string> texts = {all->help()};
  for (const CLI::App* command : all->get_subcommands({})) texts.push_back(command->help());
  for (const std::string& text : texts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(width_of(line), 80U) << line;
  }
}

TEST_F(Help, OneNameForOneThing) {
  const auto all = program();
  std::map<std::string, std::string> meanings;  // long name by short one
  for (const CLI::App* command : all->get_subcommands({}))
    for (const CLI::Option* option : command->get_options())
      for (const std::string& letter : option->get_snames()) {
        ASSERT_FALSE(option->get_lnames().empty()) << command->get_name() << " -" << letter;
        const auto& known = meanings.emplace(letter, option->get_lnames().front()).first->second;
        EXPECT_EQ(option->get_lnames().front(), known) << command->get_name() << " -" << letter;
      }
  for (const CLI::App* command : all->get_subcommands({}))
    for (const char* old : {"--out", "--quantity", "--by", "--level", "--json"})
      EXPECT_EQ(command->get_option_no_throw(old), nullptr) << command->get_name() << " " << old;
}

TEST_F(Help, AnOptionTakesOneWord) {
  const auto all = program();
  for (const CLI::App* command : all->get_subcommands({}))
    for (const CLI::Option* option : command->get_options())
      EXPECT_FALSE(!option->get_positional() && option->get_allow_extra_args())
          << command->get_name() << " " << option->get_name() << " takes the argument behind its value, too";
}

TEST_F(Help, IsAlsoACommand) {
  const Folder folder;
  for (const auto& [asked, usual] : std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>>{
           {{"help"}, {"--help"}}, {{"help", "run"}, {"run", "--help"}}}) {
    const Outcome outcome = regretta(folder, asked), expected = regretta(folder, usual);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, expected.out);
    EXPECT_FALSE(outcome.out.empty());
  }
  const Outcome wrong = regretta(folder, {"help", "shwo"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(contains(wrong.err, "unknown command \"shwo\"; did you mean \"show\"?")) << wrong.err;
}

}  // namespace
}  // namespace regretta::fakes
