/// Groups: which learners play in which environments.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "../study_fakes.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

using fakes::error_of;
using fakes::plan_of;

TEST(Study, PluginsOfDifferentGroupsDoNotMeet) {
  const std::string text = R"(
[study]
horizon = [100, 200]
[[environment]]
kind = "steady"
name = "any"
[[environment]]
kind = "steady"
name = "a"
group = "A"
[[environment]]
kind = "steady"
name = "b"
group = "B"
[[learner]]
kind = "plain"
[[learner]]
kind = "cautious"
name = "of A"
group = "A"
[[learner]]
kind = "cautious"
name = "of B"
group = "B"
)";
  const Plan plan = plan_of(text);
  std::string met;
  for (const Cell& cell : plan.cells) met += fmt::format("{} {} {}; ", cell.environment, cell.index, cell.learner_name);
  EXPECT_EQ(met,
            "any 0 plain; any 1 of A; any 2 of B; any 3 plain; any 4 of A; any 5 of B; "
            "a 6 plain; a 7 of A; a 8 plain; a 9 of A; b 10 plain; b 11 of B; b 12 plain; b 13 of B; ");
  EXPECT_TRUE(plan.left_out.empty());
  EXPECT_EQ(plan.cells[1].content->hash, plan.cells[2].content->hash);  // equal settings
  const Plan again = make_plan(parse_canonical(canonical_text(plan.study), "again.toml"), fakes::catalogue());
  EXPECT_EQ(again.cells.size(), plan.cells.size());
  EXPECT_EQ(identity_json(again.study), identity_json(plan.study));

  const auto replaced = [](std::string changed, const std::string& from, const std::string& to) {
    changed.replace(changed.rfind(from), from.size(), to);
    return changed;
  };
  const auto says = [](const std::string& changed, const std::string& words) {
    return error_of(changed).find(words) != std::string::npos;
  };
  const std::string other = replaced(text, "\"B\"", "\"C\"");  // of the last learner
  EXPECT_EQ(error_of(other), "");                              // it meets who has none
  EXPECT_TRUE(
      says(replaced(other, "\"plain\"", "\"plain\"\ngroup = \"A\""), "environment.group: \"B\" has no learner"));
  EXPECT_TRUE(says(replaced(other, "name = \"any\"", "group = \"A\""), "learner.group: \"C\" has no environment"));
  EXPECT_TRUE(says(replaced(text, "\"B\"", "[\"B\", \"C\"]"), "learner.group: 2 given"));
}

}  // namespace
}  // namespace regretta
