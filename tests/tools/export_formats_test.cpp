// `regretta export`: JSON Lines equal the JSON table, line by line; unknown formats and tables.

#include <gtest/gtest.h>

#include <sstream>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"

namespace regretta::fakes {
namespace {

TEST(JsonLines, OneObjectPerRow) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "learner.fails=4"}).status, 3);
  for (const std::string table : {"cells", "trials", "curves"}) {
    const auto array =
        nlohmann::json::parse(regretta(folder, {"export", "s.db", "--table", table, "--format", "json"}).out);
    std::istringstream lines(regretta(folder, {"export", "s.db", "--table", table, "--format", "jsonl"}).out);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) EXPECT_EQ(nlohmann::json::parse(line), array.at(number++));
    EXPECT_EQ(number, array.size());
  }
}

TEST(ExportWords, AreNamedWhenTheyAreWrong) {
  const Folder folder;
  const auto error = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"export", "s.db"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome result = regretta(folder, arguments);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_TRUE(contains(error({"--format", "jsno", "--table", "cells"}), "(did you mean \"json\"?)"));
  EXPECT_TRUE(contains(error({"--table", "trails"}), "(did you mean \"trials\"?)"));
}

}  // namespace
}  // namespace regretta::fakes
