// The declared traits of the shipped learners (feedback, prior knowledge, ignored inputs) match their behaviour, in
// every setting in which they are tested.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "regretta/engine/plugin/scalar_learner_entry.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tests/conformance/faults/newcomers.hpp"
#include "regretta/tools/check/cells.hpp"
#include "regretta/tools/check/learner_requirements.hpp"
#include "regretta/tools/check/repeat_requirements.hpp"
#include "regretta/tools/standard_catalogue.hpp"
#include "shipped_learners.hpp"

namespace regretta::tests {
namespace {

const std::set<std::string> constant_learners = {"uniform", "safe-arm", "optimal"};

/// Which input of a learner is altered.
enum class Changed {
  nothing,
  violations,  ///< the violations of every round, which change sign
  facts        ///< the facts of the environment that may be known before round 1
};

/// The weights of x_1, ..., x_T in one trial of the cell.
std::vector<double> strategies(const BoundLearner& learner, const CellWork& work, Changed changed) {
  std::vector<double> weights;
  SteppedTrial trial(work, 0);
  CellWork changed_work = work;
  if (changed == Changed::facts) {
    CellFacts facts = *work.facts;
    facts.corruption += 50;
    facts.rho /= 2;
    facts.rho_pure /= 2;
    facts.safe_arm = (facts.safe_arm + 1) % work.problem.num_arms;
    facts.safe_arm_loss /= 2;
    for (double& violation : facts.safe_arm_violation) violation /= 2;
    std::ranges::reverse(facts.optimal_strategy);
    changed_work.facts = std::make_shared<const CellFacts>(std::move(facts));
  }
  const auto stepped = learner.make_stepped(changed_work, 1);
  for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
    stepped->begin(work.seed, 0, t);
    std::vector<SteppedRound> round = trial.round(t, *stepped);
    for (int a = 0; a < work.problem.num_arms; ++a) weights.push_back(stepped->weight(a, 0));
    if (changed == Changed::violations)
      for (double& x : round.front().violation) x = -x;
    stepped->end(round);
  }
  return weights;
}

TEST(LearnerTraits, MatchTheBehaviourOfShippedLearners) {
  const CellWork work = tests::cell_of(environment_choice("bernoulli, one constraint"), 3000);
  for (const LearnerEntry& entry : standard_catalogue().learners)
    for (const Settings& settings : settings_of(entry.name, work.problem)) {
      const BoundLearner learner = entry.bind(settings, work.problem, true);
      const LearnerTraits& traits = learner.traits;
      EXPECT_EQ(traits.ignores_feedback, constant_learners.contains(entry.name)) << entry.name;
      EXPECT_EQ(traits.draws, learner.make_stepped(work, 1)->draws_for_itself()) << entry.name;
      EXPECT_EQ(text_of(traits.feedback),
                entry.name == "known-c" ? plain_text(*settings.find("feedback")) : entry.feedback)
          << entry.name;
      const std::vector<double> unchanged = strategies(learner, work, Changed::nothing);
      EXPECT_EQ(traits.has_prior_knowledge, unchanged != strategies(learner, work, Changed::facts)) << entry.name;
      EXPECT_EQ(traits.ignores_constraints, unchanged == strategies(learner, work, Changed::violations)) << entry.name;
      if (!traits.ignores_feedback) continue;
      for (std::size_t k = 0; k < unchanged.size(); ++k)
        ASSERT_EQ(unchanged[k], unchanged[k % static_cast<std::size_t>(work.problem.num_arms)]) << entry.name;
    }
}

TEST(LearnerTraits, FollowFromSettings) {
  const Problem problem{.horizon = 100'000, .num_arms = 3, .num_constraints = 1};
  const Catalogue catalogue = standard_catalogue();
  const auto traits = [&](const char* learner, const Settings& settings) {
    return catalogue.learner(learner)->bind(settings, problem, true).traits;
  };
  const std::string measured = "measured", bandit = "bandit", warm_up = "warm-up";
  EXPECT_TRUE(traits("known-c", {{"corruption", measured}}).has_prior_knowledge) << "with full feedback, too";
  EXPECT_TRUE(traits("known-c", {{"corruption", measured}, {"feedback", bandit}}).has_prior_knowledge);
  EXPECT_FALSE(traits("known-c", {{"corruption", 30.0}}).has_prior_knowledge);
  EXPECT_EQ(traits("known-c", {}).feedback, FeedbackModel::full);
  EXPECT_EQ(traits("known-c", {{"feedback", bandit}}).feedback, FeedbackModel::bandit);
  EXPECT_TRUE(traits("pd-ogd", {{"rho", measured}}).has_prior_knowledge);
  EXPECT_FALSE(traits("pd-ogd", {{"rho_from", warm_up}}).has_prior_knowledge);
  EXPECT_TRUE(traits("opb", {{"safe_arm", measured}}).has_prior_knowledge);
  EXPECT_FALSE(traits("conomd-fs", {}).is_reference());
  for (const char* learner : {"conomd-fs", "conomd-fs-ix", "expopt-conomd", "known-c"})
    EXPECT_TRUE(traits(learner, {{"constraints", false}}).ignores_constraints) << learner;
  EXPECT_FALSE(traits("optimal", {}).draws);
  EXPECT_TRUE(traits("thompson", {}).draws);
}

TEST(FixedSchedule, NoShippedLearnerHasOne) {
  for (const auto& [cell, horizon] :
       {std::pair{"bernoulli, one constraint", 300}, std::pair{"phases, random flattery", 2000}}) {
    const CellWork work = tests::cell_of(environment_choice(cell), horizon);
    for (const LearnerEntry& entry : standard_catalogue().learners)
      for (const Settings& settings : settings_of(entry.name, work.problem))
        EXPECT_FALSE(fixed_schedule(entry.bind(settings, work.problem, true), work)) << entry.name << " in " << cell;
  }
}

/// Plays the arms in turn, one per round. If `follows`, repeats the last arm after a loss below 0.5.
template <bool follows>
struct OneAtATime : newcomers::Weights<OneAtATime<follows>> {
  using Base = newcomers::Weights<OneAtATime<follows>>;
  OneAtATime(const Problem& problem, const NoParams& params) : Base(problem, params) { play(0); }
  void after_update(const BanditFeedback<double>& round) {
    const auto K = static_cast<int>(this->x_.size());
    play(follows && round.loss() < 0.5 ? static_cast<int>(played_arm(round)) : this->t_ % K);
  }
  void play(int arm) {
    this->x_.setConstant(0.0);
    this->x_[arm] = 1.0;
  }
};

TEST(FixedSchedule, IsFoundInCustomLearners) {
  const CellWork work = tests::cell_of(environment_choice("bernoulli, one constraint"), 500);
  const auto schedule = [&](const LearnerEntry& entry) {
    return fixed_schedule(entry.bind({}, work.problem, true), work);
  };
  EXPECT_FALSE(schedule(scalar_learner_entry<OneAtATime<true>>({.name = "follows"})));
  const auto by_turns = schedule(scalar_learner_entry<OneAtATime<false>>({.name = "by-turns"}));
  ASSERT_TRUE(by_turns);
  EXPECT_EQ(by_turns->first_change, 2);
  EXPECT_EQ(by_turns->rounds, 500);
  Catalogue catalogue;
  add_to(catalogue);
  EXPECT_TRUE(schedule(*catalogue.learner("own-generator")));
  LearnerEntry throws{.name = "throws"};
  throws.bind = [](const Settings&, const Problem&, bool) {
    return BoundLearner{.run = [](auto&&...) -> std::vector<TrialResult> { throw std::runtime_error("no"); }};
  };
  EXPECT_FALSE(schedule(throws));
  EXPECT_EQ(throws.bind({}, work.problem, true).traits, (LearnerTraits{.draws = true})) << "it declares no traits";
}

}  // namespace
}  // namespace regretta::tests
