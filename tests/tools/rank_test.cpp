// Tests `regretta rank`, the tables of intervals, and the traits of learners in a results file: their feedback, their
// prior knowledge, and whether they ignore constraints. Counts over settings are recomputed from the trials of pairs.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/tools/text/overall_text.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

/// Two settings. Three learners have full feedback, four have bandit feedback; hedge and ucb1 ignore the constraint;
/// optimal has prior knowledge.
const std::string eight_learners = R"([study]
name = "field"
trials = 64
horizon = 1000
[[environment]]
kind = "stationary"
loss = [0.5, 0.2, 0.7]
violation = [[-0.3, 0.5, -0.3]]
noise = "bernoulli"
corruption = { budget = [0, 200], schedule = "front", direction = "slander" }
[[learner]]
kind = ["conomd-fs", "ucpd", "hedge"]
[[learner]]
kind = ["pd-wa", "loe2d", "lincon-ts", "ucb1"]
[[learner]]
kind = "optimal"
)";

Results results_of_run(const Folder& folder, const std::string& text) {
  folder.write("s.toml", text);
  std::filesystem::remove(folder.path("s.db"));
  output_of(folder, {"run", "s.toml"});
  return Results::open(folder.path("s.db"));
}

const OverallLearner& learner_of_kind(const Overall& overall, const std::string& kind) {
  return *std::ranges::find_if(overall.learners,
                               [&](const OverallLearner& learner) { return learner.label.kind == kind; });
}

/// A study of dice, which report sqrt(T) scale (u - 0.3) for every quantity. So a larger scale has larger means.
const std::string ranked_study =
    "[study]\nname = \"ranked\"\ntrials = 200\nhorizon = 100\n[[environment]]\nkind = \"flat\"\n[[learner]]\nkind = "
    "\"dice\"\nscale = [100, 99.9, 10]\n";

TEST(Rank, PrintsRanksAndWhatRareEventsMayHide) {
  const ResultsFolder folder(ranked_study);
  const auto rows = rows_of(regretta(folder, {"rank", "s.db", "--format", "csv"}).out);
  ASSERT_EQ(rows.size(), 6U);
  for (const auto& row : rows) {
    const bool is_least = row.at("learner.scale") == "10", is_most = row.at("learner.scale") == "100";
    EXPECT_EQ(row.at("rank_low"), is_least ? "1" : is_most ? "3" : "2");
    EXPECT_EQ(row.at("rank_high"), is_least ? "1" : is_most ? "3" : "2");
    EXPECT_EQ(row.at("front"), is_least ? "yes" : "no");
    EXPECT_EQ(row.at("learners"), "3");
  }
  const Outcome text = regretta(folder, {"rank", "s.db"});
  expect_parts(text.out, {"ranked: 200 trials per cell", "All of it holds with probability 0.95",
                          "200 trials can miss what happens in fewer than 1 of 66."});
  EXPECT_EQ(regretta(folder, {"rank", "s.db", "-m", "rho"}).status, 2);
  EXPECT_EQ(regretta(folder, {"rank", "none.db"}).status, 2);
}

// The unseen mode has probability 3 / n, for n trials. In it, the winner has the largest possible value and the loser
// the smallest.
TEST(Rank, CountsTheDecisionsThatAnUnseenModeCouldOverturn) {
  const ResultsFolder folder(ranked_study);
  const Results study = Results::open(folder.path("s.db"));
  const Ranking ranking = rank_learners(study);
  ASSERT_EQ(ranking.decisions.size(), 6U) << "two quantities of three learners";
  std::vector<double> overturned_means, needed;
  for (const Quantity quantity : {Quantity::regret, Quantity::violation})
    for (const CellLabel& winner : study.cells())
      for (const CellLabel& loser : study.cells()) {
        const auto mean = [&](const CellLabel& cell) { return study.means(cell, {quantity}).front().mean; };
        const double difference = mean(winner) - mean(loser), chance = 3.0 / 200;
        if (difference >= 0) continue;
        const Quantity measured = estimated_by(quantity);
        const double worst = study.reach(winner, measured).high - study.reach(loser, measured).low;
        overturned_means.push_back((1 - chance) * difference + chance * worst);
      }
  for (const Decision& decision : ranking.decisions) {
    EXPECT_EQ(decision.values, 200);
    needed.push_back(decision.needed);
  }
  const auto survive = std::ranges::count_if(overturned_means, [](double x) { return x < 0; });
  EXPECT_EQ(std::ranges::count_if(needed, [](double n) { return n < 200; }), survive);
  EXPECT_TRUE(survive > 0 && survive < 6);
  const std::string output = regretta(folder, {"diagnose", "s.db"}).out;
  EXPECT_TRUE(contains(output, fmt::format("{}\n  of 6 decisions of `rank` would survive it", survive))) << output;
}

