// `regretta rank --subject-to`: who keeps limits, and who is best among them, recomputed from the trials.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/comparison/limits.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

/// Two settings; under flattery pd-wa keeps what others break. hedge and optimal are reference lines.
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
  void SetUp() override {
    folder_.write("s.toml", limited_study);
    const Outcome outcome = regretta(folder_, {"run", "s.toml"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  Outcome rank(std::vector<std::string> words) const {
    words.insert(words.begin(), {"rank", "s.db"});
    return regretta(folder_, words);
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_F(Limits, AdmitWhoseSimultaneousIntervalLiesBelow) {
  const Results study = Results::open(folder_.path("s.db"));
  const auto rows = rows_of(rank({"--subject-to", "signed_violation <= 0.02 T", "--format", "csv"}).out);
  ASSERT_EQ(rows.size(), 14U);
  const double pairs = 7 * 6 / 2;
  const Family family{.alpha = 0.05, .lines = 2 * (7 + pairs)};
  std::set<std::string> kept_values;
  for (const auto& cells : cells_by_setting(study)) {
    const Contest contest = contest_of(study, cells, {Quantity::regret, Quantity::signed_violation});
    std::vector<bool> admitted;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const auto& row =
          *std::ranges::find(rows, fmt::format("{}", cells[k]->cell), [](const auto& one) { return one.at("cell"); });
      std::vector<double> excess = contest.values[1][k];
      for (double& x : excess) x -= 40;
      const Interval& reach = contest.reaches[1][k];
      const Evidence evidence = evidence_of(excess, {reach.low - 40, reach.high - 40}, family);
      const bool is_kept = evidence.is_exact ? evidence.mean <= 0 : evidence.seen.high < 0;
      const bool is_broken = evidence.is_exact ? evidence.mean > 0 : evidence.seen.low > 0;
      EXPECT_EQ(row.at("kept"), is_kept ? "yes" : is_broken ? "no" : "not shown") << row.at("learner");
      EXPECT_EQ(std::stod(row.at("limit")), 40);
      EXPECT_NEAR(std::stod(row.at("mean")), evidence.mean + 40, 1e-9);
      EXPECT_NEAR(std::stod(row.at("high")), evidence.seen.high + 40, 1e-9);
      const std::set<std::string> references = {"uniform", "hedge", "optimal"};
      EXPECT_EQ(row.at("role"), references.contains(cells[k]->learner) ? "reference" : "rival");
      admitted.push_back(is_kept && row.at("role") == "rival");
      EXPECT_EQ(row.at("admitted"), admitted.back() ? "yes" : "no") << row.at("learner");
      kept_values.insert(row.at("kept"));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto& row =
          *std::ranges::find(rows, fmt::format("{}", cells[i]->cell), [](const auto& one) { return one.at("cell"); });
      if (!admitted[i]) {
        EXPECT_EQ(row.at("least"), "");
        continue;
      }
      bool is_least = true;
      for (std::size_t j = 0; j < cells.size(); ++j)
        if (j != i && admitted[j] && (cells[i]->learner == "conomd-fs") == (cells[j]->learner == "conomd-fs"))
          is_least =
              is_least && paired_difference(contest.values[0][i], contest.values[0][j],
                                            reach_of_difference(contest.reaches[0][i], contest.reaches[0][j]), family)
                                  .seen.high < 0;
      EXPECT_EQ(row.at("least") == "yes", is_least) << row.at("learner");
    }
  }
  EXPECT_TRUE(kept_values.contains("yes") && kept_values.contains("no")) << "the limit divides them";
}

TEST_F(Limits, AreSaidInWords) {
  const std::string said = rank({"--subject-to", "signed_violation <= 0.02 T", "--subject-to", "violation <= 900"}).out;
  for (const char* part :
       {"subject to signed_violation <= 0.02 T and violation <= 900", "Recommended for least regret within the limit: ",
        "Shown to keep it: ", "With probability 0.95 all of this holds together", "reference"})
    EXPECT_TRUE(contains(said, part)) << part << "\n" << said;
  EXPECT_FALSE(contains(said.substr(said.find("Recommended")), "hedge")) << "a reference line is never recommended";
  const std::string none = rank({"--subject-to", "violation <= 0"}).out;
  EXPECT_TRUE(contains(none, "nobody is shown to keep it")) << none;
  EXPECT_TRUE(contains(none, "Not shown to keep it: ")) << none;
  const std::string close =
      rank({"--subject-to", "violation <= 1e9", "--where", "budget=0", "-m", "expected_regret"}).out;
  EXPECT_TRUE(contains(close, "expected_regret")) << close;
  EXPECT_FALSE(contains(close, "Recommended")) << "not of all settings";
}

/// Trials needed: with a limit just above its mean a learner is not shown to keep it, and four times as many would do
/// where half as much room is left.
TEST_F(Limits, SayHowManyTrialsWouldShowIt) {
  const Results study = Results::open(folder_.path("s.db"));
  const CellLabel& cell = *std::ranges::find(study.cells(), "pd-wa", &CellLabel::learner);
  const MeanEstimate mean = study.means(cell, {Quantity::violation}).front();
  const auto needed = [&](double limit) {
    const auto cells =
        rank_within_limits(study, {.limits = {{.quantity = Quantity::violation, .number = limit}}}).front();
    const auto found = std::ranges::find(cells, &cell, &LimitedCell::cell);
    EXPECT_EQ(found->lines[0].kept, Kept::open);
    return found->lines[0].trials_needed;
  };
  const double room = (mean.interval.high - mean.mean) / 2;
  const double wide = needed(mean.mean + room), narrow = needed(mean.mean + room / 2);
  EXPECT_GT(wide, 64);
  EXPECT_NEAR(narrow / wide, 4, 0.1);
  EXPECT_EQ(needed(mean.mean - room / 8), infinity) << "its mean is above";
}

TEST_F(Limits, ThatCannotBeReadAreRefused) {
  const auto refusal = [&](const std::string& text) {
    const Outcome outcome = rank({"--subject-to", text});
    EXPECT_EQ(outcome.status, 2) << text;
    return outcome.err;
  };
  const std::string expected =
      "expected QUANTITY <= NUMBER or QUANTITY <= NUMBER T, such as \"signed_violation <= 0.02 T\"";
  for (const auto& [text, why] : {std::pair<std::string, std::string>{"violation < 3", "it has no <="},
                                  {"<= 3", "it names no quantity"},
                                  {"violation <= many", "\"many\" is not a number"},
                                  {"violation <= T", "\"\" is not a number"},
                                  {"violation <= 3 T T", "\"3 T\" is not a number"},
                                  {"violation <= inf", "\"inf\" is not a number"},
                                  {"opt <= 3", "less opt is not better"}}) {
    const std::string said = refusal(text);
    EXPECT_TRUE(contains(said, "--subject-to: \"" + text + "\": " + why)) << said;
    EXPECT_TRUE(contains(said, expected)) << said;
  }
  EXPECT_TRUE(contains(refusal("signed_violatoin <= 3"),
                       "no quantity \"signed_violatoin\" (did you mean \"signed_violation\"?)"));
  EXPECT_EQ(rank({"--subject-to", "violation <= 3", "--overall"}).status, 2);
  EXPECT_EQ(rank({"--subject-to", "violation <= 3", "-m", "regret,violation"}).status, 2);
}

TEST_F(Limits, OfSumsStayThoseOfSumsPerRound) {
  const std::vector<std::string> words = {"--subject-to", "signed_violation <= 0.02 T", "--format", "csv"};
  const auto whole = rows_of(rank(words).out);
  std::vector<std::string> more = words;
  more.emplace_back("--per-round");
  const auto divided = rows_of(rank(more).out);
  ASSERT_EQ(whole.size(), divided.size());
  for (std::size_t k = 0; k < whole.size(); ++k) {
    EXPECT_EQ(divided[k].at("kept"), whole[k].at("kept"));
    EXPECT_EQ(divided[k].at("least"), whole[k].at("least"));
    EXPECT_NEAR(std::stod(divided[k].at("limit")), 0.02, 1e-12);
    EXPECT_NEAR(std::stod(divided[k].at("mean")), std::stod(whole[k].at("mean")) / 2000, 1e-9);
    EXPECT_NEAR(std::stod(divided[k].at("objective_mean")), std::stod(whole[k].at("objective_mean")) / 2000, 1e-9);
  }
}

}  // namespace
}  // namespace regretta::fakes
