// [study] instances: trials share instances, and everything that plays or reads them knows which.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "ran_study.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes {
namespace {

// Learners in packs, side by side in two packs, and in doubles only; one that is told facts of its instance.
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
    std::vector<std::string> arguments = {"run", "s.toml", "--output", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return regretta(folder_, arguments);
  }
  Results results(const std::string& file = "s.db") const { return Results::open(folder_.path(file)); }
  std::string digest(const std::string& file = "s.db") const { return digest_of(results(file)).digest; }
  /// Of one cell, one value per trial.
  static std::vector<double> values(const Results& study, std::size_t cell, Quantity quantity) {
    return study.values(study.cells()[cell], {quantity}).front();
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_F(Instances, SixteenTrialsInARowPlayOneInEveryCell) {
  ASSERT_EQ(run({}).status, 0);
  const Results study = results();
  std::set<double> seen;
  for (std::size_t cell = 0; cell < 3; ++cell) {
    const std::vector<double> opt = values(study, cell, Quantity::opt), rho = values(study, cell, Quantity::rho);
    ASSERT_EQ(opt.size(), 100U);
    for (std::size_t trial = 0; trial < opt.size(); ++trial) {
      EXPECT_EQ(opt[trial], values(study, 0, Quantity::opt)[trial / 16 % 3 * 16]) << cell << " " << trial;
      EXPECT_EQ(rho[trial], values(study, 0, Quantity::rho)[trial / 16 % 3 * 16]) << cell << " " << trial;
    }
    seen.insert(opt.begin(), opt.end());
  }
  EXPECT_EQ(seen.size(), 3U);
}

TEST_F(Instances, ThreadsStopsMergesAndAdditionsKeepEveryBit) {
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
  const Outcome verified = regretta(folder_, {"verify", "s.db", "--share", "100%"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
}

// Of three values, the means over 36, 32 and 32 trials.
TEST_F(Instances, AreTheValuesOfEveryIntervalAndTest) {
  ASSERT_EQ(run({}).status, 0);
  const Results study = results();
  const auto means = [&](std::size_t cell, Quantity quantity) {
    const std::vector<double> all = values(study, cell, quantity);
    std::vector<double> sums(3), counts(3);
    for (std::size_t trial = 0; trial < all.size(); ++trial) {
      sums[trial / 16 % 3] += all[trial];
      ++counts[trial / 16 % 3];
    }
    for (std::size_t k = 0; k < 3; ++k) sums[k] /= counts[k];
    return sums;
  };
  for (std::size_t cell = 0; cell < 3; ++cell) {
    const CellLabel& label = study.cells()[cell];
    const std::vector<double> violations = means(cell, Quantity::violation);
    const Evidence wanted = evidence_of(violations, study.reach(label, Quantity::violation));
    const MeanEstimate shown = study.means(label, {Quantity::violation}).front();
    EXPECT_DOUBLE_EQ(shown.mean, wanted.mean);
    EXPECT_NEAR(shown.interval.low, wanted.interval.low, 1e-9);
    EXPECT_NEAR(shown.interval.high, wanted.interval.high, 1e-9);
    EXPECT_TRUE(shown.is_few);
    EXPECT_EQ(study.summary(label).trials, 100);
    EXPECT_EQ(study.summary(label)[Quantity::violation].count, 3);
    const std::vector<MeanEstimate> curve = study.curve(label, Quantity::violation);
    EXPECT_DOUBLE_EQ(curve.back().mean, wanted.mean);
    EXPECT_NEAR(curve.back().interval.high, wanted.interval.high, 1e-9);
  }
  const std::vector<ComparisonLine> lines = compare_learners(
      study, [](const CellLabel& cell) { return cell.learner == "hedge"; }, {.quantities = {Quantity::violation}});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].difference.values, 3);
  EXPECT_DOUBLE_EQ(lines[0].difference.mean,
                   moments_of(differences_of(means(1, Quantity::violation), means(0, Quantity::violation))).mean);
  EXPECT_TRUE(std::isinf(lines[0].trials_to_show)) << "further trials are of the same instances";
}

TEST_F(Instances, AStopRuleLooksWhenAllHaveBeenPlayed) {
  const Outcome out =
      run({"--most-trials", "400", "--set", "study.until='within 100%'", "--set", "study.metric=violation"});
  ASSERT_EQ(out.status, 0) << out.err;
  EXPECT_GE(results().summary(results().cells()[0]).trials, 64);
  ASSERT_EQ(run({"--most-trials", "400", "--set", "study.instances=20", "--set", "study.until='within 100%'", "--set",
                 "study.metric=violation"},
                "twenty.db")
                .status,
            0);
  EXPECT_EQ(results("twenty.db").summary(results("twenty.db").cells()[0]).trials, 320);
}

TEST_F(Instances, RefusesWhatCannotBePlayed) {
  const Outcome few = run({"--set", "study.trials=47"}, "refused.db");
  EXPECT_EQ(few.status, 2);
  EXPECT_TRUE(contains(few.err, "expected at least 48 trials")) << few.err;
}

}  // namespace
}  // namespace regretta::fakes
