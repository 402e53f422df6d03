// The rivals against every kind of adversary: 10,000 rounds each.

#include "regretta/learners/ucpd.hpp"
#include "regretta/learners/unconstrained.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

template <template <class> class L>
void conforms_everywhere(const typename L<double>::Params& params = {}) {
  for (const auto& choice : tests::environment_choices()) {
    tests::expect_learner_conforms<L>(tests::cell_of(choice, 10'000), params, choice.name);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Rivals, Exp3) { conforms_everywhere<Exp3>(); }
TEST(Rivals, Exp3Anytime) { conforms_everywhere<Exp3>({.step_size = "anytime"}); }
TEST(Rivals, Exp3Six) { conforms_everywhere<Exp3Six>({.switches = 5}); }
TEST(Rivals, Exp3P) { conforms_everywhere<Exp3P>(); }
TEST(Rivals, TsallisInf) { conforms_everywhere<TsallisInf>(); }
TEST(Rivals, TsallisInfImportanceWeighted) { conforms_everywhere<TsallisInf>({.estimator = "importance-weighted"}); }
TEST(Rivals, Ucb1) { conforms_everywhere<Ucb1>(); }
TEST(Rivals, Ucpd) { conforms_everywhere<Ucpd>(); }

}  // namespace
}  // namespace regretta
