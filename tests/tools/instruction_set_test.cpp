// Tests which values of REGRETTA_ISA are accepted, and the messages for others.

#include "regretta/tools/machine/instruction_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "program_process.hpp"

namespace regretta::fakes {
namespace {

Outcome version_under(const char* instruction_set) {
  const Folder folder;
  ::setenv("REGRETTA_ISA", instruction_set, 1);
  const Outcome outcome = regretta(folder, {"version"});
  ::unsetenv("REGRETTA_ISA");
  return outcome;
}

TEST(InstructionSet, EveryAvailableSetCanBeRequested) {
  const std::vector<InstructionSet> sets = available_instruction_sets();
  ASSERT_NE(std::ranges::find(sets, baseline_instruction_set()), sets.end());
  for (const InstructionSet set : sets) {
    const std::string output = output_of(version_under(std::string(name_of(set)).c_str()));
    const std::string line = "instruction set  " + std::string(name_of(set)) + " (available: " + names_of(sets) + ")";
    EXPECT_NE(output.find(line), std::string::npos) << output;
  }
}

TEST(InstructionSet, TheBestIsTheDefault) {
  EXPECT_EQ(chosen_instruction_set(), available_instruction_sets().back());
  EXPECT_EQ(version_under("").status, 0);
}

TEST(InstructionSet, UnavailableSetsAreRefusedAndTheOthersListed) {
  const std::string names = names_of(available_instruction_sets());
  std::vector<std::string> refused = {"sse", "V3", "x86-64-v3", "v3 "};
  for (const char* name : {"generic", "v3", "avx512", "neon"})
    if (names.find(name) == std::string::npos) refused.emplace_back(name);
  for (const std::string& name : refused) {
    const Outcome outcome = version_under(name.c_str());
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "regretta: REGRETTA_ISA is \"" + name +
                               "\", expected one that this program and processor have: " + names + "\n");
  }
}

}  // namespace
}  // namespace regretta::fakes
