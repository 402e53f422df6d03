// Limits: tests, by values recomputed from the trials, that `rank --subject-to` admits the right learners.
// LearnerColumns: tests that every table for other programs has the learner's name and its kind, so that grouping by
// `learner` does not pool two learners of one kind.
// PerRound: tests that `--per-round`, and `--divide-by T` of figures, divide sums over rounds by T.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fake_catalogue.hpp"
#include "plotted.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/limits.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/tools/commands/rank_limits.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

/// Two settings. Under flattery, pd-wa keeps a limit that other learners break. uniform, hedge and optimal are
/// reference lines.
const std::string limited_study = R"([study]
name = "field"
trials = 64
horizon = 2000
[[environment]]
kind = "stationary"
loss = [0.5, 0.2, 0.7]
violation = [[-0.3, 0.5, -0.3]]
noise = "bernoulli"
corruption = { budget = [0, 400], schedule = "front", direction = "flatter" }
[[learner]]
kind = ["expopt-conomd", "pd-wa", "lincon-ts", "uniform"]
[[learner]]
kind = ["conomd-fs", "hedge", "optimal"]
)";

class Limits : public ::testing::Test {
 protected:
  Outcome rank(std::vector<std::string> words) const { return regretta(folder_, {"rank", "s.db"}, words); }

  const ShippedCatalogue shipped_;
  const ResultsFolder folder_{limited_study};
};

TEST_F(Limits, LearnersAreAdmittedIfTheirSimultaneousIntervalIsBelow) {
  const Results study = Results::open(folder_.path("s.db"));
  const auto rows = rows_of(rank({"--subject-to", "signed_violation <= 0.02 T", "--format", "csv"}).out);
  ASSERT_EQ(rows.size(), 14U);
  const double pairs = 7 * 6 / 2;
  const Family family{.alpha = 0.05, .lines = 2 * (7 + pairs)};  // in each setting, 7 limits and all pairs
  std::set<std::string> kept_values;
  for (const auto& cells : cells_by_setting(study)) {
    const ComparedCells compared = compared_cells(study, cells, {Quantity::regret, Quantity::signed_violation});
    std::vector<bool> admitted;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const auto& row =
          *std::ranges::find(rows, fmt::format("{}", cells[k]->cell), [](const auto& line) { return line.at("cell"); });
      std::vector<double> excess = compared.values[1][k];
      for (double& x : excess) x -= 40;  // the limit, 0.02 x 2,000
      const Interval& reach = compared.reaches[1][k];
      const Evidence evidence = evidence_of(excess, {reach.low - 40, reach.high - 40}, family);
      const bool is_kept = evidence.is_exact ? evidence.mean <= 0 : evidence.interval.high < 0;
      const bool is_broken = evidence.is_exact ? evidence.mean > 0 : evidence.interval.low > 0;
      EXPECT_EQ(row.at("kept"), is_kept ? "yes" : is_broken ? "no" : "not shown") << row.at("learner");
      EXPECT_EQ(std::stod(row.at("limit")), 40);
      EXPECT_NEAR(std::stod(row.at("mean")), evidence.mean + 40, 1e-9);
      EXPECT_NEAR(std::stod(row.at("high")), evidence.interval.high + 40, 1e-9);
      const std::set<std::string> references = {"uniform", "hedge", "optimal"};
      EXPECT_EQ(row.at("role"), references.contains(cells[k]->learner) ? "reference" : "rival");
      admitted.push_back(is_kept && row.at("role") == "rival");
      EXPECT_EQ(row.at("admitted"), admitted.back() ? "yes" : "no") << row.at("learner");
      kept_values.insert(row.at("kept"));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto& row =
          *std::ranges::find(rows, fmt::format("{}", cells[i]->cell), [](const auto& line) { return line.at("cell"); });
      if (!admitted[i]) {
        EXPECT_EQ(row.at("least"), "");
        continue;
      }
      bool is_least = true;
      for (std::size_t j = 0; j < cells.size(); ++j)
        if (j != i && admitted[j] && (cells[i]->learner == "conomd-fs") == (cells[j]->learner == "conomd-fs"))
          is_least =
              is_least && paired_difference(compared.values[0][i], compared.values[0][j],
                                            reach_of_difference(compared.reaches[0][i], compared.reaches[0][j]), family)
                                  .interval.high < 0;
      EXPECT_EQ(row.at("least") == "yes", is_least) << row.at("learner");
    }
  }
  EXPECT_TRUE(kept_values.contains("yes") && kept_values.contains("no"))
      << "some learners must keep the limit, others not";
}

