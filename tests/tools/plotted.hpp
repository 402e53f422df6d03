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

/// A study of dice, run and plotted into s-figures.
class Plotted {
 public:
  explicit Plotted(const std::vector<std::string>& settings = {}, const std::vector<std::string>& words = {},
                   const std::string& study = dice_study) {
    folder.write("s.toml", study);
    std::vector<std::string> all = {"run", "s.toml"};
    for (const std::string& setting : settings) all.insert(all.end(), {"--set", setting});
    run = regretta(folder, all);
    plot = drawn(words);
  }

  /// Every figure as CSV, unless `words` choose.
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

  Folder folder;
  Outcome run;
  Outcome plot;
};

inline std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

inline std::vector<CsvRow> with(std::vector<CsvRow> rows, const std::string& column, const std::string& value) {
  std::erase_if(rows, [&](const CsvRow& row) { return row.at(column) != value; });
  return rows;
}

inline double number(const CsvRow& row, const std::string& column) {
  return std::strtod(row.at(column).c_str(), nullptr);
}

/// Two learners under three budgets, which are not in order.
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

class Swept {
 public:
  explicit Swept(const std::vector<std::string>& words = {}) {
    folder.write("s.toml", swept_study);
    std::vector<std::string> all = {"run", "s.toml"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome run = regretta(folder, all);
    EXPECT_EQ(run.status, 0) << run.err;
  }
  /// The only figure, as CSV.
  std::vector<CsvRow> drawn(std::vector<std::string> words) {
    words.insert(words.begin(), {"plot", "s.db", "--output", "one.csv"});
    last = regretta(folder, words);
    EXPECT_EQ(last.status, 0) << last.err;
    return rows_of(read_text(folder.path("one.csv")));
  }
  std::vector<CsvRow> printed(std::vector<std::string> words) const {
    const Outcome outcome = regretta(folder, words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return rows_of(outcome.out);
  }

  ShippedCatalogue shipped;
  Folder folder;
  Outcome last;
};

}  // namespace regretta::fakes
