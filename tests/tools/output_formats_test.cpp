// The ending of an output file chooses its format; files of other formats are not written under it.

#include <gtest/gtest.h>

#include <filesystem>

#include <fmt/format.h>

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
  for (const auto& [file, format] : {std::pair("e.csv", "csv"),
                                     {"e.json", "json"},
                                     {"e.jsonl", "jsonl"},
                                     {"e.ndjson", "jsonl"},
                                     {"e.JSON", "json"},
                                     {"e.txt", "csv"},
                                     {"e", "csv"},
                                     {"e.v2", "csv"},
                                     {".json", "csv"}})
    expect_same({"export", "--table", "means"}, file, format);
  for (const std::vector<std::string>& command : {std::vector<std::string>{"show"},
                                                  {"rank"},
                                                  {"compare", "--baseline", "dice,scale=1"},
                                                  {"rates"},
                                                  {"audit"},
                                                  {"show", "--extremes", "10"}})
    for (const auto& [ending, format] : {std::pair("csv", "csv"),
                                         {"json", "json"},
                                         {"tex", "latex"},
                                         {"TEX", "latex"},
                                         {"md", "markdown"},
                                         {"markdown", "markdown"},
                                         {"txt", "text"},
                                         {"v2", "text"}})
      expect_same(command, command.front() + "." + ending, format);
  expect_same({"diagnose"}, "d.json", "json");
  EXPECT_TRUE(called({"show"}, {"--format", "json", "-o", "/dev/stdout"}).out.starts_with("["));
}

TEST_F(OutputFormats, OthersAreRefusedWithWhatWritesThem) {
  expect_refused({"export"}, "x.parquet",
                 {"--output: x.parquet: this command writes no .parquet, expected a name that ends in .csv, .json "
                  "or .jsonl; pandas makes it from a .csv: python3 -c 'import pandas; "
                  "pandas.read_csv(\"x.csv\").to_parquet(\"x.parquet\")'"});
  expect_refused({"show"}, "x.xlsx", {"to_excel(\"x.xlsx\", index=False)", ".md or .tex"});
  expect_refused({"export"}, "x.TSV", {"to_csv(\"x.TSV\", sep=\"\\t\", index=False)"});
  expect_refused({"export"}, "x.csv.gz", {"`gzip x.csv` makes it"});
  expect_refused({"export", "--format", "csv"}, "y.parquet", {"to_parquet"});
  expect_refused({"export"}, "x.tex", {"regretta show writes such files"});
  expect_refused({"rank"}, "x.html", {"regretta report writes such files"});
  expect_refused({"export"}, "x.db", {"regretta run writes such files"});
  expect_refused({"report"}, "r.pdf", {"expected a name that ends in .html", "regretta plot writes such files"});
  expect_refused({"report"}, "r.json", {"expected a name that ends in .html"});
  expect_refused({"plot", "--figure", "frontier"}, "f.html", {"expected a name that ends in .svg"});
  expect_refused({"replay", "--cell", "0", "--trial", "1"}, "r.json", {"expected a name that ends in .csv"});
  expect_refused({"diagnose"}, "d.csv", {"expected a name that ends in .txt or .json"});
  expect_refused({"baseline"}, "b.csv", {"expected a name that ends in .json"});
  expect_refused({"merge"}, "m.csv", {"expected a name that ends in .db"});
  const Outcome run = regretta(folder_, {"run", "s.toml", "-o", "r.csv"});
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(
      contains(run.err, "this command writes no .csv, expected a name that ends in .db; regretta export writes"))
      << run.err;
}

TEST_F(OutputFormats, ContradictionsAreRefused) {
  for (const auto& [format, file, expected] : {std::tuple("json", "x.csv", ".json"), {"csv", "x.json", ".csv"}})
    expect_refused(
        {"export", "--format", format}, file,
        {fmt::format("--format {}: contradicts --output {}, expected a name that ends in {}", format, file, expected)});
  expect_refused({"show", "--format", "text"}, "x.json", {"contradicts"});
  expect_refused({"show", "--format", "markdown"}, "x.tex", {"expected a name that ends in .md"});
  expect_refused({"plot", "--figure", "frontier", "--format", "pdf"}, "x.svg", {"contradicts"});
  EXPECT_EQ(called({"show", "--format", "csv"}, {"-o", "x.txt"}).status, 0);
  EXPECT_EQ(called({"export", "--format", "json"}, {"-o", "x.v2"}).status, 0);
  EXPECT_EQ(called({"plot", "--figure", "frontier", "--where", "gap=0.5", "--format", "svg"}, {"-o", "x.svg"}).status,
            0);
}

}  // namespace
}  // namespace regretta::fakes