TEST_F(Limits, TextNamesRecommendedKeepingAndBreakingLearners) {
  const std::string text = rank({"--subject-to", "signed_violation <= 0.02 T", "--subject-to", "violation <= 900"}).out;
  expect_parts(text, {"subject to signed_violation <= 0.02 T and violation <= 900",
                      "Recommended for least regret within the limits: ", "Shown to keep them: ",
                      "All of it holds with probability 0.95", "reference"});
  EXPECT_FALSE(contains(text.substr(text.find("Recommended")), "hedge")) << "a reference line is never recommended";
  const std::string none = rank({"--subject-to", "violation <= 0"}).out;
  expect_parts(none, {"nobody is shown to keep it", "Shown to break it: "});
}

TEST_F(Limits, UnparsableLimitsAreRefused) {
  const auto refusal = [&](const std::string& text) {
    const Outcome outcome = rank({"--subject-to", text});
    EXPECT_EQ(outcome.status, 2) << text;
    return outcome.err;
  };
  const std::string expected =
      "expected QUANTITY <= NUMBER or QUANTITY <= NUMBER T, such as \"signed_violation <= 0.02 T\"";
  for (const auto& [text, why] : {std::pair<std::string, std::string>{"violation < 3", "it has no <="},
                                  {"violation <= many", "\"many\" is not a number"},
                                  {"opt <= 3", "less opt is not better"}}) {
    const std::string message = refusal(text);
    expect_parts(message, {"--subject-to: \"" + text + "\": " + why, expected});
  }
  EXPECT_TRUE(contains(refusal("signed_violatoin <= 3"),
                       "no quantity \"signed_violatoin\" (did you mean \"signed_violation\"?)"));
  EXPECT_EQ(rank({"--subject-to", "violation <= 3", "--overall"}).status, 2);
}

/// The sentence about a learner whose result is `line` for each of `limits` limits.
std::string advice_on(const Results& study, const LimitLine& line, std::size_t limits = 1) {
  LimitedCell cell{.learner = "pd-wa", .traits = {}, .failed = 55};
  cell.lines.assign(limits, line);
  LimitOptions options;
  options.limits.resize(limits);
  return limit_advice(study, {{cell}}, options).back();
}

TEST_F(Limits, TextSaysWhyALimitIsNotShownToBeKept) {
  const Results study = Results::open(folder_.path("s.db"));
  EXPECT_EQ(advice_on(study, {.interval = {}, .trials_needed = 12345}),
            "Not shown to keep it: pd-wa (about 12,000 trials would show it).");
  EXPECT_EQ(advice_on(study, {.interval = {}, .doubt = Doubt::above}, 2),
            "Not shown to keep them: pd-wa (its mean is above one of them).");
  EXPECT_EQ(advice_on(study, {.interval = {}, .doubt = Doubt::no_value}), "Not shown to keep it: pd-wa (no value).");
  EXPECT_EQ(advice_on(study, {.interval = {}, .kept = Kept::no}), "Shown to break it: pd-wa.");
}

/// Tests that each run another study.
class LimitsWithoutEvidence : public ::testing::Test {
 protected:
  Results run_study(const std::string& text, int status = 0) const {
    folder_.write("s.toml", text);
    output_of(folder_, {"run", "s.toml"}, status);
    return Results::open(folder_.path("s.db"));
  }
  std::string rank(const std::string& limit, std::vector<std::string> words = {}) const {
    return regretta(folder_, {"rank", "s.db", "--subject-to", limit}, words).out;
  }

