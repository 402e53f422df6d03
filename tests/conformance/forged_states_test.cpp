// A trial that is resumed from a state of anybody's making ends: the state is refused, or its numbers are wrong.

#include <cstring>

#include "regretta/engine/trial/play/branch_task.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/conformance/shipped_learners.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

/// Every four bytes of the state of a trial after some rounds are another number in turn.
void resume_from_forgeries(const BoundLearner& learner, const CellWork& work, const std::string& what) {
  const Branch begun =
      learner.branch(work, {.score = {.metric = Quantity::regret, .per_round = -1.0}, .level = 20.0}, {});
  ASSERT_TRUE(begun.is_above) << what;
  int refused = 0;
  for (const std::uint32_t number : {0x7fffffffU, 0xffffffffU, 64U}) {
    for (std::size_t position = 0; position + sizeof number <= begun.state.bytes.size(); position += sizeof number) {
      TrialState forged = begun.state;
      std::memcpy(forged.bytes.data() + position, &number, sizeof number);
      try {
        learner.branch(work, {.from = &forged}, {});
      } catch (const WrongState&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 0) << what;  // at least the sizes
}

TEST(ForgedStates, OfEveryLearnerAreRefusedOrPlayed) {
  static const Catalogue catalogue = standard_catalogue();
  for (const EnvironmentChoice& choice : {choice_of_size(3, 2), choice_of_size(66, 1), environment_choice("mannor")}) {
    const CellWork work = tests::cell_of(choice, 40);
    for (const LearnerEntry& entry : catalogue.learners) {
      Settings settings = tests::settings_of(entry.name, work.problem).front();
      if (entry.name == "expopt-conomd") settings["exploration"] = work.problem.num_arms < 6;
      if (const auto learner = tests::bind_if_possible(entry, settings, work))
        resume_from_forgeries(*learner, work, entry.name + ", " + choice.name);
    }
  }
}

}  // namespace
}  // namespace regretta
