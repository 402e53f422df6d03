// What the shipped learners are told, ignore and see is observed as it is documented (learners/README.md).

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/plugin/learner_view.hpp"
#include "regretta/tests/conformance/faults/newcomers.hpp"
#include "regretta/tools/check/cells.hpp"
#include "regretta/tools/standard_catalogue.hpp"
#include "shipped_learners.hpp"

namespace regretta::tests {
namespace {

const std::set<std::string> ignoring = {"hedge",
                                        "exp3",
                                        "exp3-ix",
                                        "exp3-six",
                                        "exp3-p",
                                        "tsallis-inf",
                                        "ucb1",
                                        "kl-ucb",
                                        "thompson",
                                        "barbar",
                                        "layered-elimination",
                                        "conservative-ucb",
                                        "uniform",
                                        "safe-arm",
                                        "optimal"};

TEST(LearnerView, IsWhatTheShippedLearnersAre) {
  for (const Problem& problem : {Problem{.horizon = 2000, .num_arms = 3, .num_constraints = 1},
                                 Problem{.horizon = 100'000, .num_arms = 10, .num_constraints = 2}})
    for (const LearnerEntry& entry : standard_catalogue().learners)
      for (const Settings& settings : settings_of(entry.name, problem)) {
        const std::string what = entry.name + " of " + std::to_string(problem.num_arms) + " arms";
        const LearnerView view = observed_view(entry.bind(settings, problem, true), problem);
        EXPECT_EQ(view.ignores_violations, ignoring.contains(entry.name)) << what;
        bool is_told = false;
        try {
          entry.bind(settings, problem, false);
        } catch (const IncompatiblePair&) {
          is_told = true;
        }
        EXPECT_EQ(view.is_told, is_told) << what;
        ASSERT_TRUE(view.sees) << what;
        if (entry.name == "uniform" || entry.name == "safe-arm" || entry.name == "optimal") continue;
        if (entry.name != "known-c") {
          EXPECT_EQ(text_of(*view.sees), entry.feedback) << what;
        } else {
          EXPECT_EQ(text_of(*view.sees), plain_text(*settings.find("feedback"))) << what;
        }
      }
}

TEST(LearnerView, OfWhatCannotBeObservedNothingIsSaid) {
  const Problem one_arm{.horizon = 100, .num_arms = 1, .num_constraints = 1};
  EXPECT_EQ(observed_view(standard_catalogue().learner("hedge")->bind({}, one_arm, true), one_arm), LearnerView{});
  EXPECT_EQ(observed_view(BoundLearner{}, {.horizon = 100, .num_arms = 3}), LearnerView{}) << "not played by hand";
}

const std::set<std::string> on_one_arm = {"ucb1",     "kl-ucb",           "thompson",       "doubly-opt-arm",
                                          "safe-arm", "conservative-ucb", "primal-dual-bwk"};
/// Its program binds so late in this cell that it has played one arm at a time in all rounds that are watched; that of
/// sw-ucb-bwk in both, as few rounds are in its windows.
bool binds_late(const LearnerEntry& entry, std::string_view cell) {
  return entry.name == "sw-ucb-bwk" || (entry.name == "ucb-bwk" && cell == "phases, random flattery");
}

TEST(Course, OfShippedLearnersIsThatOfNoSchedule) {
  for (const auto& [cell, horizon] :
       {std::pair{"bernoulli, one constraint", 300}, std::pair{"phases, random flattery", 5000}}) {
    const CellWork work = cell_of(environment_choice(cell), horizon);
    for (const LearnerEntry& entry : standard_catalogue().learners)
      for (const Settings& settings : settings_of(entry.name, work.problem)) {
        const ObservedCourse seen = observed_course(entry.bind(settings, work.problem, true), work);
        EXPECT_EQ(seen.course == Course::one_arm, on_one_arm.contains(entry.name) || binds_late(entry, cell))
            << entry.name << " in " << cell;
        EXPECT_TRUE(seen.course == Course::one_arm || seen.course == Course::mixes) << entry.name << " in " << cell;
      }
  }
}

/// Plays one arm in every round, which nothing declares: the others by turns, or the one that was best if it heeds what
/// it sees.
template <bool heeds>
struct OneAtATime : newcomers::Weights<OneAtATime<heeds>> {
  using Base = newcomers::Weights<OneAtATime<heeds>>;
  OneAtATime(const Problem& problem, const NoParams& none) : Base(problem, none) { play(0); }
  void after(const BanditFeedback<double>& round) {
    const auto K = static_cast<int>(this->x_.size());
    play(heeds && round.loss() < 0.5 ? static_cast<int>(played_arm(round)) : this->t_ % K);
  }
  void play(int arm) {
    this->x_.setConstant(0.0);
    this->x_[arm] = 1.0;
  }
};

TEST(Course, OfOwnLearnersIsObservedToo) {
  const CellWork work = cell_of(environment_choice("bernoulli, one constraint"), 500);
  const auto course = [&](const LearnerEntry& entry) {
    return observed_course(entry.bind({}, work.problem, true), work);
  };
  EXPECT_EQ(course(scalar_learner_entry<OneAtATime<true>>({.name = "heeds"})).course, Course::one_arm);
  const ObservedCourse by_turns = course(scalar_learner_entry<OneAtATime<false>>({.name = "by-turns"}));
  EXPECT_EQ(by_turns.course, Course::one_arm_schedule);
  EXPECT_EQ(by_turns.first_change, 2);
  EXPECT_EQ(by_turns.rounds, 500);
  Catalogue catalogue;
  add_to(catalogue);
  EXPECT_EQ(course(*catalogue.learner("own-generator")).course, Course::mixed_schedule) << "x_1 mixes";
  LearnerEntry throws{.name = "throws"};
  throws.bind = [](const Settings&, const Problem&, bool) {
    return BoundLearner{.run = [](auto&&...) -> std::vector<TrialResult> { throw std::runtime_error("no"); }};
  };
  EXPECT_EQ(course(throws).course, Course::unknown);
}

}  // namespace
}  // namespace regretta::tests
