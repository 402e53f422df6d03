// A learner that changes the floating-point mode fails with its name in the message. Learners that are played after it
// on the same thread are unaffected.

#include <cfenv>

#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

struct ModeParams {
  bool in_constructor = true;

  static void fields(auto& p, auto&& visit) {
    visit("in_constructor", p.in_constructor, "changes the mode in its constructor; false: in observe()");
  }
};

/// Rounds upwards, or else replaces subnormal numbers by 0 (on AArch64, rounds downwards).
void change_floating_point_mode(bool rounding) {
  if (rounding) {
    std::fesetround(FE_UPWARD);
    return;
  }
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);  // subnormal results and operands are 0
#else
  std::fesetround(FE_DOWNWARD);
#endif
}

template <class Real, bool rounding>
class ChangesMode {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = ModeParams;
  ChangesMode(const Problem& problem, const Params& params)
      : later_(!params.in_constructor), x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))) {
    if (!later_) change_floating_point_mode(rounding);
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback&) {
    if (later_) change_floating_point_mode(rounding);
  }

 private:
  bool later_;
  Vector<Real> x_;
};
template <class Real>
using RoundsUp = ChangesMode<Real, true>;
template <class Real>
using DropsSubnormals = ChangesMode<Real, false>;

const std::string study_of_modes = R"([study]
name = "modes"
trials = 16
horizon = 300
[[environment]]
kind = "stationary"
loss = [0.2, 0.5, 0.7]
violation = [[0.5, -0.3, -0.3]]
noise = "bernoulli"
[[learner]]
kind = "rounds-up"
in_constructor = [true, false]
[[learner]]
kind = "drops-subnormals"
in_constructor = [true, false]
[[learner]]
kind = "conomd-fs"
confidence_scale = 0.1
)";

TEST(Arithmetic, LearnerThatChangesTheFloatingPointModeFailsAlone) {
  Catalogue catalogue = standard_catalogue();
  catalogue.learners.push_back(learner_entry<RoundsUp>({.name = "rounds-up"}));
  catalogue.learners.push_back(learner_entry<DropsSubnormals>({.name = "drops-subnormals"}));
  const Plan plan = make_plan(parse_study(study_of_modes, "modes", "."), catalogue);
  ASSERT_EQ(plan.cells.size(), 5U);
  const Cell& unaffected = plan.cells.back();
  const auto play = [](const Cell& cell) { return advance_block(cell, {cell.index, 0, 16}, {}).trials; };
  const std::vector<TrialResult> before = play(unaffected);
  for (std::size_t c = 0; c < 4; ++c) {
    for (const TrialResult& trial : play(plan.cells[c])) {
      ASSERT_TRUE(trial.failure) << c;
      EXPECT_NE(trial.failure->message.find("floating-point mode"), std::string::npos) << trial.failure->message;
      EXPECT_NE(trial.failure->message.find(plan.cells[c].learner_name), std::string::npos) << trial.failure->message;
    }
    const std::vector<TrialResult> after = play(unaffected);
    for (std::size_t k = 0; k < before.size(); ++k)
      tests::expect_same_trial(before[k], after[k], "after " + plan.cells[c].learner_name);
  }
  std::fesetenv(FE_DFL_ENV);  // restores the mode if the test has failed
}

}  // namespace
}  // namespace regretta
