#pragma once
/// Studies that are run and plotted, for the tests of `regretta plot`.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {

using CsvRow = std::map<std::string, std::string>;

/// A study of the fake learner `dice`, run and plotted into s-figures.
class Plotted {
 public:
  explicit Plotted(const Words& options = {}, const Words& words = {}, const std::string& study = dice_study)
      : folder(study, options), plot(drawn(words)) {}

  /// Plots every figure, as CSV unless `words` choose another format or file.
  Outcome drawn(std::vector<std::string> words) const {
    words.insert(words.begin(), {"plot", "s.db", "--all"});
    if (std::ranges::find(words, "--format") == words.end() && std::ranges::find(words, "-o") == words.end())
      words.insert(words.end(), {"--format", "csv"});
    return regretta(folder, words);
  }

  std::vector<CsvRow> rows(const std::string& name) const {
    return rows_of(read_text(folder.path("s-figures/" + name + ".csv")));
  }

  nlohmann::json exported(const std::string& table) const {
    return nlohmann::json::parse(regretta(folder, {"export", "s.db", "--table", table, "--format", "json"}).out);
  }

  ResultsFolder folder;
  Outcome plot;
};

inline std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

inline std::vector<CsvRow> rows_with(std::vector<CsvRow> rows, const std::string& column, const std::string& value) {
  std::erase_if(rows, [&](const CsvRow& row) { return row.at(column) != value; });
  return rows;
}

inline double number(const CsvRow& row, const std::string& column) {
  return std::strtod(row.at(column).c_str(), nullptr);
}

/// A study of two learners under three budgets, which are not in ascending order.
inline constexpr const char* swept_study = R"(
[study]
name = "swept"
horizon = 2000
trials = 20
seed = 1
[[learner]]
kind = "hedge"
[[learner]]
kind = "conomd-fs"
[[environment]]
kind = "stationary"
loss = [0.5, 0.2, 0.7]
violation = [[-0.3, 0.5, -0.3]]
noise = "bernoulli"
corruption = { schedule = "front", direction = "slander", budget = [50, 0, 400] }
)";

/// swept_study, run with the shipped catalogue.
class Swept {
 public:
  explicit Swept(const Words& options = {}) : folder(swept_study, options) {}
  /// Plots a single figure; returns the rows of its CSV.
  std::vector<CsvRow> drawn(std::vector<std::string> words) {
    last = regretta(folder, {"plot", "s.db", "--output", "one.csv"}, words);
    EXPECT_EQ(last.status, 0) << last.err;
    return rows_of(read_text(folder.path("one.csv")));
  }
  std::vector<CsvRow> printed(std::vector<std::string> words) const { return rows_of(output_of(folder, words)); }

  ShippedCatalogue shipped;
  ResultsFolder folder;
  Outcome last;
};

}  // namespace regretta::fakes