TEST(Tails, IntervalsContainTheirEstimates) {
  const ResultsFolder folder(ranked_study);
  expect_parts(output_of(folder, {"show", "s.db", "--tails", "-m", "violation", "--above", "500,600"}),
               {"mean of worst 5%", "99%", "% above 500", "% above 600", "for any distribution"});
  EXPECT_EQ(regretta(folder, {"show", "s.db", "--above", "500"}).status, 2) << "--above needs --tails";

  std::map<std::string, std::map<std::string, std::string>> tails;  // of violation in the cell with the largest scale
  for (const auto& row : rows_of(regretta(folder, {"export", "s.db", "--table", "tails"}).out))
    if (row.at("cell") == "0" && row.at("quantity") == "violation") tails[row.at("tail")] = row;
  ASSERT_EQ(tails.size(), 5U);
  for (const char* name : {"q50", "q90", "q95", "q99", "cvar95"}) {
    const double low = std::stod(tails.at(name).at("low")), high = std::stod(tails.at(name).at("high"));
    const double estimate = std::stod(tails.at(name).at("estimate"));
    EXPECT_LE(low, estimate) << name;
    EXPECT_GE(high, estimate) << name;
  }
  EXPECT_NEAR(std::stod(tails.at("q50").at("estimate")), 200, 60) << "the median of 1000 (u - 0.3)";
  EXPECT_EQ(tails.at("q50").at("values"), "200");
}

TEST(Overall, TalliesFollowFromThePairs) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const Results study = results_of_run(folder, eight_learners);
  const Ranking ranking = rank_learners(study, {.trials = 64});
  const Overall& overall = ranking.overall;
  const std::vector<LearnerTraits> traits = stored_traits(study);
  EXPECT_EQ(overall.settings, 2);
  const Family family{.alpha = 0.05, .lines = static_cast<double>(ranking.pairs)};
  std::map<std::string, Tally> counted;  // the key is a learner's kind followed by a quantity
  for (const auto& cells : cells_by_setting(study))
    for (const Quantity quantity : {Quantity::regret, Quantity::violation}) {
      const ComparedCells compared = compared_cells(study, cells, {quantity});
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const LearnerTraits& learner = traits[static_cast<std::size_t>(cells[i]->cell)];
        if (learner.is_reference()) continue;
        bool is_least = true, is_tied = true, has_more = false;
        for (std::size_t j = 0; j < cells.size(); ++j) {
          const LearnerTraits& opponent = traits[static_cast<std::size_t>(cells[j]->cell)];
          if (i == j || opponent.is_reference() || opponent.feedback != learner.feedback) continue;
          const auto& values = compared.values;
          const auto& reaches = compared.reaches;
          const PairedDifference difference =
              paired_difference(values[0][i], values[0][j], reach_of_difference(reaches[0][i], reaches[0][j]), family);
          const auto mean = [&](std::size_t k) { return moments_of(values[0][k]).mean; };
          const double margin =
              0.05 * std::max(size_of_mean(mean(i), reaches[0][i]), size_of_mean(mean(j), reaches[0][j]));
          const Interval& interval = difference.interval;
          const bool is_less = interval.high < 0, is_tie = interval.low >= -margin && interval.high <= margin;
          is_least = is_least && is_less;
          is_tied = is_tied && (is_less || is_tie);
          has_more = has_more || interval.low > 0;
        }
        Tally& tally = counted[cells[i]->learner + quantity_name(quantity).data()];
        ++(is_least ? tally.least : is_tied ? tally.tied : has_more ? tally.more : tally.open);
      }
    }
  ASSERT_EQ(counted.size(), 2U * 5U);
  for (const OverallLearner& learner : overall.learners)
    for (std::size_t q = 0; q < 2; ++q) {
      const Tally& tally = learner.quantities[q].tally;
      const Tally expected =
          counted[learner.label.kind + quantity_name(q == 0 ? Quantity::regret : Quantity::violation).data()];
      EXPECT_EQ(tally.least, expected.least) << learner.label.kind;
      EXPECT_EQ(tally.tied, expected.tied) << learner.label.kind;
      EXPECT_EQ(tally.more, expected.more) << learner.label.kind;
      EXPECT_EQ(tally.open, expected.open) << learner.label.kind;
    }
  for (const char* kind : {"hedge", "ucb1", "optimal"}) {
    EXPECT_TRUE(learner_of_kind(overall, kind).is_reference) << kind;
    EXPECT_EQ(learner_of_kind(overall, kind).quantities[0].tally.settings(), 0) << kind << " must never be best";
  }
  EXPECT_EQ(learner_of_kind(overall, "pd-wa").quantities[1].tally.settings(), 2);
  EXPECT_FALSE(overall.is_mixed);

  const std::string text = regretta(folder, {"rank", "s.db"}).out;
  expect_parts(text,
               {"of the 2 learners that see all arms", "of the 3 learners that see their own arm", "Recommended",
                "Reference lines, never best: optimal (given what nobody knows beforehand); hedge and ucb1 (ignore the "
                "constraints)"});
  const auto rows = rows_of(regretta(folder, {"rank", "s.db", "--overall", "--format", "csv"}).out);
  ASSERT_EQ(rows.size(), 2 * overall.learners.size());
  for (const auto& row : rows)
    if (row.at("role") == "rival") {
      EXPECT_EQ(row.at("least"), fmt::format("{}", counted[row.at("learner") + row.at("quantity")].least));
    }
}