  const Folder folder_;
};

TEST_F(LimitsWithoutEvidence, LimitsOnUndefinedValuesAreNotShown) {
  const ShippedCatalogue shipped;
  run_study(R"([study]
name = "infeasible"
trials = 64
horizon = 300
[[environment]]
kind = "stationary"
loss = [0.5, 0.2, 0.7]
violation = [[0.3, 0.5, 0.3]]
noise = "bernoulli"
[[learner]]
kind = ["pd-wa", "bccf"]
)");
  for (const auto& row : rows_of(rank("regret <= 1e9", {"--format", "csv"}))) {
    EXPECT_EQ(row.at("kept"), "not shown") << row.at("learner");
    EXPECT_EQ(row.at("reason"), "no value");
    EXPECT_EQ(row.at("admitted"), "no");
  }
  const std::string text = rank("regret <= 1e9");
  EXPECT_TRUE(contains(text, "Not shown to keep it: pd-wa (no value), bccf (no value)")) << text;
}

/// A study in which "failing" would be the best learner if its failed trials did not exclude it.
const std::string failing_study = R"([study]
name = "failing"
trials = 256
horizon = 1000
[[environment]]
kind = "flat"
[[learner]]
kind = "dice"
name = "failing"
scale = 0.1
fails = 3
[[learner]]
kind = "dice"
name = "sound"
[[learner]]
kind = "dice"
name = "larger"
scale = 2
)";

TEST_F(LimitsWithoutEvidence, CellsWithFailedTrialsAreNotShownToKeepALimit) {
  run_study(failing_study, exit_status::trials_failed);
  for (const auto& row : rows_of(rank("violation <= 1e9", {"--format", "csv"}))) {
    const bool has_failed = row.at("cell") == "0";
    EXPECT_EQ(row.at("kept"), has_failed ? "not shown" : "yes") << row.at("learner");
    EXPECT_EQ(row.at("reason"), has_failed ? "failed trials" : "");
    EXPECT_EQ(row.at("admitted"), has_failed ? "no" : "yes");
  }
  const std::string text = rank("violation <= 1e9");
  expect_parts(text, {"not shown: 1 trial failed",
                      "Recommended for least regret within the limit: sound, scale = 1, fails = -1.",
                      "Not shown to keep it: failing, scale = 0.1, fails = 3 (1 trial failed)."});
}

TEST_F(LimitsWithoutEvidence, LearnersWithFailedTrialsAreNotRecommended) {
  const Results study = run_study(failing_study, exit_status::trials_failed);
  const Overall overall = rank_learners(study).overall;
  EXPECT_EQ(overall.learners[0].failed, 1);
  EXPECT_EQ(overall.learners[0].trials, 256);
  EXPECT_EQ(overall.learners[0].quantities[0].tally.settings(), 0)
      << "it is not a rival in settings where its trials failed";
  for (const auto& row : rows_of(regretta(folder_, {"rank", "s.db", "--overall", "--format", "csv"}).out))
    EXPECT_EQ(row.at("failed_trials"), row.at("learner").starts_with("failing") ? "1" : "0") << row.at("learner");
  const std::string why =
      "Trials failed, so not recommended, and no rival where they did: failing, scale = 0.1, fails = 3 (1 of 256 "
      "trials).";
  const std::string text = regretta(folder_, {"rank", "s.db"}).out;
  expect_parts(text, {why, "best in both: sound, scale = 1, fails = -1."});
  EXPECT_TRUE(contains(regretta(folder_, {"show", "s.db"}).out, why));
}

using Names = std::set<std::pair<std::string, std::string>>;  // pairs of a learner's name and its kind

const Names two_settings = {{"bold", "dice"}, {"shy", "dice"}};

