#pragma once
/// A study that changes between its runs, and a check of its results file after each.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <string>
#include <vector>

#include "fake_catalogue.hpp"
#include "program_process.hpp"

namespace regretta::fakes {

struct Grid {  // settings of s.toml; lists are without brackets
  int trials = 20;
  std::string scales = "1, 0.1";
  std::string horizons = "100, 1000";
  std::string gaps = "0.5";
  int pause = 0;
  std::string more = "";  ///< further lines of [study]
};

class GrowingStudy : public ::testing::Test {
 protected:
  void write(const Grid& grid) const {
    folder_.write("s.toml", fmt::format(R"(
[study]
name = "grows"
trials = {}
horizon = [{}]
checkpoints = 6
{}
[[environment]]
kind = "flat"
gap = [{}]
[[learner]]
kind = "dice"
scale = [{}]
pause = {}
)",
                                        grid.trials, grid.horizons, grid.more, grid.gaps, grid.scales, grid.pause));
  }
  Outcome run(const std::vector<std::string>& more = {}, const std::string& out = "s.db") const {
    return regretta(folder_, {"run", "s.toml", "--output", out}, more);
  }
  /// Runs s.toml; returns how many trials were played.
  std::int64_t played(const std::vector<std::string>& more = {}) const {
    const std::string begun = folder_.path("begun");
    std::filesystem::remove(begun);
    ::setenv("REGRETTA_TEST_BEGUN", begun.c_str(), 1);
    const Outcome outcome = run(more);
    ::unsetenv("REGRETTA_TEST_BEGUN");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return std::filesystem::exists(begun) ? static_cast<std::int64_t>(std::filesystem::file_size(begun)) : 0;
  }
  std::string digest(const std::string& file) const { return output_of(folder_, {"digest", file, "--cells"}); }
  /// Expects that s.db has the same results as a single run of s.toml into a new file.
  void expect_same_as_single_run(const std::vector<std::string>& more = {}) const {
    std::filesystem::remove(folder_.path("once.db"));
    ASSERT_EQ(run(more, "once.db").status, 0);
    EXPECT_EQ(digest("s.db"), digest("once.db"));
    EXPECT_EQ(tables_of(folder_, "s.db"), tables_of(folder_, "once.db"));
    output_of(folder_, {"verify", "s.db", "--share", "100%"});
  }

  const Folder folder_;
};

}  // namespace regretta::fakes
