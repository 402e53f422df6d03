// What the shipped learners are told, ignore and see is observed as it is documented (learners/README.md).

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/plugin/learner_view.hpp"
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

}  // namespace
}  // namespace regretta::tests
