// The round loop compiled for AVX-512 gives the bits of the one compiled for x86-64-v3.

#include "regretta/learners/catalogue.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/conformance/shipped_learners.hpp"
#include "regretta/tools/instruction_set.hpp"

namespace regretta {
namespace {

TEST(InstructionSets, GiveTheSameBits) {
  if (available_instruction_sets().back() != InstructionSet::avx512)
    GTEST_SKIP() << "no AVX-512, on this processor or in this build";
#if defined(REGRETTA_WITH_AVX512)
  Catalogue v3, avx512;
  add_learners<native::V3>(v3);
  add_learners<native::Avx512>(avx512);
  ASSERT_EQ(v3.learners.size(), avx512.learners.size());
  for (const auto& choice : tests::environment_choices()) {
    const CellWork work = tests::cell_of(choice, 2000);
    for (std::size_t n = 0; n < v3.learners.size(); ++n) {
      for (const Settings& settings : tests::settings_of(v3.learners[n].name, work.problem)) {
        const auto expected = tests::bind_if_possible(v3.learners[n], settings, work);
        const auto learner = tests::bind_if_possible(avx512.learners[n], settings, work);
        ASSERT_EQ(expected.has_value(), learner.has_value());
        if (!expected) continue;
        const auto a = expected->run(work, 5, 9, RunControl{});  // a pack, and one trial alone
        const auto b = learner->run(work, 5, 9, RunControl{});
        for (std::size_t k = 0; k < a.size(); ++k)
          tests::expect_same_trial(a[k], b[k], v3.learners[n].name + " against " + choice.name);
        if (HasFailure()) return;
      }
    }
  }
#endif
}

}  // namespace
}  // namespace regretta
