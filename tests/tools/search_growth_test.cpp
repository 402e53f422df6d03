// How what a search found grows with the horizon, and searches of some minutes or trials.

#include "regretta/engine/search/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "program_process.hpp"
#include "regretta/engine/evidence/stopping/run_policy.hpp"
#include "regretta/engine/search/cost.hpp"
#include "searched.hpp"

namespace regretta::fakes::search_growth {
namespace {

/// {0}: lines of [search]; {1}: confidence_scale.
std::string study_of(const std::string& lines, double scale) {
  return fmt::format(R"(
[study]
horizon = 400
checkpoints = 2
[[environment]]
kind = "stationary"
name = "game"
loss = [{{ search = [0, 1] }}, 0.2, 0.9]
violation = [[-0.4, {{ search = [0.1, 1] }}, -0.1]]
corruption = {{ budget_sqrt = 1, schedule = {{ search = ["front", "late"] }} }}
[[learner]]
kind = "expopt-conomd"
confidence_scale = {}
[search]
maximise = "regret"
candidates = 16
random_first = 16
finalists = 2
fresh = 32
rungs = 1
ablation = false
{}
)",
                     scale, lines);
}

struct Search {
  Search(const std::string& text, const std::string& path)
      : space(space_of(text)), rules(read_rules(space)), outcome(searched(text, path, 1)) {}
  SearchSpace space;
  SearchRules rules;
  SearchOutcome outcome;
};

TEST(SearchGrowth, IsThatOfTheWinnerBesideTheSameWithoutCorruption) {
  const Folder folder;
  for (const double scale : {0.05, 0.2}) {
    const Search found(study_of("rounds = 5e5\nhorizons = [800, 3200]", scale),
                       folder.path(fmt::format("{}.db", scale)));
    EXPECT_LE(found.outcome.rounds + growth_rounds(found.space, found.rules), 5e5);
    EXPECT_EQ(growth_rounds(found.space, found.rules), 2 * 32 * (400 + 800 + 3200));
    const Plan plan =
        make_plan(growth_study(found.space, found.rules, found.outcome, shipped_catalogue()), shipped_catalogue());
    ASSERT_EQ(plan.cells.size(), 6U);
    const Results results(play_study(plan, {.policy = usual_policy(), .threads = 1}));
    const std::vector<FoundGrowth> growth = growth_of(results, shipped_catalogue(), 0.05);
    ASSERT_EQ(growth.size(), 2U);
    const FoundGrowth& regret = growth.front();
    ASSERT_EQ(regret.points.size(), 3U);
    for (const GrowthPoint& point : regret.points) {
      double clean = 0, corrupted = 0;
      for (const CellLabel& cell : results.cells())
        if (cell.horizon == point.horizon) {
          const auto values = results.values(cell, {Quantity::expected_regret});
          for (const double value : values.front())
            (to_text(cell.swept.back()) == "0" ? clean : corrupted) += value / 32;
        }
      EXPECT_NEAR(point.clean.mean, clean, 1e-9) << point.horizon;
      EXPECT_NEAR(point.corrupted.mean, corrupted, 1e-9);
      EXPECT_NEAR(point.added.mean, corrupted - clean, 1e-9);
      EXPECT_LE(point.added.interval.low, point.added.mean);
      // Each arm has been played ceil(sqrt(T)) times: 4 sqrt(ln(T K m / delta) / n), times the scale.
      const auto T = static_cast<double>(point.horizon);
      EXPECT_NEAR(point.width, scale * 4 * std::sqrt(std::log(T * 3 / 0.05) / std::ceil(std::sqrt(T))), 1e-9);
      EXPECT_EQ(point.counts(), point.width < 0.5);
    }
    EXPECT_EQ(std::isnan(regret.exponent.value), scale == 0.2);  // there the widths are .57, .49 and .37
  }
}

TEST(SearchGrowth, NeedsAHorizonAndABudget) {
  const auto refused = [](const std::string& text) -> std::string {
    try {
      const SearchSpace space = space_of(text);
      read_rules(space);
    } catch (const StudyError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(contains(refused(study_of("rounds = 2e6\nhorizons = [800.5]", 1)), "search.horizons: 800.5"));
  EXPECT_TRUE(contains(refused(study_of("", 1)), "(or trials, or minutes)"));
  const Folder folder;
  std::string clean = study_of("rounds = 2e5\nhorizons = [800]", 1);
  clean.replace(clean.find("budget_sqrt = 1"), 15, "budget_sqrt = 0");
  const Search found(clean, folder.path("s.db"));
  EXPECT_THROW(growth_study(found.space, found.rules, found.outcome, shipped_catalogue()), StudyError);
}

TEST(SearchGrowth, IsPlayedBesideTheSearch) {
  const Folder folder;
  const ShippedCatalogue shipped;
  std::string study = study_of("rounds = 4e5\nhorizons = [800, 1600]", 0.05);
  study.insert(study.find("[[environment]]"), "measures = [\"loss-corruption\", \"seen-corruption\"]\n");
  folder.write("s.toml", study);
  const Outcome outcome = regretta(folder, {"search", "s.toml", "-o", "found.db"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "regret: exponent of what corruption adds")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Beside:   corruption 20.00, loss_corruption 0, seen_corruption ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Family:   found-growth.db")) << outcome.out;
  EXPECT_TRUE(contains(regretta(folder, {"rates", "found-growth.db", "--all"}).out, "added in T"));
}

TEST(SearchMinutes, KeepTheRoundsThatTheyCameTo) {
  const Folder folder;
  const Search some(study_of("minutes = 1e-9", 1), folder.path("some.db"));  // the first candidates only
  EXPECT_EQ(some.outcome.generations, 1);
  const std::string rounds = fmt::format("rounds = {:.17g}", some.outcome.came_to);
  EXPECT_EQ(Search(study_of(rounds, 1), folder.path("rounds.db")).outcome.digest, some.outcome.digest);
  // The file has come to its end, whatever the minutes are now.
  const Search again(study_of("minutes = 1000", 1), folder.path("some.db"));
  EXPECT_EQ(again.outcome.generations, 1);
  EXPECT_EQ(again.outcome.digest, some.outcome.digest);
  // What is there is gone on with by rounds.
  EXPECT_GT(Search(study_of("rounds = 2.6e5", 1), folder.path("some.db")).outcome.generations, 1);
}

TEST(SearchTrials, AreTheirRoundsAndKeepWhatTheyCameTo) {
  const Folder folder;
  const Search rounds(study_of("rounds = 2e5", 1), folder.path("rounds.db"));
  const Search trials(study_of("trials = 500", 1), folder.path("trials.db"));
  EXPECT_EQ(trials.outcome.digest, rounds.outcome.digest);
  EXPECT_LE(trials.outcome.rounds, 500 * 400);
  const std::string kept = stored_search(StudyReader::open(folder.path("trials.db")).database());
  EXPECT_TRUE(contains(kept, fmt::format("\"trials_came_to\":{:.1f}", trials.outcome.came_to))) << kept;
  const std::string came_to = fmt::format("rounds = {:.17g}", trials.outcome.came_to);
  EXPECT_EQ(Search(study_of(came_to, 1), folder.path("same.db")).outcome.digest, trials.outcome.digest);
  // With more trials, or some minutes, it goes on.
  const Search more(study_of("trials = 700", 1), folder.path("trials.db"));
  EXPECT_GT(more.outcome.generations, trials.outcome.generations);
  const Search minutes(study_of("minutes = 1000\nrounds = 3.6e5", 1), folder.path("trials.db"));
  EXPECT_GT(minutes.outcome.generations, more.outcome.generations);
  try {
    Search(study_of("trials = 100", 1), folder.path("few.db"));
    ADD_FAILURE() << "as few are enough";
  } catch (const StudyError& error) {
    EXPECT_TRUE(contains(error.what(), "search.trials: 100 are too few")) << error.what();
  }
}

}  // namespace
}  // namespace regretta::fakes::search_growth
