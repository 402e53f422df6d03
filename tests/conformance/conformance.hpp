#pragma once
/// Requirements on every learner, as checks that the author of a plugin can run on it (GoogleTest):
///
///   TEST(MyLearner, Conforms) {
///     regretta::tests::expect_learner_conforms<MyLearner>(work, MyParams{});
///   }
///
/// `work` is one cell: problem, adversary, facts, checkpoints. 10,000 rounds is a good length.

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/trial/play.hpp"

namespace regretta::tests {

/// The same bits, NaN included.
inline bool same_bits(double a, double b) { return as_word(a) == as_word(b); }

/// Every quantity and every point of the curve, bit for bit.
inline void expect_same_trial(const TrialResult& a, const TrialResult& b, const std::string& what) {
  EXPECT_EQ(a.trial, b.trial) << what;
  ASSERT_EQ(a.failure.has_value(), b.failure.has_value()) << what;
  if (a.failure) {
    EXPECT_EQ(a.failure->round, b.failure->round) << what;
    return;
  }
  for (std::size_t q = 0; q < num_quantities; ++q)
    EXPECT_TRUE(same_bits(a.quantities[q], b.quantities[q]))
        << what << ", trial " << a.trial << ", " << quantity_names[q] << ": " << a.quantities[q] << " and "
        << b.quantities[q];
  ASSERT_EQ(a.curve.size(), b.curve.size()) << what;
  for (std::size_t c = 0; c < a.curve.size(); ++c)
    for (std::size_t q = 0; q < num_curve_quantities; ++q)
      EXPECT_TRUE(same_bits(a.curve[c][q], b.curve[c][q])) << what << ", trial " << a.trial << ", curve point " << c;
}

template <template <class> class L, class Real>
L<Real> make_learner(const CellWork& work, const typename L<double>::Params& params) {
  return regretta::detail::Maker<L>{work, params}.template operator()<Real>();
}

/// Trials first, first + 1, ... of one pack; first is even.
template <template <class> class L, class Real>
std::vector<TrialResult> play_pack(const CellWork& work, const typename L<double>::Params& params, std::int64_t first) {
  return play(make_learner<L, Real>(work, params), work, first, RunControl{});
}

/// x_t sums to 1 within 1e-12 and has no negative entry, in every round and lane.
template <template <class> class L, class Real = Pack<8>>
void expect_stays_in_the_simplex(const CellWork& work, const typename L<double>::Params& params) {
  Match match(make_learner<L, Real>(work, params), work, 0);
  double worst = 0, least = 0;
  for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
    const auto& feedback = match.reveal(t);
    const Vector<Real>& x = match.learner().strategy();
    ASSERT_EQ(x.size(), work.problem.num_arms);
    for (int k = 0; k < lanes<Real>; ++k) {
      double sum = 0;
      for (Eigen::Index a = 0; a < x.size(); ++a) {
        sum += lane(x[a], k);
        if (!(lane(x[a], k) >= least)) least = lane(x[a], k);
      }
      if (!(std::abs(sum - 1) <= worst)) worst = std::abs(sum - 1);
    }
    match.learner().observe(feedback);
  }
  EXPECT_LE(worst, 1e-12);
  EXPECT_GE(least, 0);
}

/// The lane law: every lane of every width equals the trial played alone, and a second run gives the same.
template <template <class> class L>
void expect_lane_law(const CellWork& work, const typename L<double>::Params& params, const std::string& what = "",
                     std::int64_t first = 6) {
  const auto four = play_pack<L, Pack<4>>(work, params, first);
  const auto eight = play_pack<L, Pack<8>>(work, params, first);
  const auto sixteen = play_pack<L, Pack<16>>(work, params, first);
  for (std::size_t k = 0; k < 16; ++k) {
    const TrialResult alone = play_pack<L, double>(work, params, first + static_cast<std::int64_t>(k))[0];
    if (k < 4) expect_same_trial(alone, four[k], what + ", width 4");
    if (k < 8) expect_same_trial(alone, eight[k], what + ", width 8");
    expect_same_trial(alone, sixteen[k], what + ", width 16");
    if (testing::Test::HasFailure()) return;
  }
  const auto again = play_pack<L, Pack<8>>(work, params, first);
  for (std::size_t k = 0; k < 8; ++k) expect_same_trial(eight[k], again[k], what + ", repeated");
}

