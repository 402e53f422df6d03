// Measures the paper's theorems and rates. Seeds are fixed, so that only a change of code can make a test fail. To add
// T = 1e7 to the rates: REGRETTA_REPETITIONS=1 build/release/tests/test_theory --gtest_filter='Rates.Violation*'

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "regretta/tests/theory/measured.hpp"

namespace regretta {
namespace {

/// Expects a probability of at least 1 in 1,000 that so many trials exceed a bound, given the bound's failure
/// probability.
void expect_bound_holds(const Runs& runs, Quantity q, const Bound& bound, const std::string& what) {
  ASSERT_TRUE(bound.applies) << what;
  int above = 0;
  for (const TrialResult& trial : runs.trials) above += trial[q] > bound.value ? 1 : 0;
  EXPECT_GT(binomial_tail(above, std::ssize(runs.trials), bound.failure_probability), 1e-3)
      << what << ": " << above << " of " << runs.trials.size() << " above " << bound.value;
}

/// An environment whose optimum mixes arms 1 and 2. Arm 3 is safe under any slander, so that Slater's condition holds.
const Settings instance = {{"loss", std::vector<double>{0.2, 0.5, 0.7}},
                           {"violation", std::vector<std::vector<double>>{{0.5, -0.3, -0.3}}}};

Settings corrupted(double budget, const std::string& schedule, const std::string& direction) {
  Settings settings = instance;
  settings["corruption.budget"] = budget;
  settings["corruption.schedule"] = schedule;
  settings["corruption.direction"] = direction;
  return settings;
}

TEST(Theorems, BoundsHold) {
  constexpr std::int64_t T = 20'000;
  const double root = std::sqrt(static_cast<double>(T));
  struct Case {
    std::string name;
    Settings settings;
  };
  const std::vector<Case> cases = {{"C = 0", instance},
                                   {"C = sqrt(T), front slander", corrupted(root, "front", "slander")},
                                   {"C = T/10, front slander", corrupted(T / 10.0, "front", "slander")},
                                   {"C = T/10, random flatter", corrupted(T / 10.0, "random", "flatter")}};
  for (const Case& c : cases) {
    const CellWork work = cell("stationary", c.settings, T);
    for (const std::string learner : {"conomd-fs", "conomd-fs-ix", "expopt-conomd"}) {
      const Runs runs = run(learner, {}, work, 200);
      ASSERT_EQ(runs.trials.size(), 200U);
      const std::string what = learner + ", " + c.name;
      expect_bound_holds(runs, Quantity::regret, runs.regret, what + ", regret");
      expect_bound_holds(runs, Quantity::violation, runs.violation, what + ", violation");
    }
  }
}

/// The test of bounds can fail: a learner that ignores the constraints exceeds the violation bound, if the horizon is
/// so long that the bound is below the largest possible violation.
TEST(Theorems, ViolationBoundIsBrokenByIgnoringConstraints) {
  const CellWork work =
      cell("stationary",
           {{"loss", std::vector<double>{0, 1}}, {"violation", std::vector<std::vector<double>>{{1, -1}}}}, 100'000);
  const Runs good = run("conomd-fs", {}, work, 8);
  const Runs bad = run("conomd-fs", {{"constraints", false}}, work, 8);
  EXPECT_FALSE(bad.violation.has_theorem()) << "the theorem does not cover a variant";
  EXPECT_FALSE(run("conomd-fs", {{"native_range", true}}, work, 1).violation.has_theorem());
  EXPECT_TRUE(run("conomd-fs", {{"native_range", false}}, work, 1).violation.has_theorem());
  for (const TrialResult& trial : good.trials) EXPECT_LT(trial[Quantity::violation], good.violation.value);
  for (const TrialResult& trial : bad.trials) EXPECT_GT(trial[Quantity::violation], good.violation.value);
}

/// Violation V at C = 0 grows like sqrt(T): slopes of log V in log T are within [0.4, 0.6] from 1e5 on, at the paper's
/// confidence scale, 1. The constraint binds: the arm that violates by 0.5 has the least loss, and is held back from
/// about t = 16 L / 0.25 = 1300 on, so that many rounds are active (in which the projection moves the strategy).
TEST(Rates, ViolationGrowsLikeTheSquareRootOfT) {
  std::vector<std::int64_t> horizons = {100'000, 1'000'000};
  if (std::getenv("REGRETTA_REPETITIONS") != nullptr) horizons.push_back(10'000'000);  // takes ten seconds
  const Settings settings = {{"loss", std::vector<double>{0.2, 0.6, 0.8}},
                             {"violation", std::vector<std::vector<double>>{{0.5, -0.4, -0.2}}}};
  for (const std::string learner : {"conomd-fs", "conomd-fs-ix", "expopt-conomd"}) {
    double before = 0;
    for (const std::int64_t T : horizons) {
      const Runs runs = run(learner, {}, cell("stationary", settings, T), 8);
      const double violation = runs.mean(Quantity::violation);
      const double active = runs.mean(quantity_named("active_rounds")) / static_cast<double>(T);
      RecordProperty(learner + "_" + std::to_string(T), std::to_string(violation));
      EXPECT_GT(active, 0.25) << learner << " at " << T;
      if (before > 0) {
        const double slope = std::log10(violation / before);
        EXPECT_GE(slope, 0.4) << learner << " up to " << T;
        EXPECT_LE(slope, 0.6) << learner << " up to " << T;
      }
      before = violation;
    }
  }
}

/// The paper's open problem: perceived corruption exceeds injected corruption, by the inequality of Cauchy and Schwarz,
/// unless x_t(arm) is constant.
TEST(OpenProblem, PerceivedCorruptionExceedsInjected) {
  const Settings settings = {{"loss", std::vector<double>{0.3, 0.5, 0.7}},
                             {"violation", std::vector<std::vector<double>>{{-0.2, -0.3, -0.4}}},
                             {"corruption.kind", std::string("open-problem")},
                             {"corruption.arm", std::int64_t{1}},
                             {"corruption.constraint", std::int64_t{1}}};
  const CellWork work = cell("stationary", settings, 5'000);
  for (const std::string learner : {"conomd-fs", "conomd-fs-ix", "expopt-conomd"}) {
    for (const TrialResult& trial : run(learner, {}, work, 16).trials) {
      const double ratio = trial[quantity_named("perceived_corruption")] / trial[quantity_named("injected_corruption")];
      EXPECT_GT(ratio, 1.0) << learner;
      EXPECT_LT(ratio, 2.0) << learner;
      EXPECT_EQ(trial[Quantity::corruption_exact], 0) << "all rounds were moved, so that C is only an upper bound";
    }
  }
}

/// If Slater's condition fails, there is no bound on regret or violation.
TEST(Theorems, NoBoundWithoutAMargin) {
  const CellWork work =
      cell("stationary",
           {{"loss", std::vector<double>{0, 1}}, {"violation", std::vector<std::vector<double>>{{0.5, 0}}}}, 1000);
  ASSERT_LE(work.facts->rho, 0);
  for (const std::string learner : {"conomd-fs", "conomd-fs-ix", "expopt-conomd"}) {
    const Runs runs = run(learner, {}, work, 1);
    for (const Bound& bound : {runs.regret, runs.violation}) {
      EXPECT_TRUE(bound.has_theorem()) << learner;
      EXPECT_FALSE(bound.applies) << learner;
      EXPECT_TRUE(std::isnan(bound.value)) << learner;
    }
  }
}

/// Learners whose theorems assume violations in [-1, 1] can halve their widths for costs; sv-ops always halves them.
TEST(Widths, MayBeThoseOfTheCosts) {
  const std::vector<std::vector<double>> costs{{0, 0.4, 0.5, 0.2}, {0.1, 0.9, 0.3, 0.6}};
  const CellWork work = cell("composed",
                             {{"noise", std::string("bernoulli")},
                              {"losses.kind", std::string("stationary")},
                              {"losses.means", std::vector<double>{0.9, 0.8, 0.6, 0.3}},
                              {"violations.kind", std::string("costs")},
                              {"violations.costs", costs},
                              {"violations.threshold", std::vector<double>{0.8, 0.25}}},
                             2'000);
  const CellWork plain = cell("stationary",
                              {{"loss", std::vector<double>{0.2, 0.5}},
                               {"violation", std::vector<std::vector<double>>{{0.5, -0.3}}},
                               {"noise", std::string("bernoulli")}},
                              2'000);
  const auto violation = [](const CellWork& played, const std::string& learner, const Settings& settings) {
    return run(learner, settings, played, 1).mean(Quantity::violation);
  };
  const Settings native{{"native_range", true}}, half{{"confidence_scale", 0.5}};
  for (const std::string learner : {"conomd-fs", "expopt-conomd"}) {
    EXPECT_EQ(violation(work, learner, native), violation(work, learner, half)) << learner;
    EXPECT_NE(violation(work, learner, native), violation(work, learner, {})) << learner;
    EXPECT_EQ(violation(plain, learner, native), violation(plain, learner, {})) << learner;
  }
  const Settings known{{"confidence_scale", 0.5}, {"corruption", 0.0}, {"feedback", std::string("bandit")}};
  EXPECT_EQ(violation(work, "sv-ops", {}), violation(work, "known-c", known));
}

}  // namespace
}  // namespace regretta
