#pragma once
/// What a learner is told before round 1 and what it heeds: observed, not declared. It is played beside copies for
/// which something differs; where the strategies never do, it does not see that, or ignores it.

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

}  // namespace regretta
