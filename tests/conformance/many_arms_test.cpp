// The requirements on learners with 70 arms: so many that some learners store x_t trial by trial.

#include "regretta/learners/catalogue.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/conformance/shipped_learners.hpp"
#include "regretta/tools/check/learner_requirements.hpp"
#include "regretta/tools/machine/instruction_set.hpp"

namespace regretta {
namespace {

using tests::EnvironmentChoice;

constexpr int K = 70;

/// Environments with feasible strategies, and environments without.
std::vector<EnvironmentChoice> choices_of_many_arms() {
  std::vector<EnvironmentChoice> choices;
  for (const int m : {1, 3, 6}) choices.push_back(choice_of_size(K, m));
  for (const int m : {1, 2})
    choices.push_back(
        {"empty, m = " + std::to_string(m),
         "stationary",
         {{"loss", std::vector<double>(K, 0.5)},
          {"violation", std::vector<std::vector<double>>(static_cast<std::size_t>(m), std::vector<double>(K, 0.8))},
          {"noise", std::string("bernoulli")}}});
  return choices;
}

struct Setting {
  std::string learner;
  Settings settings;
};

std::vector<Setting> trial_major_settings() {
  const auto scale = std::pair<std::string, Value>{"confidence_scale", 0.02};
  return {{"expopt-conomd", {scale, {"exploration", false}}},
          {"expopt-conomd", {scale, {"beta", 0.0}, {"fixed_share", true}}},
          {"expopt-conomd", {{"exploration", false}, {"constraints", false}}},
          {"known-c", {scale, {"feedback", std::string("bandit")}, {"corruption", 1.0}}},
          {"sv-ops", {scale}},
          {"exp3", {{"step_scale", 100.0}}},  // the sum of the weights falls to a small part in one round
          {"exp3-ix", {}},
          {"exp3-six", {{"switches", std::int64_t{30}}}},
          {"pd-wa", {}},
          {"pd-wa", {{"step_scale", 100.0}, {"switches", std::int64_t{100}}}}};
}

template <class Check>
void for_each_cell(const Catalogue& catalogue, Check check) {
  for (const EnvironmentChoice& choice : choices_of_many_arms()) {
    const bool slow = choice.name.starts_with("empty");  // every projection takes the slowest method
    const CellWork work = tests::cell_of(choice, slow ? 80 : 400);
    for (const Setting& setting : trial_major_settings()) {
      const auto learner = tests::bind_if_possible(*catalogue.learner(setting.learner), setting.settings, work);
      ASSERT_TRUE(learner.has_value());
      check(*learner, work, setting, setting.learner + " in " + choice.name);
    }
  }
}

Catalogue baseline() {
  Catalogue catalogue;
  add_learners<native::Baseline>(catalogue);
  return catalogue;
}

TEST(ManyArms, MeetTheRequirements) {
  for_each_cell(baseline(),
                [](const BoundLearner& learner, const CellWork& work, const Setting&, const std::string& label) {
                  EXPECT_EQ(simplex_violation(learner, work), "") << label;
                  EXPECT_EQ(pack_difference(learner, work), "") << label;
                  EXPECT_EQ(copy_difference(learner, work), "") << label;
                });
}

[[maybe_unused]] void expect_same_bits_with_many_arms(const Catalogue& compared) {
  for_each_cell(baseline(), [&](const BoundLearner& learner, const CellWork& work, const Setting& setting,
                                const std::string& label) {
    if (compared.learner(setting.learner) == nullptr) return;
    const auto learner_compared = tests::bind_if_possible(*compared.learner(setting.learner), setting.settings, work);
    const auto expected = learner.run(work, 5, 28, RunControl{}),
               actual = learner_compared->run(work, 5, 28, RunControl{});
    for (std::size_t k = 0; k < expected.size(); ++k) tests::expect_same_trial(expected[k], actual[k], label);
  });
}

/// InstructionSets.GenericGivesTheSameBits compares the generic instruction set, with fewer arms.
TEST(ManyArms, HaveTheSameBitsWithAvx512) {
#if defined(REGRETTA_WITH_AVX512)
  if (available_instruction_sets().back() != InstructionSet::avx512) GTEST_SKIP() << "no AVX-512 on this processor";
  Catalogue avx512;
  add_learners<native::Avx512>(avx512);
  expect_same_bits_with_many_arms(avx512);
#else
  GTEST_SKIP() << "no AVX-512 in this build";
#endif
}

}  // namespace
}  // namespace regretta
