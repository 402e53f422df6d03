// `regretta check`; the properties themselves are tested in tests/conformance.

#include <gtest/gtest.h>

#include "program_process.hpp"
#include "regretta/tools/machine/sanitizer_report.hpp"

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
  EXPECT_TRUE(contains(result.out, "lanes       FAILS")) << result.out;
  EXPECT_TRUE(contains(result.out, " beside others; by rounding")) << "the round is named: " << result.out;
  EXPECT_TRUE(contains(result.out, "check --with " + header + " fault-c-library-exp --only lanes")) << result.out;
  const Outcome again = regretta(folder_, {"check", "--with", header, "fault-c-library-exp", "--only", "lanes"});
  EXPECT_EQ(again.status, 1);
  const std::size_t at = result.out.find("cell \"");
  EXPECT_TRUE(contains(again.out, result.out.substr(at, result.out.find('\n', at) - at))) << again.out;
  EXPECT_FALSE(contains(again.out, "copies")) << again.out;
}

/// As g++ 12's and clang 14's sanitizers and libstdc++ write them.
TEST(SanitizerReport, NamesTheLineOfTheHeader) {
  const std::vector<std::string> headers{"/home/me/mine.hpp"};
  EXPECT_EQ(fault_in_report("/home/me/mine.hpp:96:37: runtime error: signed integer overflow: 31 * 99 cannot be "
                            "represented in type 'int'\n    #0 0x7f in f /home/me/mine.hpp:96\n",
                            headers),
            "mine.hpp:96: signed integer overflow: 31 * 99 cannot be represented in type 'int'");
  EXPECT_EQ(fault_in_report("==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x7f\n"
                            "WRITE of size 8 at 0x60 thread T0\n"
                            "    #0 0x7f in operator[] /usr/include/c++/12/bits/stl_vector.h:1129\n"
                            "    #1 0x7f in regretta::mine::after(round const&) /home/me/mine.hpp:41:5\n"
                            "    #2 0x7f in observe /home/me/mine.hpp:30\n"
                            "0x60 is located 0 bytes to the right of 40-byte region [0x10,0x38)\n",
                            headers),
            "mine.hpp:41: writes 8 bytes past the end of a block of 40 (heap-buffer-overflow)");
  EXPECT_EQ(fault_in_report("/usr/include/c++/12/bits/stl_vector.h:1123: f(): Assertion '__n < this->size()' failed.\n"
                            "==7==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n"
                            "    #4 0x7f in std::__glibcxx_assert_fail /usr/include/c++/12/x.h:5\n"
                            "    #5 0x7f in step /home/me/mine.hpp:12\n",
                            headers),
            "mine.hpp:12: the assertion __n < this->size() fails");
  EXPECT_EQ(fault_in_report("terminate called without an active exception\n", headers), "");
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
