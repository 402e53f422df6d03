// Instances: tests the key `instances` of [study], with which several trials share an instance.
// EquivalentCells: tests that cells with equivalent settings are played once and share their trials.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <fmt/ranges.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "regretta/tools/commands/estimate.hpp"
#include "regretta/tools/standard_catalogue.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "run_to_file.hpp"

namespace regretta::fakes {
namespace {

// Three learners; one of them, safe-arm, has prior knowledge of its instance.
const std::string study_of_instances = R"(
[study]
name = "instances"
trials = 100
horizon = 300
checkpoints = 4
instances = 3
[[environment]]
kind = "random-instance"
arms = 4
noise = "bernoulli"
[[learner]]
kind = "hedge"
[[learner]]
kind = "conomd-fs"
[[learner]]
kind = "safe-arm"
)";

class Instances : public ::testing::Test {
 protected:
  Instances() { folder_.write("s.toml", study_of_instances); }
  Outcome run(const std::vector<std::string>& more, const std::string& out = "s.db") const {
    return regretta(folder_, {"run", "s.toml", "--output", out}, more);
  }
  Results results(const std::string& file = "s.db") const { return Results::open(folder_.path(file)); }
  std::string digest(const std::string& file = "s.db") const { return digest_of(results(file)).digest; }
  /// Values of a quantity in the trials of a cell.
  static std::vector<double> values(const Results& study, std::size_t cell, Quantity quantity) {
    return study.values(study.cells()[cell], {quantity}).front();
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

// Trials 0 to 15 play instance 0, trials 16 to 31 instance 1, and so on; after the last instance, instance 0 again.
TEST_F(Instances, SixteenConsecutiveTrialsShareAnInstanceInEveryCell) {
  ASSERT_EQ(run({}).status, 0);
  const Results study = results();
  std::set<double> different_opts;
  for (std::size_t cell = 0; cell < 3; ++cell) {
    const std::vector<double> opt = values(study, cell, Quantity::opt), rho = values(study, cell, Quantity::rho);
    ASSERT_EQ(opt.size(), 100U);
    for (std::size_t trial = 0; trial < opt.size(); ++trial) {
      EXPECT_EQ(opt[trial], values(study, 0, Quantity::opt)[trial / 16 % 3 * 16]) << cell << " " << trial;
      EXPECT_EQ(rho[trial], values(study, 0, Quantity::rho)[trial / 16 % 3 * 16]) << cell << " " << trial;
    }
    different_opts.insert(opt.begin(), opt.end());
  }
  EXPECT_EQ(different_opts.size(), 3U);
}

TEST_F(Instances, BitsDoNotDependOnThreadsShardsOrAdditions) {
  ASSERT_EQ(run({"--threads", "1"}).status, 0);
  ASSERT_EQ(run({"--threads", "4"}, "threads.db").status, 0);
  EXPECT_EQ(digest("threads.db"), digest());
  ASSERT_EQ(run({"--set", "study.trials=52"}, "grown.db").status, 0);
  ASSERT_EQ(run({}, "grown.db").status, 0);
  EXPECT_EQ(digest("grown.db"), digest());
  for (const char* shard : {"1", "2"})
    ASSERT_EQ(run({"--shard", std::string(shard) + "/2"}, std::string("part") + shard + ".db").status, 0);
  ASSERT_EQ(regretta(folder_, {"merge", "part1.db", "part2.db", "--output", "merged.db"}).status, 0);
  EXPECT_EQ(digest("merged.db"), digest());
  output_of(folder_, {"verify", "s.db", "--share", "100%"});
}

// Each cell has three values, the means over 36, 32 and 32 trials of an instance.
TEST_F(Instances, IntervalsAndTestsUseOneMeanPerInstance) {
  ASSERT_EQ(run({}).status, 0);
  const Results study = results();
  const auto means = [&](std::size_t cell, Quantity quantity) {
    const std::vector<double> by_trial = values(study, cell, quantity);
    std::vector<double> sums(3), counts(3);
    for (std::size_t trial = 0; trial < by_trial.size(); ++trial) {
      sums[trial / 16 % 3] += by_trial[trial];
      ++counts[trial / 16 % 3];
    }
    for (std::size_t k = 0; k < 3; ++k) sums[k] /= counts[k];
    return sums;
  };
  for (std::size_t cell = 0; cell < 3; ++cell) {
    const CellLabel& label = study.cells()[cell];
    const std::vector<double> violations = means(cell, Quantity::violation);
    const Evidence expected = evidence_of(violations, study.reach(label, Quantity::violation));
    const MeanEstimate shown = study.means(label, {Quantity::violation}).front();
    EXPECT_DOUBLE_EQ(shown.mean, expected.mean);
    EXPECT_NEAR(shown.interval.low, expected.interval.low, 1e-9);
    EXPECT_NEAR(shown.interval.high, expected.interval.high, 1e-9);
    EXPECT_TRUE(shown.is_few);
    EXPECT_EQ(study.summary(label).trials, 100);
    EXPECT_EQ(study.summary(label)[Quantity::violation].count, 3);
    const std::vector<MeanEstimate> curve = study.curve(label, Quantity::violation);
    EXPECT_DOUBLE_EQ(curve.back().mean, expected.mean);
    EXPECT_NEAR(curve.back().interval.high, expected.interval.high, 1e-9);
  }
  const std::vector<ComparisonLine> lines = compare_learners(
      study, [](const CellLabel& cell) { return cell.learner == "hedge"; }, {.quantities = {Quantity::violation}});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].difference.values, 3);
  EXPECT_DOUBLE_EQ(lines[0].difference.mean,
                   moments_of(differences_of(means(1, Quantity::violation), means(0, Quantity::violation))).mean);
  EXPECT_TRUE(std::isinf(lines[0].trials_to_show)) << "further trials would have the same instances";
}

TEST_F(Instances, AStopRuleFirstLooksWhenEveryInstanceHasBeenPlayed) {
  output_of(run({"--most-trials", "400", "--set", "study.until='within 100%'", "--set", "study.metric=violation"}));
  EXPECT_GE(results().summary(results().cells()[0]).trials, 64);
  ASSERT_EQ(run({"--most-trials", "400", "--set", "study.instances=20", "--set", "study.until='within 100%'", "--set",
                 "study.metric=violation"},
                "twenty.db")
                .status,
            0);
  EXPECT_EQ(results("twenty.db").summary(results("twenty.db").cells()[0]).trials, 320);
}

TEST_F(Instances, TooFewTrialsForTheInstancesAreRefused) {
  expect_refused(run({"--set", "study.trials=47"}, "refused.db"), {"expected at least 48 trials"});
}

/// Two learners with budgets 0 and 10 under two schedules and two directions, which do not matter with budget 0.
constexpr std::string_view sweep_with_zero = R"(
[study]
name = "sweep"
trials = 24
horizon = 300
[[environment]]
kind = "stationary"
noise = "bernoulli"
loss = [0.2, 0.5]
violation = [[0.1, -0.2]]
[environment.corruption]
budget = [0, 10]
schedule = ["front", "late"]
direction = ["slander", "flatter"]
[[learner]]
kind = ["conomd-fs", "ucb1"]
)";