class LearnerColumns : public ::testing::Test {
 protected:
  std::string printed(std::vector<std::string> command, const std::vector<std::string>& more = {}) const {
    command.insert(command.begin() + 1, "s.db");
    command.insert(command.end(), more.begin(), more.end());
    const Outcome outcome = regretta(folder_, command);
    EXPECT_LE(outcome.status, command[0] == "audit" ? 1 : 0) << command[0] << outcome.err;
    return outcome.out;
  }
  const ResultsFolder folder_{R"([study]
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
)"};
};

Names names_in(const std::string& csv) {
  Names names;
  for (const auto& row : rows_of(csv)) names.emplace(row.at("learner"), row.at("kind"));
  return names;
}

TEST_F(LearnerColumns, EveryTableHasNameAndKind) {
  const std::vector<std::vector<std::string>> commands = {{"export"},
                                                          {"export", "--table", "trials"},
                                                          {"export", "--table", "curves"},
                                                          {"export", "--table", "means"},
                                                          {"export", "--table", "tails"},
                                                          {"show"},
                                                          {"show", "--tails"},
                                                          {"rank"},
                                                          {"rank", "--overall"},
                                                          {"rank", "--subject-to", "violation <= 1000"},
                                                          {"audit"},
                                                          {"show", "--extremes", "9"},
                                                          {"rates"}};
  for (const auto& command : commands)
    EXPECT_EQ(names_in(printed(command, {"--format", "csv"})), two_settings) << command.back();
  const Names others = {{"shy", "dice"}};
  EXPECT_EQ(names_in(printed({"compare", "--baseline", "bold", "--format", "csv"})), others);
}

TEST_F(LearnerColumns, ParametersIdentifyLearnersInTablesOverAllCells) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"rank", "--overall"}, {"rates"}}) {
    std::set<std::string> scales;
    for (const auto& row : rows_of(printed(command, {"--format", "csv"})))
      if (row.at("learner") == "shy") scales.insert(row.at("learner.scale"));
    EXPECT_EQ(scales, (std::set<std::string>{"0.1", "0.5"})) << command.back();
  }
}

TEST_F(LearnerColumns, ConditionOnLearnerMatchesTheName) {
  EXPECT_EQ(rows_of(printed({"export"}, {"--where", "learner=bold"})).size(), 3U);
  EXPECT_EQ(rows_of(printed({"export"}, {"--where", "learner=shy, scale = 0.1"})).size(), 3U);
  EXPECT_EQ(rows_of(printed({"export"}, {"--where", "kind=dice"})).size(), 9U);
  expect_refused(folder_, {"show", "s.db", "--where", "learner=dice"}, {"\"dice\" is a kind, expected kind=dice"});
  expect_refused(folder_, {"export", "s.db", "--where", "learner=bald"}, {"did you mean \"bold\"?"});
}

class PerRound : public ::testing::Test {
 protected:
  std::vector<CsvRow> rows(std::vector<std::string> words, bool per_round) const {
    words.insert(words.end(), {"--format", "csv"});
    if (per_round) words.emplace_back("--per-round");
    return rows_of(regretta(folder_, words).out);
  }
  /// Expects that `--per-round` divides these columns by T = 2,000 and leaves the others as they are.
  void expect_divided(const std::vector<std::string>& words, const std::set<std::string>& columns) const {
    const std::vector<CsvRow> whole = rows(words, false), divided = rows(words, true);
    ASSERT_EQ(whole.size(), divided.size());
    ASSERT_FALSE(whole.empty());
    for (std::size_t k = 0; k < whole.size(); ++k)
      for (const auto& [column, text] : whole[k]) {
        const double before = std::strtod(text.c_str(), nullptr), after = number(divided[k], column);
        if (columns.contains(column) && std::isfinite(before)) {
          EXPECT_NEAR(after, before / 2000, 1e-9 * std::abs(before)) << words[0] << " " << column;
        } else if (before == 0 || !std::isfinite(before)) {
          EXPECT_EQ(divided[k].at(column), text) << words[0] << " " << column;
        } else {
          EXPECT_NEAR(after, before, 1e-6 * std::abs(before)) << words[0] << " " << column;
        }
      }
  }

