// The ending of an output file chooses its format; files of other formats are not written under it.

#include <gtest/gtest.h>

#include <filesystem>

#include "fake_catalogue.hpp"
#include "program_process.hpp"

namespace regretta::fakes {
namespace {

class OutputFormats : public ::testing::Test {
 protected:
  OutputFormats() {
    folder_.write("s.toml", dice_study);
    EXPECT_EQ(regretta(folder_, {"run", "s.toml"}).status, 0);
  }
  Outcome called(std::vector<std::string> command, const std::vector<std::string>& more) const {
    command.insert(command.begin() + 1, "s.db");
    command.insert(command.end(), more.begin(), more.end());
    return regretta(folder_, command);
  }
  /// What the file holds, and what the command prints with --format.
  void expect_same(const std::vector<std::string>& command, const std::string& file, const std::string& format) const {
    const Outcome outcome = called(command, {"-o", file});
    EXPECT_LE(outcome.status, 1) << command.front() << " " << file << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(read_text(folder_.path(file)), called(command, {"--format", format}).out)
        << command.front() << " " << file;
  }
  /// Refused with each of these parts, and nothing is written.
  void expect_refused(const std::vector<std::string>& command, const std::string& file,
                      const std::vector<std::string>& parts) const {
    const Outcome outcome = called(command, {"--output", file});
    EXPECT_EQ(outcome.status, 2) << command.front() << " " << file;
    for (const std::string& part : parts) EXPECT_TRUE(contains(outcome.err, part)) << part << "\n" << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.path(file))) << file;
  }
  const Folder folder_;
};

TEST_F(OutputFormats, FollowTheEnding) {
  for (const auto& [file, format] :
       {std::pair("e.csv", "csv"), {"e.JSON", "json"}, {"e.ndjson", "jsonl"}, {"e", "csv"}})
    expect_same({"export", "--table", "means"}, file, format);
  for (const auto& [file, format] :
       {std::pair("s.csv", "csv"), {"s.json", "json"}, {"s.tex", "latex"}, {"s.md", "markdown"}, {"s.v2", "text"}})
    expect_same({"show"}, file, format);
  expect_same({"diagnose"}, "d.json", "json");
  EXPECT_TRUE(called({"show"}, {"--format", "json", "-o", "/dev/stdout"}).out.starts_with("["));
}

TEST_F(OutputFormats, OthersAreRefusedWithWhatWritesThem) {
  expect_refused({"export"}, "x.parquet",
                 {"--output: x.parquet: this command writes no .parquet, expected a name that ends in .csv, .json "
                  "or .jsonl; pandas makes it from a .csv: python3 -c 'import pandas; "
                  "pandas.read_csv(\"x.csv\").to_parquet(\"x.parquet\")'"});
  expect_refused({"export"}, "x.csv.gz", {"`gzip x.csv` makes it"});
  expect_refused({"export"}, "x.tex", {"regretta show writes such files"});
  expect_refused({"report"}, "r.pdf", {"expected a name that ends in .html", "regretta plot writes such files"});
  expect_refused({"merge"}, "m.csv", {"expected a name that ends in .db"});
  expect_refused({"export", "--format", "json"}, "x.csv",
                 {"--format json: contradicts --output x.csv, expected a name that ends in .json"});
  EXPECT_EQ(called({"export", "--format", "json"}, {"-o", "x.v2"}).status, 0);
}

}  // namespace
}  // namespace regretta::fakes
