#pragma once
/// Whether a trial, or an environment, depends on nothing but its number: not on the clock, on where things lie in
/// memory, on how often it was played, or on what was played before. Every play is in a process of its own
/// (isolated.hpp), so that what one leaves behind is not seen by the next. Each function returns the first number in
/// which two plays differ.

#include <functional>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/counterexample.hpp"

namespace regretta {

/// What is played several times.
struct RepeatedPlay {
  using Numbers = std::vector<double>;
  std::function<Numbers()> play;
  std::function<Numbers()> play_after_others;  ///< the same, after others in one process
  /// "round 17: x_t(1) is 0.5, and 0.6 HOW"; "" if they are the same.
  std::function<Counterexample(const Numbers&, const Numbers&, std::string_view how)> difference;
};
/// A trial of a learner: every x_t, and its quantities. Keeps references.
RepeatedPlay repeated_trial(const BoundLearner& learner, const CellWork& work);

/// Two plays, one after the other, begin with the same memory. They differ if the plugin reads the clock or asks for
/// numbers that are truly random.
Counterexample changes_with_the_clock(const RepeatedPlay& repeated);

/// The heap begins elsewhere, and what it hands out is filled with other bytes.
Counterexample changes_with_addresses(const RepeatedPlay& repeated);

/// Played first of all, and after others.
Counterexample changes_with_company(const RepeatedPlay& repeated);

/// The same trial is played twice in one process.
Counterexample changes_when_repeated(const RepeatedPlay& repeated);

/// Two cells that tell the learner the same although their means differ.
Counterexample sees_the_means(const BoundLearner& a, const BoundLearner& b, const CellWork& work_a,
                              const CellWork& work_b);

}  // namespace regretta
