// The round loops compiled for other instruction sets give the same bits as the baseline. The generic set is compared
// for the learners of first_learners.hpp only; in a build with REGRETTA_INSTRUCTION_SETS=all, for all learners.

#include "regretta/learners/catalogue.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/conformance/shipped_learners.hpp"
#include "regretta/tools/machine/instruction_set.hpp"

namespace regretta {
namespace {

/// Compares every learner of `compared` with the same learner of the baseline, in all its settings, in every sixth
/// environment (a different sixth for each learner).
[[maybe_unused]] void expect_same_bits_as_baseline(const Catalogue& compared) {
  Catalogue baseline;
  add_learners<native::Baseline>(baseline);
  for (const LearnerEntry& entry : compared.learners) {
    for (const auto& choice : tests::some_environments(&entry - compared.learners.data(), 6)) {
      const CellWork work = tests::cell_of(choice, 450);
      for (const Settings& settings : tests::settings_of(entry.name, work.problem)) {
        const auto baseline_learner = tests::bind_if_possible(*baseline.learner(entry.name), settings, work);
        const auto learner = tests::bind_if_possible(entry, settings, work);
        ASSERT_EQ(baseline_learner.has_value(), learner.has_value());
        if (!baseline_learner) continue;
        // Trial 7 is played alone, 8 to 15 as a full pack, 16 to 19 as part of a pack.
        const auto baseline_trials = baseline_learner->run(work, 7, 13, RunControl{});
        const auto trials = learner->run(work, 7, 13, RunControl{});
        for (std::size_t k = 0; k < baseline_trials.size(); ++k)
          tests::expect_same_trial(baseline_trials[k], trials[k], entry.name + " against " + choice.name);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(InstructionSets, Avx512GivesTheSameBits) {
#if defined(REGRETTA_WITH_AVX512)
  if (available_instruction_sets().back() != InstructionSet::avx512) GTEST_SKIP() << "no AVX-512 on this processor";
  Catalogue avx512;
  add_learners<native::Avx512>(avx512);
  expect_same_bits_as_baseline(avx512);
#else
  GTEST_SKIP() << "no AVX-512 in this build";
#endif
}

TEST(InstructionSets, GenericGivesTheSameBits) {
#if defined(REGRETTA_WITH_GENERIC)
  Catalogue generic;
  add_learners<native::Generic>(generic);
  expect_same_bits_as_baseline(generic);
#elif defined(REGRETTA_COMPARES_GENERIC)
  Catalogue generic;
  add_first_learners<native::Generic>(generic);
  expect_same_bits_as_baseline(generic);
#else
  GTEST_SKIP() << "no generic instruction set in this build";
#endif
}

}  // namespace
}  // namespace regretta
