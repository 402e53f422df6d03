// Constraints on costs in [0, 1] with thresholds: means, noise and invalid settings.

#include "regretta/engine/trial/play/play.hpp"
#include "regretta/tests/environments/expectations.hpp"
#include "regretta/tests/environments/temporary_folder.hpp"

namespace regretta::tests {
namespace {

using Rows = std::vector<std::vector<double>>;

Settings with_costs(const Settings& extra = {}) {
  Settings settings{{"losses.kind", text("stationary")},
                    {"losses.means", std::vector<double>{0.9, 0.8, 0.6, 0.3}},
                    {"violations.kind", text("costs")},
                    {"violations.costs", Rows{{0, 0.4, 0.5, 0.2}, {0.1, 0.9, 0.3, 0.6}}},
                    {"violations.threshold", std::vector<double>{0.8, 0.25}}};
  for (const auto& [name, value] : extra.flat()) settings[name] = value;
  return settings;
}

TEST(Thresholds, ViolationIsTheDifferenceOfCostAndThreshold) {
  const Adversary at_most = build("composed", with_costs(), 10);
  const Adversary at_least = build("composed", with_costs({{"violations.sense", text("at-least")}}), 10);
  const std::vector<double> below = means_at(at_most.violations, 3, 8), above = means_at(at_least.violations, 3, 8);
  EXPECT_DOUBLE_EQ(below[1], 0.4 - 0.8);
  EXPECT_DOUBLE_EQ(below[5], 0.9 - 0.25);
  for (std::size_t k = 0; k < below.size(); ++k) EXPECT_EQ(above[k], -below[k]);
  const Problem problem = work_of(at_most).problem, reversed = work_of(at_least).problem;
  EXPECT_DOUBLE_EQ(problem.violation_range(1).low, -0.25);
  EXPECT_DOUBLE_EQ(problem.violation_range(1).high, 0.75);
  EXPECT_DOUBLE_EQ(reversed.violation_range(1).low, -0.75);
  EXPECT_EQ(problem.violation_width(), 1);
  EXPECT_DOUBLE_EQ(problem.violation_range().low, -0.8);
  EXPECT_EQ(Problem{}.violation_range(0).low, -1);
  EXPECT_EQ(Problem{}.violation_width(), 2);
}

TEST(Thresholds, NoiseIsThatOfTheCost) {
  for (const char* sense : {"at-most", "at-least"}) {
    const CellWork work = work_of(
        build("composed", with_costs({{"violations.sense", text(sense)}, {"noise", text("bernoulli")}}), 20'000));
    const double sign = std::string(sense) == "at-most" ? 1 : -1;
    const auto referee = make_referee<double, FullFeedback<double>>(work, 0);
    Vector<double> x = Vector<double>::Constant(4, 0.25);
    std::vector<double> sums(8);
    for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
      const auto& round = referee->round(t, x);
      for (int i = 0; i < 2; ++i)
        for (int a = 0; a < 4; ++a) {
          const double cost = sign * round.violation(i, a) + work.problem.costs[static_cast<std::size_t>(i)].threshold;
          EXPECT_TRUE(std::abs(cost) < 1e-12 || std::abs(cost - 1) < 1e-12) << cost;
          sums[static_cast<std::size_t>(i * 4 + a)] += cost;
        }
    }
    // n = 20,000: six standard errors of a mean are at most 0.022
    const std::vector<double> costs = {0, 0.4, 0.5, 0.2, 0.1, 0.9, 0.3, 0.6};
    for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(sums[k] / 20'000, costs[k], 0.022);
  }
}

TEST(Thresholds, CorruptionStaysInTheRangeOfACost) {
  const Adversary slandered = build("composed", with_costs({{"corruption.budget", 4.0}}), 100);
  for (std::int64_t t = 1; t <= 100; ++t) {
    const std::vector<double> means = means_at(slandered.violations, t, 8);
    for (std::size_t k = 0; k < 8; ++k)
      EXPECT_LE(means[k], slandered.costs[k / 4].range().high + 1e-12) << "round " << t;
  }
  EXPECT_NEAR(compute_facts(slandered, {100}).corruption, 4, 1e-9);
}

/// Random costs have the distribution of the violations of a random instance, on a smaller scale.
TEST(Thresholds, RandomCostsAreRandomViolationsInTheirRange) {
  const Settings drawn{{"arms", 5L},
                       {"losses.kind", text("random")},
                       {"violations.kind", text("random-costs")},
                       {"violations.threshold", std::vector<double>{0.8, 0.25}},
                       {"violations.margin", 0.5}};
  const Settings plain{{"arms", 5L},
                       {"constraints", 2L},
                       {"losses.kind", text("random")},
                       {"violations.kind", text("random")},
                       {"violations.margin", 0.5}};
  const Adversary costs = build("composed", drawn, 10), violations = build("composed", plain, 10);
  ASSERT_EQ(costs.num_constraints, 2);
  EXPECT_EQ(costs.costs[1].threshold, 0.25);
  const std::vector<double> scaled = means_at(costs.violations, 1, 10), full = means_at(violations.violations, 1, 10);
  for (std::size_t e = 0; e < 10; ++e) {
    const double threshold = e < 5 ? 0.8 : 0.25;
    EXPECT_DOUBLE_EQ(scaled[e], full[e] * (full[e] < 0 ? threshold : 1 - threshold));
  }
  EXPECT_GT(compute_facts(costs, {10}).rho_pure, 0);
}

TEST(Thresholds, ColumnsOfATraceMayBeCosts) {
  const TemporaryFolder folder;
  folder.write("costs.csv", "loss_1,loss_2,g1_1,g1_2\n0.25,0.5,1,0.5\n0.75,0.5,0,0.25\n");
  const auto trace = [&](const Settings& extra) {
    Settings settings{{"file", text("costs.csv")}};
    for (const auto& [name, value] : extra.flat()) settings[name] = value;
    return build("trace", settings, {}, 1, folder.path());
  };
  const Adversary adversary = trace({{"threshold", std::vector<double>{0.75}}});
  EXPECT_EQ(means_at(adversary.violations, 1, 2), (std::vector<double>{0.25, -0.25}));
  EXPECT_EQ(means_at(adversary.violations, 2, 2), (std::vector<double>{-0.75, -0.5}));
  EXPECT_EQ(adversary.problem(0.05).violation_width(), 1);
  EXPECT_EQ(means_at(trace({}).violations, 1, 2), (std::vector<double>{1, 0.5}));
  expect_input_error([&] { trace({{"threshold", std::vector<double>{0.5, 0.5}}}); }, "threshold", {"2", "1"});
  folder.write("costs.csv", "loss_1,g1_1\n0.25,-0.5\n");
  expect_input_error([&] { trace({{"threshold", std::vector<double>{0.5}}}); }, "threshold", {"-0.5"});
}

TEST(Thresholds, InvalidSettingsAreRejected) {
  const auto built = [](const Settings& extra) { return [extra] { build("composed", with_costs(extra), 100); }; };
  expect_input_error(built({{"violations.threshold", std::vector<double>{0.8}}}), "violations.threshold", {"1", "2"});
  expect_input_error(built({{"violations.threshold", std::vector<double>{0.8, 1.2}}}), "violations.threshold", {"1.2"});
  expect_input_error(built({{"corruption.kind", text("open-problem")}, {"corruption.arm", 1L}}), "corruption.kind",
                     {"smaller range"});
  expect_input_error(built({{"corruption.budget", 1.0},
                            {"corruption.direction", text("target")},
                            {"corruption.arm", 2L},
                            {"corruption.value", 0.9}}),
                     "corruption.value", {"0.9"});
}

}  // namespace
}  // namespace regretta::tests
