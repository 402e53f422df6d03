// `regretta check` finds the faults of faults/newcomers.hpp and names their causes.

#include <gtest/gtest.h>

#include <array>
#include <regex>

#include "regretta/tests/conformance/faults/newcomers.hpp"
#include "regretta/tools/check/learner_check.hpp"

namespace regretta {
namespace {

/// "PROPERTY: COUNTEREXAMPLE" for the first property, from `from` on, that does not hold; "" if all hold.
std::string first_failure(const LearnerEntry& learner, const std::string& from = "") {
  bool has_begun = from.empty();
  for (const Property& property : learner_properties(learner, {})) {
    has_begun = has_begun || property.name == from;
    if (!has_begun) continue;
    if (const CheckOutcome outcome = property.check(); !outcome.counterexample.empty())
      return property.name + ": " + outcome.counterexample;
  }
  return "";
}

TEST(Newcomers, FaultsAreFoundWithTheirCause) {
#if defined(REGRETTA_SANITIZED)
  GTEST_SKIP() << "the sanitizer stops these learners before the check does";
#endif
  Catalogue catalogue;
  add_to(catalogue);
  const std::vector<std::array<std::string, 3>> faults{
      {"own-generator", "trials", "a fixed schedule, or a generator of its own"},
      {"first-size", "company", "after a study of another size in the same process; a static or global variable"},
      {"late-negative", "long", "round 5001: x_t(2) is -"},
      {"late-nan", "long", "round 7778: the sum of x_t is not a number"}};
  for (const auto& [name, property, cause] : faults) {
    const std::string found = first_failure(*catalogue.learner(name));
    EXPECT_TRUE(found.starts_with(property + ": ")) << name << ": " << found;
    EXPECT_NE(found.find(cause), std::string::npos) << name << ": " << found;
  }
}

/// The process that plays the learner crashes, but `check` continues.
TEST(Newcomers, WritePastTheEndIsReportedAsACrash) {
#if defined(REGRETTA_SANITIZED)
  GTEST_SKIP() << "the sanitizer stops this learner before the check does";
#endif
  Catalogue catalogue;
  add_to(catalogue);
  const std::regex message_of_the_c_library(R"(it crashed \(.*: .*(corrupt|size|pointer))");
  int found = 0;
  for (const Property& property : learner_properties(*catalogue.learner("writes-past-end"), {})) {
    const CheckOutcome outcome = property.check();
    found += std::regex_search(outcome.counterexample, message_of_the_c_library);
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace regretta
