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

TEST_F(Options, NumbersAreFiniteAndInRange) {
  const std::vector<std::string> words = {"nan", "-inf", "-1", "1e999", "3x", "99999999999999999999"};
  const auto refuse = [&](std::vector<std::string> arguments, const std::vector<std::string>& values,
                          const std::string& expected) {
    for (const std::string& value : values) {
      std::vector<std::string> all = arguments;
      all.back() += "=" + value;
      expect_refused(all, fmt::format("{}: \"{}\", expected {}", arguments.back(), value, expected));
    }
  };
  refuse({"compare", "s.db", "s.db", "--alpha"}, words, "a number from 0.001 to 0.5");
  refuse({"run", "s.toml", "--threads"}, words, "an integer from 1 to 4,096");
  refuse({"run", "s.toml", "--threads"}, {"2.5", "0x10", "18446744073709551617"}, "an integer from 1 to 4,096");
  refuse({"verify", "s.db", "--seed"}, {"-1"}, "an integer from 0 to 9,223,372,036,854,775,807");
  refuse({"bench", "--arms"}, {"1"}, "an integer from 2 to 10,000");
  refuse({"replay", "s.db", "--trial", "0", "--cell"}, {"x"}, "an integer from 0 to 999,999");
  expect_refused({"show", "s.db", "--tails", "--above", "5,nan"}, "--above: \"nan\"");
  expect_refused({"verify", "s.db", "--share", "nan%"}, "--share: \"nan%\"");
}

TEST_F(Options, ShortFormsOfSet) {
  const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> pairs = {
      {{"--trials", "8", "--seed", "5", "--horizon", "50"}, {"study.trials=8", "study.seed=5", "study.horizon=50"}},
      {{"-T", "50,1e3", "--trials=1_0"}, {"study.trials=10", "study.horizon=[50,1000]"}},
      {{"--horizon", "50", "-T", "1000"}, {"study.horizon=[50,1000]"}}};
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
  expect_refused({"show", ""}, "FILE: \"\", expected a value");
  EXPECT_FALSE(contains(fmt::format("{}", fmt::join(folder_.names(), " ")), "s.1-of"));
}

}  // namespace
}  // namespace regretta::fakes
