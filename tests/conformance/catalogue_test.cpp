// Through the catalogue, as a study runs them: every learner that ships, against every kind of adversary. A block of
// trials equals its trials run one by one, whatever the split.

#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/conformance/shipped_learners.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

TEST(Catalogue, BlocksEqualTheirTrials) {
  const Catalogue catalogue = standard_catalogue();
  for (const auto& choice : tests::environment_choices()) {
    const CellWork work = tests::cell_of(choice, 2000);
    for (const LearnerEntry& entry : catalogue.learners) {
      for (const Settings& settings : tests::settings_of(entry.name)) {
        const auto learner = tests::bind_if_possible(entry, settings, work);
        if (!learner) continue;
        const std::string what = entry.name + " against " + choice.name;
        const auto together = learner->run(work, 5, 11, RunControl{});  // one whole pack and a part of one
        ASSERT_EQ(together.size(), 11U);
        for (std::size_t k = 0; k < together.size(); ++k) {
          const auto alone = learner->run(work, 5 + static_cast<std::int64_t>(k), 1, RunControl{});
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
