// The paper's learners against every kind of adversary, at a confidence scale at which the constraints bind.

#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

template <class Params>
Params binding() {
  Params params;
  params.confidence_scale = 0.1;
  return params;
}

/// In every third environment, beginning with the one of this number.
template <template <class> class L>
void expect_conforms(int first, const typename L<double>::Params& params) {
  for (const auto& choice : tests::every_third_environment(first)) {
    const bool is_slow = choice.name == "empty sets";  // every projection is a long search
    const CellWork work = tests::cell_of(choice, is_slow ? 1000 : tests::rounds(5000, 10'000));
    tests::expect_learner_conforms<L>(work, params, choice.name);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(PaperLearners, ConOmdFs) { expect_conforms<ConOmdFs>(0, binding<ConOmdFsParams>()); }
TEST(PaperLearners, ConOmdFsInstantaneousWithoutShare) {
  auto params = binding<ConOmdFsParams>();
  params.estimator = Estimator::instantaneous;
  params.fixed_share = false;
  expect_conforms<ConOmdFs>(1, params);
}
TEST(PaperLearners, ConOmdFsIx) { expect_conforms<ConOmdFsIx>(2, binding<ConOmdFsParams>()); }
TEST(PaperLearners, ExpOptConOmd) { expect_conforms<ExpOptConOmd>(1, binding<ExpOptConOmdParams>()); }
TEST(PaperLearners, ExpOptConOmdWithoutExploration) {
  auto params = binding<ExpOptConOmdParams>();
  params.exploration = false;
  expect_conforms<ExpOptConOmd>(2, params);
}
TEST(PaperLearners, KnownCFull) {
  auto params = binding<KnownCParams>();
  params.corruption = {.measured = false, .value = 50};
  expect_conforms<KnownCFull>(0, params);
}
TEST(PaperLearners, KnownCBandit) {
  auto params = binding<KnownCParams>();
  params.corruption = {.measured = false, .value = 20};
  expect_conforms<KnownCBandit>(1, params);
}
/// Where C can be measured: before an adaptive adversary plays, nothing can.
TEST(PaperLearners, KnownCMeasured) {
  for (const auto& choice : tests::every_third_environment(2)) {
    const CellWork work = tests::cell_of(choice, 5000);
    if (work.adversary->oblivious()) tests::expect_lane_law<KnownCFull>(work, binding<KnownCParams>(), choice.name);
  }
}

}  // namespace
}  // namespace regretta
