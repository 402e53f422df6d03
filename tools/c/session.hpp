#pragma once
/// A session of the C interface: the catalogue with the caller's learners and environments.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/play/many_trials.hpp"
#include "regretta/tools/c/handles.hpp"
#include "regretta/tools/c/regretta.h"
#include "regretta/tools/ranks/transport.hpp"

namespace regretta::c {

struct Session {
  Catalogue catalogue;
  std::string folder = ".";        ///< where relative paths in the text of a study start
  std::unique_ptr<Transport> job;  ///< of regretta_join
};

/// The draws of a round, for the learners of its trials.
struct Draws {
  const ManyTrials* trials = nullptr;
  std::int64_t round = 0;
};

Handles<regretta_session, Session>& sessions();

/// Throws std::invalid_argument, with the nearest name.
FeedbackModel feedback_model(const std::string& name);

/// The catalogue entry of a learner. Throws std::invalid_argument for a description that is not complete.
LearnerEntry entry_of(const regretta_learner& learner);

/// The catalogue entry of an environment. Throws std::invalid_argument for a description that is not complete.
EnvironmentEntry entry_of(const regretta_environment& environment);

/// What the caller's function has said of its failure in this thread (regretta_fail).
std::string& failure_of_caller();

/// What is wrong with the arms; "" if all exist.
std::string fault_of_arms(const std::int64_t* arms, int trials, int num_arms);

/// What is wrong with strategies, trials x num_arms, the first of them of trial `first`; "" if all are in the simplex.
std::string fault_of_strategies(const double* x, int trials, int num_arms, std::int64_t first);

inline const regretta_draws* handle_of(const Draws& draws) { return reinterpret_cast<const regretta_draws*>(&draws); }

}  // namespace regretta::c
