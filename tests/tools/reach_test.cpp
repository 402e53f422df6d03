// Tests the reach of a quantity in a cell, which is the interval of its possible values: it must contain every trial.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta::fakes {
namespace {

const std::string shipped_study = R"([study]
name = "reach"
trials = 24
horizon = [50, 400]
checkpoints = 5
[[environment]]
kind = "random-instance"
arms = 3
constraints = 2
corruption = { budget = 20, schedule = "front", direction = "slander" }
[[environment]]
kind = "mannor"
[[learner]]
kind = ["conomd-fs", "exp3", "uniform", "barbar"]
)";

TEST(Reach, EveryTrialLiesWithinTheReach) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(shipped_study);
  const Results study = Results::open(folder.path("s.db"));
  ASSERT_TRUE(study.facts(study.cells()[0]).from_plugins);
  const auto check = [&](const CellLabel& cell, Quantity quantity, std::int64_t t, double value) {
    if (std::isnan(value)) return;
    const Interval reach = study.reach(cell, quantity, t);
    EXPECT_GE(value, reach.low - 1e-9) << quantity_name(quantity) << " of cell " << cell.cell << " at " << t;
    EXPECT_LE(value, reach.high + 1e-9) << quantity_name(quantity) << " of cell " << cell.cell << " at " << t;
  };
  bool is_tight = false;
  for (const CellLabel& cell : study.cells()) {
    is_tight = is_tight || study.reach(cell, Quantity::violation).high < static_cast<double>(cell.horizon);
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials) {
        for (const QuantityInfo& info : quantity_infos) check(cell, info.quantity, cell.horizon, trial[info.quantity]);
        for (std::size_t k = 0; k < cell.checkpoints.size(); ++k)
          for (std::size_t q = 0; q < num_curve_quantities; ++q)
            check(cell, curve_quantities[q], cell.checkpoints[k], trial.curve[k][q]);
      }
    });
  }
  EXPECT_TRUE(is_tight) << "the means bound the violation of oblivious adversaries by less than T";
}

// The reward of a round is 1 minus the mean loss of the strategy. All losses are 1, but by rounding it is not always 0.
TEST(Reach, MeansAndIntervalsAreClampedToTheReach) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(R"([study]
trials = 32
horizon = 1000
measures = ["reward"]
[[environment]]
kind = "knapsack"
reward = [0.0, 0.0, 0.0]
consumption = [[0.9, 0.5, 1.0]]
budget = [[0.5], [10], [500]]
[[learner]]
kind = ["pd-wa", "ucb1", "exp3", "ucb-bwk", "conomd-fs"]
)");
  const Results study = Results::open(folder.path("s.db"));
  const Quantity reward = study.quantities().find("reward").value();
  bool has_negative = false;
  for (const CellLabel& cell : study.cells()) {
    const auto values = study.values(cell, {reward});
    for (const double value : values.front()) has_negative = has_negative || value < 0;
    std::vector<MeanEstimate> estimates = study.curve(cell, reward);
    estimates.push_back(study.means(cell, {reward}).front());
    for (const MeanEstimate& estimate : estimates)
      for (const double x : {estimate.mean, estimate.interval.low}) EXPECT_FALSE(x < 0) << x;
  }
  EXPECT_TRUE(has_negative) << "the test needs a sum that is negative by rounding";
}

TEST(Reach, DamagedFactsAreFoundAndWithoutFactsTheReachIsWidest) {
  const ResultsFolder folder(dice_study);
  const std::vector<std::string> means = {"export", "s.db", "--table", "means"};
  const std::string sound = regretta(folder, means).out;
  Database(folder.path("s.db"), Database::Mode::write)
      .run(
          "UPDATE facts SET facts = zeroblob(length(facts)) WHERE content = (SELECT content FROM cell WHERE cell = 0)");
  EXPECT_EQ(regretta(folder, {"show", "s.db"}).status, 2);
  Database(folder.path("s.db"), Database::Mode::write).run("DELETE FROM facts");
  const std::string without = output_of(folder, means);
  EXPECT_NE(without, sound) << "without facts, the reach follows from T instead of the means";
}

}  // namespace
}  // namespace regretta::fakes
