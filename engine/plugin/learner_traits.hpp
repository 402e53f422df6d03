#pragma once
/// What a learner observes, knows beforehand and ignores, as its entry and its settings declare it. It decides which
/// learners are compared with each other, and whom a table may recommend (evidence/comparison/overall.hpp).

#include "regretta/engine/trial/play/many_trials.hpp"

namespace regretta {

/// The values here are those of a learner that declares nothing.
struct LearnerTraits {
  FeedbackModel feedback = FeedbackModel::bandit;  ///< what the learner observes in every round
  bool has_prior_knowledge = false;  ///< whether it is given facts of the environment that nobody knows before round 1
  bool ignores_constraints = false;  ///< whether its strategies depend on no violation
  bool draws = true;                 ///< whether it may draw random numbers of its own
  bool follows_nothing = false;      ///< whether its strategies depend on nothing that it observes

  /// Whether the learner is a reference line, which is never recommended where constraints can be violated.
  bool is_reference() const { return has_prior_knowledge || ignores_constraints; }
  bool operator==(const LearnerTraits&) const = default;
};

}  // namespace regretta