TEST(Overall, AdviceNamesALeaderEvenIfSomeSettingsAreUndecided) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const Results study = results_of_run(folder, eight_learners);
  Overall overall = rank_learners(study, {.trials = 64}).overall;
  overall.learners.resize(2);
  overall.groups.resize(1);
  overall.groups[0].settings = 5;
  const auto advice = [&](const Tally& first, const Tally& second, std::int64_t open) {
    overall.learners[0].quantities = {{.tally = first}};
    overall.learners[1].quantities = {{.tally = second}};
    overall.groups[0].open = {open};
    return recommendation(study, overall, {Quantity::regret}).advice.at(0);
  };
  EXPECT_EQ(advice({.least = 4, .more = 1}, {.more = 4, .open = 1}, 1),
            "Recommended: for regret, conomd-fs leads in 4 of 5 settings, and in 1 these trials do not tell.");
  EXPECT_EQ(advice({.least = 1, .more = 2, .open = 2}, {.least = 2, .more = 1, .open = 2}, 2),
            "Recommended: for regret, ucpd leads in 2 of 5 settings, others in 1, and in 2 these trials do not tell.");
  EXPECT_EQ(advice({.open = 5}, {.open = 5}, 5), "Recommended: for regret, these trials do not tell.");
  EXPECT_EQ(advice({.least = 4, .more = 1}, {.least = 1, .more = 4}, 0),
            "Recommended: for regret, it depends on the setting.");
}

TEST(Overall, InfeasibleSettingsHaveNoRegretToCompare) {
  const auto rank_output = [&](const std::string& feasible, const std::vector<std::string>& words) {
    const ResultsFolder folder("[study]\ntrials = 64\nhorizon = 100\n[[environment]]\nkind = \"flat\"\nfeasible = " +
                               feasible + "\n[[learner]]\nkind = \"dice\"\nscale = [1, 2]\n");
    return regretta(folder, {"rank", "s.db"}, words).out;
  };
  const std::string none = rank_output("false", {"--recommendation"});
  EXPECT_TRUE(contains(none,
                       "Recommended: for regret, nobody (no regret to compare, as no strategy is feasible); for "
                       "violation, dice, scale = 1."))
      << none;
  EXPECT_FALSE(contains(none, "do not tell")) << none;
  const std::string some = rank_output("[false, true]", {"--recommendation"});
  EXPECT_TRUE(contains(some, "for regret, dice, scale = 1 (no regret to compare in 1 of 2 settings")) << some;
  for (const auto& row : rows_of(rank_output("[false, true]", {"--overall", "--format", "csv"}))) {
    EXPECT_EQ(row.at("infeasible"), row.at("quantity") == "regret" ? "1" : "0");
    EXPECT_EQ(row.at("open"), "0");
  }
}

