#pragma once
/// Requirements that a trial of a learner, or the means of an environment, do not depend on the clock, on memory
/// addresses, on how often they were played, or on earlier plays. Every play is in a separate process (isolated.hpp).
/// Each function returns the first number in which two plays differ.

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

/// Strategies that do not depend on the feedback.
struct FixedSchedule {
  std::int64_t rounds = 0;        ///< number of rounds that were watched
  std::int64_t first_change = 0;  ///< first round in which x_t is not x_1
};

/// The number of trials with the same strategies that make a schedule, besides trial 0 of a cell with other means.
inline constexpr std::int64_t watched_trials = 4;

/// The fixed schedule of a learner in a cell with facts; nothing if its strategies depend on the feedback or never
/// change, or if it throws. Trials are played alone, as `run` plays them. With many arms fewer rounds than T are
/// watched.
std::optional<FixedSchedule> fixed_schedule(const BoundLearner& learner, const CellWork& work);

/// A play that can be repeated, and its comparison with another.
struct RepeatedPlay {
  using Numbers = std::vector<double>;
  std::function<Numbers()> play;
  std::function<void()> play_others;           ///< plays other trials
  std::function<void()> play_another_study{};  ///< plays trials of another size; empty: there are none
  /// "round 17: x_t(1) is 0.5, and 0.6 HOW"; "" if they are the same.
  std::function<Counterexample(const Numbers&, const Numbers&, std::string_view how)> difference;
};
/// A learner in a cell.
struct BoundCell {
  BoundLearner learner;
  CellWork work;
};
/// Repeated plays of a trial: every x_t, and its quantities. another: a cell of another size, or null. Keeps
/// references.
RepeatedPlay repeated_trial(const BoundLearner& learner, const CellWork& work, const BoundCell* another);

/// Two plays, one after the other, that begin with the same memory. They differ if the plugin reads the clock or truly
/// random numbers.
Counterexample clock_dependence(const RepeatedPlay& repeated);

/// Plays in a new process, after other trials, and after another study.
Counterexample history_dependence(const RepeatedPlay& repeated);

/// Two plays in the same process.
Counterexample repeat_difference(const RepeatedPlay& repeated);

/// x_t changes over the rounds, but is the same in several trials although their feedback differs.
Counterexample ignored_feedback(const BoundLearner& learner, const CellWork& work);

/// Plays in two cells with the same feedback and different means.
Counterexample means_dependence(const BoundLearner& a, const BoundLearner& b, const CellWork& work_a,
                                const CellWork& work_b);

}  // namespace regretta
