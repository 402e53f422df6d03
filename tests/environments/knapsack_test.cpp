// Bandits with knapsacks: the null arm, the round in which play stops, results after that round, and invalid settings.

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace knapsack {

using Rows = std::vector<std::vector<double>>;

Settings two_arms(std::vector<double> budget, const char* noise = "none") {
  return {{"reward", std::vector<double>{0.75, 0.5}},
          {"consumption", Rows{{1.0, 0.25}, {0.5, 0.125}}},
          {"budget", std::move(budget)},
          {"noise", text(noise)}};
}

struct OneArmParams {
  std::int64_t arm = 1;
  static void fields(auto& p, auto&& visit) { visit("arm", p.arm, Range{1, 100}, "the arm"); }
};
/// The loss and the first violation of every round that SingleArm observed.
std::vector<std::pair<double, double>>& observed() {
  static std::vector<std::pair<double, double>> rounds;
  return rounds;
}
template <class Real>
class SingleArm {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = OneArmParams;
  SingleArm(const Problem& problem, const Params& params) : x_(Vector<Real>::Constant(problem.num_arms, Real(0.0))) {
    x_[params.arm - 1] = Real(1.0);
    observed().clear();
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) { observed().emplace_back(lane(round.loss(), 0), lane(round.violation(0), 0)); }

 private:
  Vector<Real> x_;
};

using MeasureChoice = std::pair<const char*, Settings>;

/// Trials of SingleArm with these measures.
std::vector<TrialResult> play_arm(const Settings& settings, std::int64_t arm, std::int64_t horizon, int trials = 1,
                                  const std::vector<MeasureChoice>& measures = {
                                      {"reward", {}}, {"stopping-round", {}}, {"left-over", {}}}) {
  Catalogue catalogue;
  add_measures(catalogue);
  CellWork work = work_of(build("knapsack", settings, horizon));
  std::vector<MeasureInfo> infos;
  for (const auto& [name, measure_settings] : measures) {
    work.measures.push_back(catalogue.measure(name)->bind(measure_settings, work.problem)(work));
    std::string column = name;
    std::ranges::replace(column, '-', '_');
    infos.push_back({.name = column, .on_curve = catalogue.measure(name)->on_curve});
  }
  work.quantities = QuantityList(infos);
  return bind_learner<SingleArm>({.arm = arm}).run(work, 0, trials, RunControl{});
}
/// Value of the measure at this position in the list of play_arm.
double measured(const TrialResult& trial, std::size_t measure) { return trial[measure_quantity(measure)]; }

TEST(Knapsack, TheNullArmIsTheLast) {
  const Adversary adversary = build("knapsack", two_arms({30, 40}), 100);
  EXPECT_EQ(adversary.num_arms, 3);
  EXPECT_EQ(means_at(adversary.losses, 1, 3), (std::vector<double>{0.25, 0.5, 1}));
  const std::vector<double> violation = means_at(adversary.violations, 1, 6);
  EXPECT_DOUBLE_EQ(violation[0], 1 - 0.3);
  EXPECT_DOUBLE_EQ(violation[2], -0.3);
  EXPECT_DOUBLE_EQ(violation[5], -0.4);
  EXPECT_EQ(adversary.problem(0.05).budgets, (std::vector<double>{30, 40}));
  // By hand: arm 2 earns more per unit of resource 1, but costs 0.25 of the 0.3 units per round. The rest pays for arm
  // 1 in some rounds, so the optimum of the LP mixes both arms.
  const CellFacts facts = compute_facts(adversary, {100});
  EXPECT_NEAR(100 - facts.opt[0], 100 * (0.5 + 0.25 * (0.3 - 0.25) / 0.75), 1e-9 * 100);
}

/// Arm 1 consumes 1 and 1/2 per round. A budget of 10 allows ten rounds; later rounds earn nothing.
TEST(Knapsack, PlayStopsBeforeABudgetIsOverspent) {
  for (const int trials : {1, 8}) {
    const TrialResult trial = play_arm(two_arms({10, 1000}), 1, 100, trials).front();
    EXPECT_DOUBLE_EQ(measured(trial, 0), 10 * 0.75);
    EXPECT_EQ(measured(trial, 1), 11);
    EXPECT_NEAR(measured(trial, 2), 0, 1e-9);
    EXPECT_NEAR(trial[Quantity::regret], trial[Quantity::expected_regret], 1e-9);
    const double opt = 100 - trial[Quantity::opt];
    EXPECT_NEAR(trial[Quantity::expected_regret], opt - 10 * 0.75, 1e-9);
    EXPECT_NEAR(trial[Quantity::signed_violation], 10 - 10, 1e-9);  // consumption minus 0.1 per round
    EXPECT_NEAR(trial[Quantity::violation], 10 * (1 - 0.1), 1e-9);  // ten rounds of arm 1
    EXPECT_NEAR(trial[Quantity::realised_violation], 10 - 10, 1e-9);
    ASSERT_EQ(observed().size(), 100U);
    EXPECT_EQ(observed()[9].first, 0.25);
    for (std::size_t t = 10; t < 100; ++t) {
      EXPECT_EQ(observed()[t].first, 1) << "round " << t + 1;
      EXPECT_DOUBLE_EQ(observed()[t].second, -0.1);
    }
  }
}

/// Ten rounds of arm 1 are followed by 90 rounds of the null arm. In the best strategy, arm 2 has the largest weight,
/// or the null arm if a budget is small.
TEST(Knapsack, NullArmIsPlayedAfterPlayHasStopped) {
  const std::vector<MeasureChoice> measures = {
      {"plays", {{"arm", 1}}}, {"plays", {{"arm", 2}}}, {"plays", {{"arm", 3}}}, {"best-arm-share", {}}};
  for (const int trials : {1, 8}) {
    const TrialResult small_budget = play_arm(two_arms({30, 5}), 1, 100, trials, measures).front();
    EXPECT_EQ(measured(small_budget, 0), 10);
    EXPECT_EQ(measured(small_budget, 1), 0);
    EXPECT_EQ(measured(small_budget, 2), 90);
    EXPECT_EQ(measured(small_budget, 3), 0.9);
    const TrialResult large_budget = play_arm(two_arms({30, 1000}), 2, 100, trials, measures).front();
    EXPECT_EQ(measured(large_budget, 1), 100);
    EXPECT_EQ(measured(large_budget, 3), 1);
  }
}

/// With a budget of 0, the first arm with a cost stops play. The null arm costs nothing.
TEST(Knapsack, ZeroBudgetStopsPlayAtTheFirstCost) {
  const TrialResult spends = play_arm(two_arms({0, 10}), 2, 50).front();
  EXPECT_EQ(measured(spends, 0), 0);
  EXPECT_EQ(measured(spends, 1), 1);
  EXPECT_NEAR(spends[Quantity::opt], 50, 1e-7);
  EXPECT_NEAR(spends[Quantity::expected_regret], 0, 1e-7);
  EXPECT_EQ(measured(play_arm(two_arms({0, 10}), 3, 50).front(), 1), 50);
}

TEST(Knapsack, InvalidSettingsAreRejected) {
  const auto built = [](const Settings& settings) { return [settings] { build("knapsack", settings, 100); }; };
  expect_input_error(built({{"reward", std::vector<double>{0.5}}, {"consumption", Rows{{0.5}}}}), "budget",
                     {"missing"});
  expect_input_error(built({{"budget", std::vector<double>{5}}}), "reward", {"missing"});
  expect_input_error(built(two_arms({5})), "consumption", {"2", "1"});
  expect_input_error(built(two_arms({5, -1})), "budget", {"-1"});
  Settings both = two_arms({5, 5});
  both["outcomes.kind"] = text("event");
  both["outcomes.probability"] = std::vector<double>{0.5};
  expect_input_error(built(both), "reward", {"combined with outcomes"});
  Settings with_losses = two_arms({5, 5});
  with_losses["losses.kind"] = text("random");
  expect_input_error(built(with_losses), "losses.kind", {"unknown"});
}

}  // namespace knapsack
}  // namespace regretta::tests
