#pragma once
/// Whether a trial, or an environment, depends on nothing but its number: not on the clock, on where things lie in
/// memory, on how often it was played, or on what was played before. Every play is in a process of its own
/// (isolated.hpp), so that what one leaves behind is not seen by the next. Each function returns the first number in
/// which two plays differ.

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

struct FixedSchedule {
  std::int64_t rounds = 0;        ///< rounds that were watched
  std::int64_t first_change = 0;  ///< first round in which x_t is not x_1
};

/// The trials that must be alike for a schedule, beside trial 0 of a cell with other means.
inline constexpr std::int64_t watched_trials = 4;

/// Watches these trials of a cell whose facts are set, each played alone as `run` plays it, so of learners in any
/// language. Of many arms fewer rounds than T are watched. None too if the learner throws, which its trials tell
/// better.
std::optional<FixedSchedule> fixed_schedule(const BoundLearner& learner, const CellWork& work);

/// What is played several times.
struct RepeatedPlay {
  using Numbers = std::vector<double>;
  std::function<Numbers()> play;
  std::function<void()> play_others;           ///< before it, in one process
  std::function<void()> play_another_study{};  ///< the same, of another size; empty: there is none
  /// "round 17: x_t(1) is 0.5, and 0.6 HOW"; "" if they are the same.
  std::function<Counterexample(const Numbers&, const Numbers&, std::string_view how)> difference;
};
/// A learner in a cell.
struct BoundCell {
  BoundLearner learner;
  CellWork work;
};
/// A trial of a learner: every x_t, and its quantities. another: a cell of another size, or null. Keeps references.
RepeatedPlay repeated_trial(const BoundLearner& learner, const CellWork& work, const BoundCell* another);

/// Two plays, one after the other, begin with the same memory. They differ if the plugin reads the clock or asks for
/// numbers that are truly random.
Counterexample changes_with_the_clock(const RepeatedPlay& repeated);

/// Played first of all, after others, and after another study.
Counterexample changes_with_company(const RepeatedPlay& repeated);

/// The same trial is played twice in one process.
Counterexample changes_when_repeated(const RepeatedPlay& repeated);

/// x_t changes from round to round, and is the same in several trials although their feedback differs.
Counterexample ignores_feedback(const BoundLearner& learner, const CellWork& work);

/// Two cells that tell the learner the same although their means differ.
Counterexample sees_the_means(const BoundLearner& a, const BoundLearner& b, const CellWork& work_a,
                              const CellWork& work_b);

}  // namespace regretta
