// The paper's learners against every kind of adversary, at a confidence scale at which the constraints bind.

#include <algorithm>

#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

/// A state is first saved after 4,096 rounds, so that there are more with sanitizers, too. Every projection is a long
/// search where no strategy is feasible.
std::int64_t horizon(const tests::EnvironmentChoice& choice) {
  constexpr std::int64_t least = 5000;
  return choice.name == "empty sets" ? least : std::max(least, tests::rounds(least, 10'000));
}

class PaperLearners : public testing::TestWithParam<tests::EnvironmentChoice> {
 protected:
  CellWork work_ = tests::cell_of(GetParam(), horizon(GetParam()));
  template <class Params>
  static Params binding() {
    Params params;
    params.confidence_scale = 0.1;
    return params;
  }
};

TEST_P(PaperLearners, ConOmdFs) {
  tests::expect_learner_conforms<ConOmdFs>(work_, binding<ConOmdFsParams>(), GetParam().name);
}
TEST_P(PaperLearners, ConOmdFsInstantaneousWithoutShare) {
  auto params = binding<ConOmdFsParams>();
  params.estimator = Estimator::instantaneous;
  params.fixed_share = false;
  tests::expect_learner_conforms<ConOmdFs>(work_, params, GetParam().name);
}
TEST_P(PaperLearners, ConOmdFsIx) {
  tests::expect_learner_conforms<ConOmdFsIx>(work_, binding<ConOmdFsParams>(), GetParam().name);
}
TEST_P(PaperLearners, ExpOptConOmd) {
  tests::expect_learner_conforms<ExpOptConOmd>(work_, binding<ExpOptConOmdParams>(), GetParam().name);
}
TEST_P(PaperLearners, ExpOptConOmdWithoutExploration) {
  auto params = binding<ExpOptConOmdParams>();
  params.exploration = false;
  tests::expect_learner_conforms<ExpOptConOmd>(work_, params, GetParam().name);
}
TEST_P(PaperLearners, KnownCFull) {
  auto params = binding<KnownCParams>();
  params.corruption = {.measured = false, .value = 50};
  tests::expect_learner_conforms<KnownCFull>(work_, params, GetParam().name);
}
TEST_P(PaperLearners, KnownCBandit) {
  auto params = binding<KnownCParams>();
  params.corruption = {.measured = false, .value = 20};
  tests::expect_learner_conforms<KnownCBandit>(work_, params, GetParam().name);
}
TEST_P(PaperLearners, KnownCMeasured) {
  if (!work_.adversary->oblivious()) GTEST_SKIP() << "nothing is measured before an adaptive adversary plays";
  tests::expect_lane_law<KnownCFull>(work_, binding<KnownCParams>(), GetParam().name);
}

std::string name_of(const testing::TestParamInfo<tests::EnvironmentChoice>& info) {
  std::string name;
  for (const char c : info.param.name) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Environments, PaperLearners, testing::ValuesIn(tests::environment_choices()), name_of);

}  // namespace
}  // namespace regretta
