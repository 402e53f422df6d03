/// Which names the plugins of a study may have: tables and figures know them by nothing else.

#include <gtest/gtest.h>

#include "../study_fakes.hpp"

namespace regretta {
namespace {

using fakes::error_of;
using fakes::plan_of;

/// A study with tables of these lines, from line 5 on, a line for the header each.
std::string learners(const std::vector<std::string>& tables) {
  std::string text = "[study]\nhorizon = 100\n[[environment]]\nkind = \"steady\"\n";
  for (const std::string& table : tables) text += "[[learner]]\n" + table;
  return text;
}

void expect_refused(const std::string& text, const std::vector<std::string>& parts) {
  const std::string error = error_of(text);
  for (const std::string& part : parts)
    EXPECT_NE(error.find(part), std::string::npos) << part << " is not in\n  " << error;
}

TEST(PluginNames, OneNameIsNotTwoKinds) {
  expect_refused(learners({"kind = \"plain\"\nname = \"ours\"\n", "kind = \"cautious\"\nname = \"ours\"\n"}),
                 {"f.toml:8: learner.name: \"ours\" is the name of another learner (\"plain\", line 5;",
                  "expected a name for each, such as name = \"cautious\""});
  expect_refused(learners({"kind = [\"plain\", \"cautious\"]\nname = [\"a\", \"a\"]\n"}), {"f.toml:5: learner.name: "});
}

TEST(PluginNames, ANameIsNotTheKindOfAnotherTable) {
  const std::vector<std::string> parts = {"learner.name: \"plain\" is the ", " of another learner (\"plain\", line "};
  expect_refused(learners({"kind = \"cautious\"\nname = \"plain\"\n", "kind = \"plain\"\n"}), parts);
  expect_refused(learners({"kind = \"plain\"\n", "kind = \"cautious\"\nname = \"plain\"\n"}), parts);
  expect_refused(learners({"kind = \"plain\"\nname = \"b\"\n", "kind = \"cautious\"\nname = \"plain\"\n"}), parts);
}

TEST(PluginNames, AnExplicitNameIsGivenOnce) {
  expect_refused(learners({"kind = \"cautious\"\nname = \"a\"\n", "kind = \"cautious\"\nname = \"a\"\nbeta = 0.1\n"}),
                 {"f.toml:8: learner.name: \"a\" is the name of another learner (\"cautious\", line 5;",
                  "such as name = \"cautious-2\""});
}

TEST(PluginNames, EnvironmentsLikewise) {
  const std::string rest = "[[learner]]\nkind = \"plain\"\n[study]\nhorizon = 100\n";
  const auto environment = [](const std::string& more) { return "[[environment]]\nkind = " + more + "\n"; };
  expect_refused(environment("\"steady\"\nname = \"a\"") + environment("\"tape\"\nname = \"a\"\nfile = \"x\"") + rest,
                 {"f.toml:4: environment.name: \"a\" is the name of another environment"});
  expect_refused(
      environment("\"steady\"\nname = \"a\"") + environment("\"steady\"\nname = \"a\"\ncorruption.budget = 5") + rest,
      {"f.toml:4: environment.name: "});
  expect_refused(environment("\"steady\"\nname = \"tape\"") + environment("\"tape\"\nfile = \"x\"") + rest,
                 {"f.toml:1: environment.name: \"tape\" is the "});
}

TEST(PluginNames, TablesOfOneKindWithoutNamesAreASweep) {
  const Plan plan = plan_of(learners({"kind = \"cautious\"\nbeta = 0.1\n", "kind = \"cautious\"\nbeta = 0.2\n"}));
  EXPECT_EQ(plan.cells.size(), 2U);
  EXPECT_EQ(plan.swept_names, std::vector<std::string>{"learner.beta"});
  EXPECT_EQ(error_of(learners({"kind = \"cautious\"\nname = \"cautious\"\n", "kind = \"cautious\"\nbeta = 0.2\n",
                               "kind = \"plain\"\nname = \"b\"\n"})),
            "");
}

}  // namespace
}  // namespace regretta
