// What is suggested for words that are almost right, and names with characters that options use themselves.

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

constexpr const char* names_study = R"(
[study]
trials = 8
horizon = 100
[[environment]]
kind = "flat"
name = "20240501, verzögert"
[[learner]]
kind = "dice"
name = "ours, a=1"
scale = 2
[[learner]]
kind = "dice"
name = "ours"
[[learner]]
kind = "dice"
name = "遅延"
scale = 3
)";

TEST(Hints, CapitalsDoNotHideTheNearestName) {
  EXPECT_EQ(nearest_name("UCB1", {"exp3", "ucb1"}), "ucb1");
  EXPECT_EQ(nearest_name("Exp-3", {"exp3", "ucb1"}), "exp3");
  EXPECT_EQ(nearest_name("fix", {"FIX"}), "FIX");
  const Folder folder;
  EXPECT_TRUE(contains(regretta(folder, {"list", "DCIE"}).err, "did you mean \"dice\"?"));
  folder.write("s.toml", names_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const Outcome refused = regretta(folder, {"compare", "s.db", "--baseline", "OURS"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "did you mean \"ours,scale=1\"?")) << refused.err;
}

TEST(Hints, AResultsFileIsNoStudy) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const Outcome refused = regretta(folder, {"run", "s.db"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "s.db: a results file, expected a study (TOML); to see it: regretta show s.db"))
      << refused.err;
}

TEST(Hints, NamesOfLearnersMayBeQuoted) {
  using Elements = std::vector<ListElement>;
  EXPECT_EQ(elements_of(R"(a, "b, c" ,'d "e"', f"g)"), (Elements{{"a"}, {"b, c", true}, {"d \"e\"", true}, {"f\"g"}}));
  EXPECT_EQ(elements_of("\"a"), (Elements{{"\"a"}}));
  EXPECT_EQ(elements_of("a,"), (Elements{{"a"}, {""}}));
  const Folder folder;
  folder.write("s.toml", names_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto count = [&](const std::string& where) {
    const Outcome shown = regretta(folder, {"export", "s.db", "--where", where});
    EXPECT_EQ(shown.status, 0) << where << ": " << shown.err;
    return rows_of(shown.out).size();
  };
  EXPECT_EQ(count(R"(learner="ours, a=1")"), 1U);
  EXPECT_EQ(count(R"(learner='ours, a=1',"遅延")"), 2U);
  EXPECT_EQ(count(R"(learner="ours",horizon>=100)"), 1U);
  EXPECT_EQ(count("learner=遅延"), 1U);
  EXPECT_EQ(count(R"(environment="20240501, verzögert")"), 3U);
  EXPECT_EQ(regretta(folder, {"compare", "s.db", "--baseline", R"("ours, a=1")"}).status, 0);
  const Outcome drawn = regretta(folder, {"report", "s.db", "--highlight", R"('ours, a=1',遅延)"});
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_TRUE(contains(read_text(folder.path("s.html")), "verzögert"));
}

}  // namespace
}  // namespace regretta::fakes