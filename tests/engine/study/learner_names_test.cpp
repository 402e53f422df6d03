// Learners named by a user: what matches, and what an error suggests.

#include "regretta/engine/study/file/learner_names.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace regretta {
namespace {

std::string complaint(const std::vector<LearnerLabel>& cells, const std::string& wanted) {
  try {
    cells_with(cells, wanted);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(LearnerNames, AnErrorNamesTheNearestAndAFew) {
  std::vector<LearnerLabel> cells;
  for (int k = 0; k < 30; ++k) cells.push_back({fmt::format("learner-{}", k), "kind", {{"scale", "1"}}});
  EXPECT_EQ(complaint(cells, "learner-3"), "");
  EXPECT_EQ(complaint(cells, "other"),
            "no learner \"other\", expected one of learner-0,scale=1 learner-1,scale=1 learner-2,scale=1 "
            "learner-3,scale=1 learner-4,scale=1 learner-5,scale=1 and 24 more");
  EXPECT_TRUE(
      complaint(cells, "laerner-17")
          .starts_with(
              "no learner \"laerner-17\" (did you mean \"learner-17,scale=1\"?), expected one of learner-0,scale=1 "));
  EXPECT_TRUE(complaint(cells, "kind").starts_with("\"kind\" is 30 learners, expected one of learner-0,scale=1 "));
}

}  // namespace
}  // namespace regretta
