#pragma once
/// What a learner is told before round 1, what it heeds and how it plays: observed, not declared. It is played beside
/// copies for which something differs; where the strategies never do, it does not see that, or ignores it.

#include <optional>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/play/many_trials.hpp"

namespace regretta {

struct LearnerView {
  bool is_told = false;                 ///< its strategies follow facts measured on the adversary (Oracle)
  bool ignores_violations = false;      ///< its strategies do not depend on them
  bool follows_nothing = false;         ///< its strategies are the same whatever it is shown
  bool draws = false;                   ///< numbers of its own
  std::optional<FeedbackModel> sees{};  ///< whose losses and violations they follow; empty: not known

  bool operator==(const LearnerView&) const = default;
};

/// Plays some hundred rounds, or thousands where the strategies have not followed anything before, of up to the
/// problem's horizon. A view of which nothing is known if the learner cannot be played by hand, throws, has one arm
/// only, or has not begun to follow anything by then. Nothing is said wrongly of a learner that begins to heed
/// something after 4,096 rounds only, unless it follows losses before.
LearnerView observed_view(const BoundLearner& learner, const Problem& problem);

/// How x_t goes.
enum class Course {
  mixes,            ///< in some round it is on several arms
  one_arm,          ///< in every round it is on one
  unknown,          ///< it could not be watched
  mixed_schedule,   ///< it mixes, and changes alike in every trial, whatever happens
  one_arm_schedule  ///< the same on one arm at a time
};
inline bool is_on_one_arm(Course course) { return course == Course::one_arm || course == Course::one_arm_schedule; }
inline bool is_schedule(Course course) {
  return course == Course::mixed_schedule || course == Course::one_arm_schedule;
}

struct ObservedCourse {
  Course course = Course::unknown;
  std::int64_t rounds = 0;        ///< that were watched
  std::int64_t first_change = 0;  ///< the first round in which x_t is not x_1; 0: none
};

/// The rounds of a trial that are watched, where nothing is decided before.
inline constexpr std::int64_t watched_rounds = 4096;
/// The trials that must be alike for a schedule, beside trial 0 of a cell with other means.
inline constexpr std::int64_t watched_trials = 4;

/// Watches the first rounds of the first trials of a cell whose facts are set, each played alone, as `run` plays them:
/// for learners of any language. Of many arms fewer rounds are watched.
ObservedCourse observed_course(const BoundLearner& learner, const CellWork& work, std::int64_t most = watched_rounds);

}  // namespace regretta
