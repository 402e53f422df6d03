// One learner for each feedback, at widths at which no program plays it, too.

#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

/// At a confidence scale at which the constraints bind.
template <template <class> class L>
void expect_conforms(int first) {
  typename L<double>::Params params;
  params.confidence_scale = 0.1;
  for (const auto& choice : tests::some_environments(first, 9)) {
    if (choice.name == "empty sets") continue;  // every projection is a long search
    const CellWork work = tests::cell_of(choice, tests::rounds(2000, 10'000));
    tests::expect_learner_conforms<L>(work, params, choice.name);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(PaperLearners, ConOmdFs) { expect_conforms<ConOmdFs>(0); }
TEST(PaperLearners, ConOmdFsIx) { expect_conforms<ConOmdFsIx>(2); }
TEST(PaperLearners, ExpOptConOmd) { expect_conforms<ExpOptConOmd>(5); }

}  // namespace
}  // namespace regretta
