// `regretta diagnose`: reasons to distrust a study, in words.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta::fakes {
namespace {

nlohmann::json diagnosed(const Folder& folder, const std::string& file) {
  const Outcome outcome = regretta(folder, {"diagnose", file, "--format", "json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  nlohmann::json by_kind = nlohmann::json::object();
  const auto json = nlohmann::json::parse(outcome.out);
  for (const auto& finding : json.at("findings")) {
    by_kind[finding.at("kind").get<std::string>()] = finding;
    EXPECT_FALSE(finding.at("to_do").get<std::string>().empty());
  }
  return by_kind;
}

TEST(Diagnose, HealthyStudy) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", R"([study]
name = "healthy"
trials = 24
horizon = 20000
[[environment]]
kind = "stationary"
loss = [0.2, 0.6, 0.8]
violation = [[0.5, -0.4, -0.2]]
[[learner]]
kind = "conomd-fs"
confidence_scale = 0.25
)");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const Outcome text = regretta(folder, {"diagnose", "s.db"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_TRUE(contains(text.out, "healthy: 1 cell of 24 trials")) << text.out;
  EXPECT_TRUE(contains(text.out, "No findings: ")) << text.out;
  EXPECT_TRUE(diagnosed(folder, "s.db").empty());
}

TEST(Diagnose, MostSevereFirstWithTheCells) {
  const Folder folder;
  folder.write("s.toml", dice_study);  // 12 cells of 20 trials
  ASSERT_EQ(
      regretta(folder, {"run", "s.toml", "--set", "learner.fails=5", "--set", "environment.feasible=[true,false]"})
          .status,
      3);
  {
    const Database file(folder.path("s.db"), Database::Mode::write);
    file.run("DELETE FROM block WHERE first_trial = 8 AND content = (SELECT content FROM cell WHERE cell = 3)");
  }
  const Outcome text = regretta(folder, {"diagnose", "s.db"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_TRUE(contains(text.out, "dice: 24 cells of 12 to 20 of 20 trials, ")) << text.out;
  EXPECT_TRUE(contains(text.out, "problem, failed trials (all 24 cells): 24 of 472 trials failed")) << text.out;
  EXPECT_TRUE(contains(text.out, "problem, unfinished (cell 3): 8 of 480 trials")) << text.out;
  EXPECT_TRUE(contains(text.out, " and 4 more)")) << "12 cells are infeasible, 8 are named: " << text.out;
  EXPECT_TRUE(contains(text.out, "  To do: ")) << text.out;
  const auto place = [&](const char* part) { return text.out.find(part); };
  EXPECT_LT(place("problem, unfinished"), place("warning, few trials"));
  EXPECT_LT(place("warning, infeasible"), place("remark, Slater fails"));
  const auto found = diagnosed(folder, "s.db");
  EXPECT_EQ(found.at("few trials").at("cells"), nlohmann::json({3})) << "12 trials there, 20 elsewhere";
  EXPECT_EQ(found.at("unfinished").at("severity"), "problem");
}

TEST(Diagnose, OneShard) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  for (const char* shard : {"1/2", "2/2"}) ASSERT_EQ(regretta(folder, {"run", "s.toml", "--shard", shard}).status, 0);
  EXPECT_TRUE(diagnosed(folder, "s.1-of-2.db").contains("one shard"));
  ASSERT_EQ(regretta(folder, {"merge", "s.1-of-2.db", "s.2-of-2.db", "--output", "all.db"}).status, 0);
  EXPECT_FALSE(diagnosed(folder, "all.db").contains("one shard"));
}

}  // namespace
}  // namespace regretta::fakes
