// Through the catalogue, as a study runs them: every learner that ships, against every kind of adversary. A block of
// trials equals its trials run one by one, whatever the split.

#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

/// The settings of each learner under which it is tried; learners not named here are tried as they are.
std::vector<Settings> settings_of(const std::string& learner) {
  if (learner == "known-c")
    return {{{"feedback", std::string("full")}, {"confidence_scale", 0.1}, {"corruption", 30.0}},
            {{"feedback", std::string("bandit")}, {"confidence_scale", 0.1}, {"corruption", 30.0}}};
  if (learner == "conomd-fs" || learner == "conomd-fs-ix" || learner == "expopt-conomd")
    return {{{"confidence_scale", 0.1}}};
  return {{}};
}

TEST(Catalogue, BlocksEqualTheirTrials) {
  const Catalogue catalogue = standard_catalogue();
  for (const auto& choice : tests::environment_choices()) {
    const CellWork work = tests::cell_of(choice, 2000);
    for (const LearnerEntry& entry : catalogue.learners) {
      for (const Settings& settings : settings_of(entry.name)) {
        BoundLearner learner;
        try {
          learner = entry.bind(settings, work.problem, work.adversary->oblivious());
        } catch (const InputError&) {
          EXPECT_FALSE(work.adversary->oblivious()) << entry.name;  // told by the books: oblivious adversaries only
          continue;
        }
        const std::string what = entry.name + " against " + choice.name;
        const auto together = learner.run(work, 5, 11, RunControl{});  // one whole pack and a part of one
        ASSERT_EQ(together.size(), 11U);
        for (std::size_t k = 0; k < together.size(); ++k) {
          const auto alone = learner.run(work, 5 + static_cast<std::int64_t>(k), 1, RunControl{});
          tests::expect_same_trial(alone[0], together[k], what);
          ASSERT_FALSE(together[k].failure) << what << ": " << together[k].failure->message;
        }
        if (HasFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace regretta
