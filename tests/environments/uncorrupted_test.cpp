/// Regret and violation by the constraints before corruption (environments/violation_measures.hpp).

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/environments/catalogue.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta::tests {
namespace {

constexpr std::int64_t T = 60;

/// Plays arms 1 and 2 with weight 1/2 each, in every round.
template <class Real>
class Still {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = NoParams;
  Still(const Problem& problem, const Params&) : x_(Vector<Real>::Constant(problem.num_arms, Real(0.0))) {
    x_[0] = x_[1] = Real(0.5);
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback&) {}

 private:
  Vector<Real> x_;
};

struct PushingParams {
  std::int64_t until = 0;  ///< last round with violation 1
};
/// A stage that sets the first violation to 1 up to round `until`, then to -1.
template <class Real>
class Pushing final : public Adaptive<Real> {
 public:
  Pushing(const Problem&, const PushingParams& params) : params_(params) {}
  void move(std::int64_t t, const Vector<Real>&, Means<Real>& means) override {
    means.violation(0, 0) = Real(t <= params_.until ? 1.0 : -1.0);
  }

 private:
  PushingParams params_;
};

Catalogue catalogue_with_pushing() {
  Catalogue catalogue;
  add_environments(catalogue);
  add_measures(catalogue);
  add_corruption<NoParams>(catalogue, {.name = "pushing", .summary = "moves what adaptive stages leave"},
                           [](const NoParams&, std::uint64_t, Adversary& adversary) {
                             AdaptiveStage stage = adaptive_stage<Pushing>("pushing", adversary, PushingParams{20});
                             stage.moves_violations = true;
                             adversary.adaptive.push_back(std::move(stage));
                           });
  return catalogue;
}

const std::vector<std::string> measure_names = {"uncorrupted-violation", "uncorrupted-signed-violation",
                                                "uncorrupted-regret"};
constexpr Quantity uncorrupted_violation = measure_quantity(0), uncorrupted_signed = measure_quantity(1),
                   uncorrupted_regret = measure_quantity(2);

TrialResult play_trial(const std::string& kind, const Settings& settings) {
  const Catalogue catalogue = catalogue_with_pushing();
  CellWork work;
  work.seed = 7;
  work.adversary = std::make_shared<const Adversary>(
      catalogue.build(*catalogue.environment(kind), settings, {.seed = 7, .horizon = T, .folder = ""}));
  work.problem = work.adversary->problem(0.05);
  work.checkpoints = {20, T};
  work.facts = std::make_shared<const CellFacts>(compute_facts(*work.adversary, work.checkpoints));
  std::vector<MeasureInfo> infos;
  for (const std::string& name : measure_names) {
    work.measures.push_back(catalogue.measure(name)->bind({}, work.problem)(work));
    infos.push_back({.name = name});
  }
  work.quantities = QuantityList(std::move(infos));
  return learner_entry<Still>({.name = "still"}).bind({}, work.problem, true).run(work, 5, 1, {}).front();
}

Settings three_arms(const Settings& corruption) {
  Settings settings = {{"loss", std::vector<double>{0.5, 0.2, 0.7}},
                       {"violation", std::vector<std::vector<double>>{{-0.25, 0.5, -0.25}}}};
  for (const auto& [path, value] : corruption.flat()) settings["corruption." + path] = value;
  return settings;
}

TEST(Uncorrupted, AgreesWithValuesByHand) {
  // x = (1/2, 1/2, 0) has loss 0.35 and violation 0.125 per round. A budget of 15 moves arm 2 by 1.5, to -1, in the
  // first 10 of 60 rounds, in which x has violation -0.625.
  const TrialResult trial = play_trial("stationary", three_arms({{"budget", 15.0}, {"direction", "flatter"}}));
  EXPECT_NEAR(trial[Quantity::violation], 50 * 0.125, 1e-12);
  EXPECT_NEAR(trial[uncorrupted_violation], 60 * 0.125, 1e-12);
  EXPECT_NEAR(trial[Quantity::signed_violation], 50 * 0.125 - 10 * 0.625, 1e-12);
  EXPECT_NEAR(trial[uncorrupted_signed], 60 * 0.125, 1e-12);
  // With corruption arm 2 has an average violation of 0.25, so that weight 1/2 is feasible, with a loss of 0.35.
  // Without corruption its violation is 0.5, and weight 1/3 is feasible, with a loss of 0.4.
  EXPECT_NEAR(trial[Quantity::expected_regret], 0, 1e-9);
  EXPECT_NEAR(trial[uncorrupted_regret], 60 * (0.35 - 0.4), 1e-9);
  // After 20 rounds, of which 10 are corrupted, arm 2 has an average violation of -0.25.
  const auto at_20 = trial.curve[0];
  EXPECT_NEAR(at_20[num_curve_quantities + 0], 20 * 0.125, 1e-12);
  EXPECT_NEAR(at_20[num_curve_quantities + 2], 20 * (0.35 - 0.4), 1e-9);
}

TEST(Uncorrupted, EqualsRegretAndViolationBeforeCorruption) {
  const TrialResult clean = play_trial("stationary", three_arms({}));
  EXPECT_EQ(clean[uncorrupted_violation], clean[Quantity::violation]);
  EXPECT_EQ(clean[uncorrupted_signed], clean[Quantity::signed_violation]);
  EXPECT_EQ(clean[uncorrupted_regret], clean[Quantity::expected_regret]);
  for (const Settings& corruption : {Settings{{"budget", 0.0}}, Settings{{"budget", 9.0}, {"schedule", "random"}},
                                     Settings{{"budget", 9.0}, {"direction", "flatter"}, {"schedule", "late"}},
                                     Settings{{"kind", "piecewise"}, {"budget", 9.0}, {"arms", std::vector<double>{2}}},
                                     Settings{{"kind", "open-problem"}, {"budget", 9.0}},
                                     Settings{{"kind", "reactive"}, {"budget", 9.0}}, Settings{{"kind", "pushing"}}}) {
    const TrialResult corrupted = play_trial("stationary", three_arms(corruption));
    const std::string kind = corruption.contains("kind") ? plain_text(*corruption.find("kind")) : "budgeted";
    EXPECT_EQ(corrupted[uncorrupted_violation], clean[uncorrupted_violation]) << kind;
    EXPECT_EQ(corrupted[uncorrupted_signed], clean[uncorrupted_signed]) << kind;
    EXPECT_NEAR(corrupted[uncorrupted_regret], clean[uncorrupted_regret], 1e-9) << kind;
    if (corruption.find("budget") == nullptr || *corruption.find("budget")->number() > 0) {
      EXPECT_NE(corrupted[Quantity::signed_violation], clean[Quantity::signed_violation]) << kind;
    }
  }
}

/// The violations before corruption may depend on the strategies: the adaptive stages before corruption move them.
TEST(Uncorrupted, AdaptiveViolationsFollowTheStrategiesWithoutCorruption) {
  const TrialResult clean = play_trial("mannor", {}), pushed = play_trial("mannor", {{"corruption.kind", "pushing"}});
  EXPECT_EQ(clean[uncorrupted_violation], clean[Quantity::violation]);
  EXPECT_EQ(pushed[uncorrupted_violation], clean[Quantity::violation]);
  EXPECT_EQ(pushed[uncorrupted_signed], clean[Quantity::signed_violation]);
  EXPECT_NE(pushed[Quantity::signed_violation], clean[Quantity::signed_violation]);
}

TEST(Uncorrupted, RegretIsNanWithoutAFeasibleStrategy) {
  Settings settings = {{"loss", std::vector<double>{0.5, 0.2}},
                       {"violation", std::vector<std::vector<double>>{{0.25, 0.5}}},
                       {"corruption.budget", 60.0},
                       {"corruption.direction", "flatter"}};
  const TrialResult trial = play_trial("stationary", settings);
  EXPECT_FALSE(std::isnan(trial[Quantity::expected_regret])) << "with corruption some strategies are feasible";
  EXPECT_TRUE(std::isnan(trial[uncorrupted_regret]));
}

}  // namespace
}  // namespace regretta::tests