  const ShippedCatalogue shipped_;
  const ResultsFolder folder_{swept_study};
};

TEST_F(PerRound, SumsOverRoundsAreDividedByT) {
  expect_divided({"show", "s.db"}, {"mean", "low", "high", "least", "most"});
  expect_divided({"show", "s.db", "--tails"}, {"estimate", "low", "high"});
  expect_divided({"rank", "s.db"}, {"mean"});
  expect_divided({"rank", "s.db", "--overall"}, {"excess", "worst_excess"});
  expect_divided({"compare", "s.db", "--baseline", "hedge"},
                 {"difference", "low", "high", "interval_low", "interval_high"});
  const auto margin = rows({"show", "s.db", "-m", "rho"}, true);
  EXPECT_EQ(margin.at(0).at("mean"), rows({"show", "s.db", "-m", "rho"}, false).at(0).at("mean")) << "rho is not a sum";
}

TEST_F(PerRound, OutputStatesTheDivisionAndTheUnits) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"show", "s.db"}, {"rank", "s.db"}, {"compare", "s.db", "--baseline", "hedge"}}) {
    std::vector<std::string> divided = words;
    divided.emplace_back("--per-round");
    const char* note = "sums over rounds are divided by T: losses and constraint units per round";
    EXPECT_TRUE(contains(regretta(folder_, divided).out, note)) << words[0];
    EXPECT_FALSE(contains(regretta(folder_, words).out, note)) << words[0];
  }
  EXPECT_EQ(regretta(folder_, {"compare", "s.db", "s.db", "--per-round"}).status, 2);
  expect_parts(
      output_of(folder_, {"plot", "s.db", "--all", "--divide-by", "T", "--format", "csv,json", "--output", "divided"}),
      {"Sums over rounds are divided by T."});
  ASSERT_EQ(regretta(folder_, {"plot", "s.db", "--all", "--format", "csv", "--output", "whole"}).status, 0);
  const std::string axes = read_text(folder_.path("divided/regret-over-C.json"));
  EXPECT_TRUE(contains(axes, "loss units per round")) << axes.substr(0, 2000);
  for (const char* figure : {"frontier", "regret-over-C"}) {
    const auto whole = rows_of(read_text(folder_.path(std::string("whole/") + figure + ".csv")));
    const auto divided = rows_of(read_text(folder_.path(std::string("divided/") + figure + ".csv")));
    ASSERT_EQ(whole.size(), divided.size());
    for (std::size_t k = 0; k < whole.size(); ++k)
      for (const char* axis : {"x", "y"})
        EXPECT_NEAR(number(divided[k], axis), number(whole[k], axis) / 2000, 1e-7) << figure << " " << axis;
  }
}

TEST_F(PerRound, FrontierAcceptsAnyTwoQuantities) {
  const auto frontier = [&](const char* metrics) {
    return regretta(folder_, {"plot", "s.db", "-m", metrics, "--figure", "frontier", "--format", "csv,json"});
  };
  const Outcome plotted = frontier("regret,signed_violation");
  ASSERT_EQ(plotted.status, 0) << plotted.err;
  EXPECT_TRUE(contains(plotted.out, "Regret against signed violation")) << plotted.out;
  EXPECT_TRUE(files_in(folder_.path("s-figures")).contains("regret-signed_violation-frontier.csv"));
  ASSERT_EQ(frontier("violation,regret").status, 0);
  EXPECT_TRUE(files_in(folder_.path("s-figures")).contains("frontier.csv"))
      << "the default quantities have the default name";
  EXPECT_EQ(frontier("regret").status, 2) << "a frontier needs two quantities";
}

}  // namespace
}  // namespace regretta::fakes
