// The paper's learners against every kind of adversary, at a confidence scale at which the constraints bind.

#include <algorithm>

#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

class PaperLearners : public testing::TestWithParam<tests::EnvironmentChoice> {
 protected:
  /// A state is first saved after 4,096 rounds. Every projection is a long search where no strategy is feasible.
  static constexpr std::int64_t until_saved = 5000;
  const bool is_slow_ = GetParam().name == "empty sets";
  CellWork long_work_ =
      tests::cell_of(GetParam(), is_slow_ ? until_saved : std::max(until_saved, tests::rounds(until_saved, 10'000)));
  CellWork work_ = is_slow_ ? tests::cell_of(GetParam(), 1000) : long_work_;

  template <class Params>
  static Params binding() {
    Params params;
    params.confidence_scale = 0.1;
    return params;
  }
  template <template <class> class L>
  void expect_conforms(const typename L<double>::Params& params) {
    tests::expect_learner_conforms<L>(work_, params, GetParam().name, &long_work_);
  }
};

TEST_P(PaperLearners, ConOmdFs) { expect_conforms<ConOmdFs>(binding<ConOmdFsParams>()); }
TEST_P(PaperLearners, ConOmdFsInstantaneousWithoutShare) {
  auto params = binding<ConOmdFsParams>();
  params.estimator = Estimator::instantaneous;
  params.fixed_share = false;
  expect_conforms<ConOmdFs>(params);
}
TEST_P(PaperLearners, ConOmdFsIx) { expect_conforms<ConOmdFsIx>(binding<ConOmdFsParams>()); }
TEST_P(PaperLearners, ExpOptConOmd) { expect_conforms<ExpOptConOmd>(binding<ExpOptConOmdParams>()); }
TEST_P(PaperLearners, ExpOptConOmdWithoutExploration) {
  auto params = binding<ExpOptConOmdParams>();
  params.exploration = false;
  expect_conforms<ExpOptConOmd>(params);
}
TEST_P(PaperLearners, KnownCFull) {
  auto params = binding<KnownCParams>();
  params.corruption = {.measured = false, .value = 50};
  expect_conforms<KnownCFull>(params);
}
TEST_P(PaperLearners, KnownCBandit) {
  auto params = binding<KnownCParams>();
  params.corruption = {.measured = false, .value = 20};
  expect_conforms<KnownCBandit>(params);
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
