// The reference points against every kind of adversary that they may meet: 10,000 rounds each.

#include "regretta/learners/references.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

TEST(ReferencePoints, Conform) {
  for (const auto& choice : tests::environment_choices()) {
    const CellWork work = tests::cell_of(choice, 10'000);
    tests::expect_learner_conforms<Hedge>(work, HedgeParams{}, choice.name);
    tests::expect_learner_conforms<Exp3Ix>(work, NoParams{}, choice.name);
    tests::expect_learner_conforms<Uniform>(work, NoParams{}, choice.name);
    if (work.adversary->oblivious()) {
      tests::expect_learner_conforms<SafeArm>(work, NoParams{}, choice.name);
      tests::expect_learner_conforms<Optimal>(work, NoParams{}, choice.name);
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace regretta