Plan sweep_plan(const std::vector<std::string>& overrides = {}) {
  return make_plan(parse_study(sweep_with_zero, "s.toml", "", overrides), standard_catalogue());
}

/// For every cell, the first cell with the same content.
std::vector<std::int64_t> first_equivalents(const Plan& plan) {
  const Layout layout = layout_of(plan);
  std::vector<std::int64_t> firsts;
  for (const Cell& cell : plan.cells) firsts.push_back(layout.first_with(cell.content->hash));
  return firsts;
}

/// The values of four quantities in each trial of a cell: trials x quantities.
std::vector<std::vector<double>> trials_in(const StudyReader& study, const CellLabel& cell) {
  std::vector<std::vector<double>> values;
  study.for_each_block(cell, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) {
      std::vector<double>& quantities = values.emplace_back();
      for (const Quantity quantity : {Quantity::regret, Quantity::violation, Quantity::opt, Quantity::corruption})
        quantities.push_back(trial[quantity]);
    }
  });
  return values;
}

TEST(EquivalentCells, OnlyCellsWithoutCorruptionAreEquivalent) {
  EXPECT_EQ(first_equivalents(sweep_plan()),
            (std::vector<std::int64_t>{0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 10, 11, 12, 13, 14, 15}));
  const auto with_corruption = [](const std::string& lines) {
    const std::string text(sweep_with_zero), heading = "[environment.corruption]\n";
    const std::size_t from = text.find(heading) + heading.size();
    const std::string changed = text.substr(0, from) + lines + "\n" + text.substr(text.find("[[learner]]"));
    return first_equivalents(make_plan(parse_study(changed, "s.toml", "", {}), standard_catalogue()));
  };
  EXPECT_EQ(with_corruption("budget_fraction = 0\nschedule = ['front', 'late']"),
            (std::vector<std::int64_t>{0, 1, 0, 1}));
  EXPECT_EQ(with_corruption("budget = 0\n[[environment]]\nkind = 'stationary'\nname = 'none'\nnoise = 'bernoulli'\n"
                            "loss = [0.2, 0.5]\nviolation = [[0.1, -0.2]]"),
            (std::vector<std::int64_t>{0, 1, 0, 1}));  // names do not matter, and a budget of 0 means no corruption
  EXPECT_EQ(with_corruption("kind = 'open-problem'\nbudget = 0\narm = [1, 2]"),
            (std::vector<std::int64_t>{0, 1, 2, 3}));  // an adaptive adversary may act even with budget 0
  EXPECT_EQ(
      first_equivalents(sweep_plan({"environment.loss=[[0.2, 0.5], [0.2, 0.6]]", "environment.corruption.budget=0",
                                    "environment.corruption.schedule=\"late\""})),
      (std::vector<std::int64_t>{0, 1, 0, 1, 4, 5, 4, 5}));  // two environments without corruption
}

