// Every table for other programs has the learner's name and its kind: groups by `learner` do not pool two settings of
// one kind.

#include <gtest/gtest.h>

#include <set>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

using Names = std::set<std::pair<std::string, std::string>>;  // learner, kind

const Names both = {{"bold", "dice"}, {"shy", "dice"}};

class LearnerColumns : public ::testing::Test {
 protected:
  LearnerColumns() {
    folder_.write("s.toml", R"([study]
trials = 16
horizon = [100, 400, 1600]
[[environment]]
kind = "flat"
[[learner]]
kind = "dice"
name = "bold"
[[learner]]
kind = "dice"
name = "shy"
scale = [0.5, 0.1]
)");
    EXPECT_EQ(regretta(folder_, {"run", "s.toml"}).status, 0);
  }
  std::string printed(std::vector<std::string> command, const std::vector<std::string>& more = {}) const {
    command.insert(command.begin() + 1, "s.db");
    command.insert(command.end(), more.begin(), more.end());
    const Outcome outcome = regretta(folder_, command);
    EXPECT_LE(outcome.status, command[0] == "audit" ? 1 : 0) << command[0] << outcome.err;
    return outcome.out;
  }
  std::string error(const std::vector<std::string>& command) const {
    const Outcome outcome = regretta(folder_, command);
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    return outcome.err;
  }
  const Folder folder_;
};

Names names_in(const std::string& csv) {
  Names names;
  for (const auto& row : rows_of(csv)) names.emplace(row.at("learner"), row.at("kind"));
  return names;
}

TEST_F(LearnerColumns, AreInEveryTable) {
  const std::vector<std::vector<std::string>> commands = {{"export"},
                                                          {"export", "--table", "trials"},
                                                          {"export", "--table", "curves"},
                                                          {"export", "--table", "means"},
                                                          {"export", "--table", "tails"},
                                                          {"show"},
                                                          {"show", "--tails"},
                                                          {"rank"},
                                                          {"rank", "--overall"},
                                                          {"rank", "--worst-case"},
                                                          {"rank", "--subject-to", "violation <= 1000"},
                                                          {"audit"},
                                                          {"show", "--extremes", "9"},
                                                          {"rates"}};
  for (const auto& command : commands)
    EXPECT_EQ(names_in(printed(command, {"--format", "csv"})), both) << command.back();
  const Names others = {{"shy", "dice"}};
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"compare", "--baseline", "bold"}, {"compare", "--baseline", "bold", "--overall"}})
    EXPECT_EQ(names_in(printed(command, {"--format", "csv"})), others) << command.back();
}

TEST_F(LearnerColumns, TellSettingsApartWhereARowIsAboutAllCells) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"rank", "--overall"}, {"compare", "--baseline", "bold", "--overall"}, {"rates"}}) {
    std::set<std::string> scales;
    for (const auto& row : rows_of(printed(command, {"--format", "csv"})))
      if (row.at("learner") == "shy") scales.insert(row.at("learner.scale"));
    EXPECT_EQ(scales, (std::set<std::string>{"0.1", "0.5"})) << command.back();
  }
}

TEST_F(LearnerColumns, WhereMeansTheName) {
  EXPECT_EQ(rows_of(printed({"export"}, {"--where", "learner=bold"})).size(), 3U);
  EXPECT_EQ(rows_of(printed({"export"}, {"--where", "learner=shy, scale = 0.1"})).size(), 3U);
  EXPECT_EQ(rows_of(printed({"export"}, {"--where", "kind=dice"})).size(), 9U);
  EXPECT_TRUE(contains(error({"show", "s.db", "--where", "learner=dice"}), "\"dice\" is a kind, expected kind=dice"));
  EXPECT_TRUE(contains(error({"export", "s.db", "--where", "learner=bald"}), "did you mean \"bold\"?"));
}

}  // namespace
}  // namespace regretta::fakes
