#pragma once
/// Checks the requirements on learners (tools/check/learner_requirements.hpp) in a GoogleTest, for authors of plugins
/// who keep their own tests. `regretta check` checks the same requirements without GoogleTest:
///
///   TEST(MyLearner, Conforms) {
///     regretta::tests::expect_learner_conforms<MyLearner>(work, MyParams{});
///   }
///
/// `work` is one cell, made with cell_of() (cells.hpp). 10,000 rounds is a good length.

#include <gtest/gtest.h>

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/trial/play/play.hpp"
#include "regretta/tools/check/learner_requirements.hpp"

namespace regretta::tests {

/// Expects that every quantity and every point of the curve are equal bit for bit.
inline void expect_same_trial(const TrialResult& a, const TrialResult& b, const std::string& label) {
  EXPECT_EQ(difference_between(a, b), "") << label;
}

template <template <class> class L, class Real>
L<Real> make_learner(const CellWork& work, const typename L<double>::Params& params) {
  return regretta::detail::Maker<L>{work, params}.template operator()<Real>();
}

/// Plays one pack, which begins with trial `first`; `first` must be even.
template <template <class> class L, class Real>
std::vector<TrialResult> play_pack(const CellWork& work, const typename L<double>::Params& params, std::int64_t first) {
  return play(make_learner<L, Real>(work, params), work, first, RunControl{});
}

/// Binds the learner as a study does, and compiles it for round-by-round play in packs of 1, 4, 8 and 16 lanes.
template <template <class> class L>
BoundLearner bound(const typename L<double>::Params& params) {
  return bind_learner<L, Pack<pack_trials>, SteppedWidths<1, 4, 8, 16>>(params);
}

/// Expects the lane law: every lane of a pack of any width equals the trial played alone, bit for bit.
template <template <class> class L>
void expect_lane_law(const CellWork& work, const typename L<double>::Params& params, const std::string& label = "") {
  const BoundLearner learner = bound<L>(params);
  for (const int width : {4, 8, 16}) ASSERT_EQ(lane_difference(learner, work, width), "") << label;
  EXPECT_EQ(pack_difference(learner, work), "") << label;
}

/// Expects that a copy is independent of its original, and later plays the same strategies for the same feedback.
template <template <class> class L>
void expect_copies_are_independent(const CellWork& work, const typename L<double>::Params& params) {
  EXPECT_EQ(copy_difference(bound<L>(params), work), "");
}

template <template <class> class L>
void expect_learner_conforms(const CellWork& work, const typename L<double>::Params& params,
                             const std::string& label = "") {
  static_assert(Learner<L<double>> && Learner<L<Pack<4>>> && Learner<L<Pack<8>>> && Learner<L<Pack<16>>>);
  const BoundLearner learner = bound<L>(params);
  EXPECT_EQ(simplex_violation(learner, work), "") << label;
  expect_lane_law<L>(work, params, label);
  expect_copies_are_independent<L>(work, params);
  EXPECT_EQ(draw_fault(learner, work), "") << label;
}

}  // namespace regretta::tests
