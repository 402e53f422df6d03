#pragma once
/// What a learner observes, knows beforehand and ignores, as its entry and its settings declare it. It decides which
/// learners are compared with each other, and whom a table may recommend (evidence/comparison/ranking.hpp).

#include "regretta/engine/trial/play/many_trials.hpp"

namespace regretta {

/// The values here are those of a learner that declares nothing.
struct LearnerTraits {
  FeedbackModel feedback = FeedbackModel::bandit;  ///< what the learner observes in every round
  bool has_prior_knowledge = false;  ///< whether it is given facts of the environment that nobody knows before round 1
  bool ignores_constraints = false;  ///< whether its strategies depend on no violation
  bool draws = true;                 ///< whether it may draw random numbers of its own
  bool follows_nothing = false;      ///< whether its strategies depend on nothing that it observes

  /// Whether the learner is a reference line, which is never recommended. `can_violate`: whether constraints can be
  /// violated where it plays (evidence/comparison/comparison.hpp); where they cannot, ignoring them is not counted.
  bool is_reference(bool can_violate = true) const {
    return has_prior_knowledge || (ignores_constraints && can_violate);
  }
  bool operator==(const LearnerTraits&) const = default;
};

}  // namespace regretta