TEST(EquivalentCells, ArePlayedOnceAndHaveTheSameBits) {
  const Folder folder;
  const RunOptions options{.policy = usual_policy(), .threads = 3};
  const RunOutcome outcome = run_study(sweep_plan(), folder.path("s.db"), options);
  EXPECT_EQ(outcome.trials, 10 * 24);  // 6 of 16 cells are equivalent to others
  EXPECT_EQ(outcome.saved, 16 * 24);
  EXPECT_EQ(outcome.rounds, 10 * 24 * 300);
  const Plan plan = sweep_plan();
  EXPECT_EQ(estimate(plan, layout_of(plan).blocks(), 1).rounds, 10 * 24 * 300);
  const StudyReader sweep = StudyReader::open(folder.path("s.db"));
  for (std::size_t cell = 0; cell < 8; cell += 2) {
    const Plan one_setting =
        sweep_plan({"environment.corruption.budget=0",
                    fmt::format("environment.corruption.schedule=\"{}\"", cell < 4 ? "front" : "late"),
                    fmt::format("environment.corruption.direction=\"{}\"", cell % 4 == 0 ? "slander" : "flatter")});
    const StudyReader separate = play_study(one_setting);
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_EQ(trials_in(sweep, sweep.cells()[cell + k]), trials_in(separate, separate.cells()[k])) << cell;
  }
}

TEST(EquivalentCells, CountOnceInAFamilyOfTests) {
  const Results study(play_study(sweep_plan(), {.policy = usual_policy()}));
  const std::vector<Quantity> violation = {Quantity::violation};
  const auto lines =
      compare_learners(study, [](const CellLabel& cell) { return cell.learner == "ucb1"; }, {.quantities = violation});
  ASSERT_EQ(lines.size(), 8U);
  const Evidence& first = lines.front().difference;
  EXPECT_EQ(rank_learners(study, {.quantities = violation}).pairs, 5);
  EXPECT_EQ(first.p, lines[1].difference.p);  // the two cells are equivalent
}

TEST(EquivalentCells, AreReportedInARemark) {
  const Folder folder;
  const auto remarks = [&](const Plan& plan) {
    run_study(plan, folder.path("s.db"), {.policy = usual_policy()});
    const Results study = Results::open(folder.path("s.db"));
    return fmt::format("{}", fmt::join(remarks_on_study(study), "\n"));
  };
  EXPECT_TRUE(contains(remarks(sweep_plan()), "Cells 2 to 7 have the settings of cells 0 to 1 "));
  EXPECT_FALSE(contains(remarks(sweep_plan({"environment.corruption.budget=10"})), "have the settings of"));
  EXPECT_TRUE(contains(remarks(sweep_plan()), "Cells 2 to 7 have the settings of cells 0 to 1 "));
}

}  // namespace
}  // namespace regretta::fakes