TEST(Overall, AConstraintThatDoesNotBindIsReportedFirst) {
  const ShippedCatalogue shipped;
  const Folder folder;
  std::string text = eight_learners;  // with changed means: the arm with the least loss is the safe arm
  text.replace(text.find("[0.5, 0.2, 0.7]"), 15, "[0.2, 0.5, 0.7]");
  text.replace(text.find("[[-0.3, 0.5, -0.3]]"), 19, "[[-0.1, 0.5, 0.5]]");
  results_of_run(folder, text);
  const std::string output = regretta(folder, {"rank", "s.db"}).out;
  const std::size_t first = output.find("The constraint does not bind"), next = output.find("Recommended");
  EXPECT_NE(first, std::string::npos) << output;
  EXPECT_LT(first, next) << output;
}

// The means of fixed strategies are exact under any noise, those of deterministic learners only without noise.
TEST(Exact, MeansThatCannotVaryAreExact) {
  const ShippedCatalogue shipped;
  const Folder folder;
  std::string text = eight_learners + "[[learner]]\nkind = \"safe-arm\"\n[[learner]]\nkind = \"uniform\"\n";
  Results study = results_of_run(folder, text);
  const auto exact = [&](const std::string& learner, Quantity quantity) {
    for (const CellLabel& cell : study.cells())
      if (cell.learner == learner) return study.means(cell, {quantity})[0].is_exact;
    return false;
  };
  for (const char* fixed : {"optimal", "safe-arm", "uniform"}) {
    EXPECT_TRUE(exact(fixed, Quantity::violation)) << fixed;
    EXPECT_TRUE(exact(fixed, Quantity::regret)) << fixed;
    EXPECT_FALSE(exact(fixed, Quantity::realised_violation)) << fixed << ": realised values have noise";
  }
  for (const char* kind : {"conomd-fs", "hedge", "pd-wa"}) EXPECT_FALSE(exact(kind, Quantity::violation)) << kind;
  EXPECT_TRUE(contains(regretta(folder, {"compare", "s.db", "--baseline", "uniform"}).out, " exact"))
      << "the difference of two exact means is exact";

  text.replace(text.find("\"bernoulli\""), 11, "\"none\"");
  study = results_of_run(folder, text.replace(text.find("name = \"field\""), 14, "name = \"quiet\"") + "\n");
  EXPECT_TRUE(exact("conomd-fs", Quantity::violation)) << "it sees all arms, so it is deterministic";
  EXPECT_TRUE(exact("hedge", Quantity::regret));
  EXPECT_FALSE(exact("pd-wa", Quantity::violation)) << "it depends on the arms that it draws";
}

// Regression: with full feedback, known-c plays the same for every C, and therefore used to be recommended.
TEST(Traits, LearnersThatKnowTheCorruptionAreNeverRecommended) {
  const ShippedCatalogue shipped;
  const Folder folder;
  std::string text = eight_learners;
  text.replace(text.find("[\"conomd-fs\", \"ucpd\", \"hedge\"]"), 30, "[\"conomd-fs\", \"ucpd\", \"known-c\"]");
  const Results study = results_of_run(folder, text);
  const Overall overall = rank_learners(study).overall;
  EXPECT_TRUE(learner_of_kind(overall, "known-c").is_reference);
  EXPECT_EQ(learner_of_kind(overall, "known-c").quantities[0].tally.settings(), 0);
  const std::string output = regretta(folder, {"rank", "s.db"}).out;
  expect_parts(output, {"of the 2 learners that see all arms",
                        "Reference lines, never best: known-c and optimal (given what nobody knows beforehand); "});
  const std::string rows = regretta(folder, {"rank", "s.db", "--overall", "--format", "csv"}).out;
  EXPECT_TRUE(contains(rows, "known-c,full,prior knowledge")) << rows;
}

TEST(Traits, ChangedTraitsAreDetected) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(eight_learners, {"-q", "-o", "s.db", "--set", "study.trials=8"});
  const Database database(folder.path("s.db"), Database::Mode::write);
  std::string traits = study_value(database, "learner_traits").value_or("");
  const auto position = traits.find("\"feedback\":\"bandit\"");
  ASSERT_NE(position, std::string::npos) << traits;
  traits[position + 12] ^= 1;  // flips one bit
  set_study_value(database, "learner_traits", traits);
  EXPECT_EQ(regretta(folder, {"rank", "s.db"}).status, 2);
  set_study_value(database, "learner_traits", "[]");
  EXPECT_EQ(regretta(folder, {"rank", "s.db"}).status, 2);
  set_study_value(database, "learner_traits", traits);
  expect_parts(output_of(folder, {"verify", "s.db", "--share", "0"}, 1), {"the traits of its learners have changed"});
}

}  // namespace
}  // namespace regretta::fakes