/// A copy does not change with its original, and behaves the same when given the same feedback later.
template <template <class> class L>
void expect_copies_are_independent(const CellWork& work, const typename L<double>::Params& params) {
  Match match(make_learner<L, double>(work, params), work, 0);
  const std::int64_t split = work.problem.horizon / 2, end = std::min(work.problem.horizon, split + 500);
  std::int64_t t = 1;
  for (; t <= split; ++t) match.round(t);
  L<double> copy = match.learner();
  const Vector<double> at_split = match.learner().strategy();
  std::vector<typename L<double>::Feedback> seen;
  std::vector<Vector<double>> strategies;
  for (; t <= end; ++t) {
    seen.push_back(match.reveal(t));
    strategies.push_back(match.learner().strategy());
    match.learner().observe(seen.back());
  }
  for (Eigen::Index a = 0; a < at_split.size(); ++a) EXPECT_TRUE(same_bits(copy.strategy()[a], at_split[a]));
  const Draws<double> draws(work.seed, 0);
  for (std::size_t n = 0; n < seen.size(); ++n) {
    t = split + 1 + static_cast<std::int64_t>(n);
    if constexpr (DrawsForItself<L<double>>) copy.draw(Randomness<double>(draws, t));
    for (Eigen::Index a = 0; a < at_split.size(); ++a)
      ASSERT_TRUE(same_bits(copy.strategy()[a], strategies[n][a])) << "round " << t;
    copy.observe(seen[n]);
  }
}

/// A keeper that keeps one state, of the first poll after which it is wanted.
class OneState final : public StateKeeper {
 public:
  const TrialState* find(std::int64_t first, int lanes) override {
    return kept && kept->first == first && kept->lanes == lanes ? &*kept : nullptr;
  }
  bool wants_state(bool) override { return !kept; }
  void keep(TrialState state) override { kept = std::move(state); }

  std::optional<TrialState> kept;
};

/// Plays trials with `run`, saves their state on the way, and plays them again from there: the results must be equal.
/// run: as BoundLearner::run. A learner without `state` (engine/trial/trial_state.hpp) is not saved and fails.
template <class Run>
void expect_resumes(const Run& run, const CellWork& work, int count, const std::string& what = "") {
  OneState keeper;
  const auto whole = run(work, 2, count, RunControl{.keeper = &keeper});
  ASSERT_TRUE(keeper.kept) << what << ": no state was saved";
  ASSERT_GT(keeper.kept->rounds, 0) << what;
  ASSERT_LT(keeper.kept->rounds, work.problem.horizon) << what;
  std::atomic<std::int64_t> rounds = 0;
  const auto resumed = run(work, 2, count, RunControl{.rounds = &rounds, .keeper = &keeper});
  EXPECT_LT(rounds, count * work.problem.horizon) << what << ": it began with round 1";
  ASSERT_EQ(whole.size(), resumed.size());
  for (std::size_t k = 0; k < whole.size(); ++k) expect_same_trial(whole[k], resumed[k], what + ", resumed");
}

/// Whether a learner that draws for itself takes its numbers from what it is given: with the same feedback, trials 0
/// and 1 play differently in some round. Always true for other learners.
template <template <class> class L>
bool draws_differ_by_trial(const CellWork& work, const typename L<double>::Params& params) {
  if constexpr (!DrawsForItself<L<double>>) return true;
  Match match(make_learner<L, double>(work, params), work, 0);
  L<double> other = match.learner();
  const Draws<double> draws(work.seed, 1);
  for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
    if constexpr (DrawsForItself<L<double>>) other.draw(Randomness<double>(draws, t));
    const auto& feedback = match.reveal(t);
    if ((other.strategy() != match.learner().strategy()).any()) return true;
    other.observe(feedback);
    match.learner().observe(feedback);
  }
  return false;
}

/// All of the above, and if the learner has `state`, that it can be resumed.
template <template <class> class L>
void expect_learner_conforms(const CellWork& work, const typename L<double>::Params& params,
                             const std::string& what = "") {
  static_assert(Learner<L<double>> && Learner<L<Pack<4>>> && Learner<L<Pack<8>>> && Learner<L<Pack<16>>>);
  expect_stays_in_the_simplex<L>(work, params);
  expect_lane_law<L>(work, params, what);
  expect_copies_are_independent<L>(work, params);
  if constexpr (SavesState<L<double>> && SavesState<L<Pack<8>>>) {
    const auto run = [&params](const CellWork& cell, std::int64_t first, int count, const RunControl& control) {
      return play_trials<Pack<8>>(cell, regretta::detail::Maker<L>{cell, params}, first, count, control);
    };
    for (const int count : {1, 8}) expect_resumes(run, work, count, what);
  }

  EXPECT_TRUE(draws_differ_by_trial<L>(work, params)) << what << ": its numbers are not those that draw() receives";
}

}  // namespace regretta::tests
