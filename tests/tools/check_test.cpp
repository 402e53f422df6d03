// `regretta check`; the properties themselves are tested in tests/conformance.

#include <gtest/gtest.h>

#include "program_process.hpp"
#include "regretta/tools/machine/header_text.hpp"

namespace regretta::fakes {
namespace {

class Check : public ::testing::Test {
 protected:
  Check() { ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1); }
  ~Check() override { ::unsetenv("XDG_CACHE_HOME"); }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_F(Check, WhatShipsKeepsTheRules) {
  const Outcome result = regretta(folder_, {"check", "ucb1", "random-instance", "--set", "corruption.budget=50"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  for (const char* line : {"ucb1 (learner)", "lanes       holds", "ns a round", "random-instance (",
                           "(corruption.budget = 50)", "properties that were tried hold."})
    EXPECT_TRUE(contains(result.out, line)) << line << "\n" << result.out;
  EXPECT_FALSE(contains(result.out, "FAILS")) << result.out;
  const Outcome adaptive = regretta(folder_, {"check", "mannor"});
  EXPECT_EQ(adaptive.status, 0) << adaptive.err;
  EXPECT_TRUE(contains(adaptive.out, "adapted     holds")) << adaptive.out;
}

TEST_F(Check, AFaultIsPrintedWithTheCommandThatShowsItAgain) {
  const std::string header = REGRETTA_SOURCE_DIR "/tests/conformance/faults/c_library_exp.hpp";
  const Outcome result = regretta(folder_, {"check", "--with", header});
  EXPECT_EQ(result.status, 1) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "it calls exp of the C library")) << result.out;
  EXPECT_TRUE(contains(result.out, "it calls fork")) << result.out;
  EXPECT_TRUE(contains(result.out, "lanes       FAILS")) << result.out;
  EXPECT_TRUE(contains(result.out, " beside others; by rounding")) << "the round is named: " << result.out;
  EXPECT_TRUE(contains(result.out, "check --with " + header + " fault-c-library-exp --only lanes")) << result.out;
  const Outcome again = regretta(folder_, {"check", "--with", header, "fault-c-library-exp", "--only", "lanes"});
  EXPECT_EQ(again.status, 1);
  const std::size_t at = result.out.find("cell \"");
  EXPECT_TRUE(contains(again.out, result.out.substr(at, result.out.find('\n', at) - at))) << again.out;
  EXPECT_FALSE(contains(again.out, "copies")) << again.out;
}

TEST(HeaderText, NamesTheGeneratorOfTheCppLibrary) {
  EXPECT_EQ(named_generator({{"mine.hpp", "struct A {};\nstd::mt19937 random{42};\n"}}), "std::mt19937 (mine.hpp:2)");
  EXPECT_EQ(named_generator({{"mine.hpp", "struct my_mt19937 {};\n"}}), "");
}

TEST_F(Check, WhatItRefuses) {
  const auto error_of = [this](const std::vector<std::string>& arguments) {
    const Outcome result = regretta(folder_, arguments);
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  };
  EXPECT_TRUE(
      contains(error_of({"check", "ucb2"}), "no learner or environment is called \"ucb2\"; did you mean \"ucb1\"?"));
  EXPECT_TRUE(contains(error_of({"check", "uniform", "--only", "nothing"}), "no property is called \"nothing\""));
  EXPECT_TRUE(contains(error_of({"check", "mannor", "--only", "noise"}),
                       "nothing was tried: its means are known in a trial only"));
}

}  // namespace
}  // namespace regretta::fakes
