// What options refuse: values that are no number, not finite, out of range, too long for an integer, or empty.

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"

namespace regretta::fakes {
namespace {

class Options : public ::testing::Test {
 protected:
  Options() {
    folder_.write("s.toml", dice_study);
    EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", "s.db"}).status, 0);
  }
  void expect_refused(const std::vector<std::string>& arguments, const std::string& message) const {
    const Outcome outcome = regretta(folder_, arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, message)) << message << "\nin\n" << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }

  const Folder folder_;
};

TEST_F(Options, LeaveTheFileBehindThem) {
  const std::vector<std::vector<std::string>> commands = {
      {"run", "--set", "study.trials=8", "s.toml", "--output", "t.db"},
      {"plot", "--figure", "distribution", "--metric", "regret", "s.db", "--format", "csv", "--output", "f"},
      {"show", "--tails", "--above", "1,2", "s.db"},
      {"bench", "--arms", "3", "dice", "--repetitions", "1", "--min-time", "0.01"}};
  for (const auto& words : commands) {
    const Outcome outcome = regretta(folder_, words);
    EXPECT_EQ(outcome.status, 0) << fmt::format("{}", fmt::join(words, " ")) << "\n" << outcome.err;
  }
}

struct NumberOption {
  std::vector<std::string> arguments;  ///< up to its value
  std::string expected;
  bool is_integer;
};

TEST_F(Options, NumbersAreFiniteAndInRange) {
  const std::string threads = "an integer from 1 to 4,096";
  const std::vector<NumberOption> options = {
      {{"compare", "s.db", "s.db", "--alpha"}, "a number from 0.001 to 0.5", false},
      {{"compare", "s.db", "s.db", "--equivalence"}, "a number from 0 to 10", false},
      {{"rates", "s.db", "--alpha"}, "a number from 0.0001 to 0.5", false},
      {{"bench", "--min-time"}, "a number from 0.001 to 3600", false},
      {{"audit", "s.db", "--alpha"}, "a number from 1e-12 to 0.5", false},
      {{"plot", "s.db", "--width"}, "a number from 40 to 400", false},
      {{"plot", "s.db", "--most"}, "an integer from 1 to 1,000", true},
      {{"run", "s.toml", "--threads"}, threads, true},
      {{"verify", "s.db", "--threads"}, threads, true},
      {{"verify", "s.db", "--seed"}, "an integer from 0 to 9,223,372,036,854,775,807", true},
      {{"bench", "--arms"}, "an integer from 2 to 10,000", true},
      {{"bench", "--constraints"}, "an integer from 1 to 64", true},
      {{"bench", "--threads"}, threads, true},
      {{"bench", "--horizon"}, "an integer from 2 to 4,294,967,295", true},
      {{"bench", "--repetitions"}, "an integer from 1 to 1,000", true},
      {{"baseline", "s.db", "-o", "b.json", "--trials"}, "an integer from 2 to 200,000", true},
      {{"show", "s.db", "--extremes"}, "an integer from 1 to", true},
      {{"replay", "s.db", "--trial", "0", "--cell"}, "an integer from 0 to 999,999", true},
      {{"replay", "s.db", "--cell", "0", "--trial"}, "an integer from 0 to 2,147,483,647", true},
  };
  for (const NumberOption& option : options) {
    std::vector<std::string> values = {"nan", "-nan", "inf", "-inf", "-1", "1e999", "x", "3x", "99999999999999999999"};
    if (option.is_integer) values.insert(values.end(), {"18446744073709551617", "2.5", "0x10"});
    for (const std::string& value : values) {
      std::vector<std::string> arguments = option.arguments;
      arguments.back() += "=" + value;
      expect_refused(arguments,
                     fmt::format("{}: \"{}\", expected {}", option.arguments.back(), value, option.expected));
    }
  }
  expect_refused({"show", "s.db", "--tails", "--above", "5,nan"}, "--above: \"nan\"");
  expect_refused({"verify", "s.db", "--share", "nan"}, "--share: \"nan\"");
  expect_refused({"verify", "s.db", "--share", "nan%"}, "--share: \"nan%\"");
}

TEST_F(Options, ShortFormsOfSet) {
  const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> pairs = {
      {{"--trials", "8", "--seed", "5", "--horizon", "50"}, {"study.trials=8", "study.seed=5", "study.horizon=50"}},
      {{"-T", "50,1e3", "--trials=1_0"}, {"study.trials=10", "study.horizon=[50,1000]"}},
      {{"--horizon", "50", "-T", "1000"}, {"study.horizon=[50,1000]"}},
      {{"--horizon", "[50, 1000]"}, {"study.horizon=[50,1000]"}}};
  int number = 0;
  for (const auto& [given, overrides] : pairs) {
    std::vector<std::string> tables;
    for (const bool is_short : {true, false}) {
      const std::string file = fmt::format("{}.db", ++number);
      std::vector<std::string> words = {"run", "s.toml", "-o", file};
      if (is_short) words.insert(words.end(), given.begin(), given.end());
      if (!is_short)
        for (const std::string& change : overrides) words.insert(words.end(), {"--set", change});
      const Outcome outcome = regretta(folder_, words);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      tables.push_back(tables_of(folder_, file));
    }
    EXPECT_EQ(tables[0], tables[1]) << fmt::format("{}", fmt::join(given, " "));
  }
  expect_refused({"run", "s.toml", "--trials", "many"}, "study.trials");
  expect_refused({"run", "s.toml", "--horizon", "5,0"}, "study.horizon");
  expect_refused({"run", "s.toml", "--trials", "8", "--more", "8"}, "--trials excludes --more");
}

TEST_F(Options, EmptyValuesAreRefused) {
  for (const char* option : {"--shard", "--output", "--until", "--set"})
    expect_refused({"run", "s.toml", option, ""}, option + std::string(": \"\", expected a value"));
  expect_refused({"replay", "s.db", "--cell", "", "--trial", "1"}, "--cell: \"\", expected");
  expect_refused({"export", "s.db", "--table", "trials", "--output", ""}, "--output: \"\", expected a value");
  expect_refused({"show", ""}, "FILE: \"\", expected a value");
  expect_refused({"compare", "s.db", "--baseline", ""}, "--baseline: \"\", expected a value");
  EXPECT_FALSE(contains(fmt::format("{}", fmt::join(folder_.names(), " ")), "s.1-of"));
}

TEST_F(Options, WordsAreNamedInFull) {
  expect_refused({"audit", "s.db", "-m", "x"}, "--metric: no \"x\", expected one of regret, violation");
  EXPECT_EQ(regretta(folder_, {"audit", "s.db", "-m", "violation,regret"}).status, 0);
}

TEST_F(Options, StopRulesAndStudiesRefuseWhatIsNoNumber) {
  for (const char* value : {"nan", "inf", "-inf"}) {
    expect_refused({"run", "s.toml", "--output", "n.db", "--set", std::string("study.delta=") + value}, "study.delta");
    expect_refused(
        {"run", "s.toml", "--output", "n.db", "--until", "ranked", "--set", std::string("study.alpha=") + value},
        "alpha");
  }
  expect_refused({"run", "s.toml", "--output", "n.db", "--set", "study.delta=1e-101"}, "[1e-100, 1)");
}

}  // namespace
}  // namespace regretta::fakes
