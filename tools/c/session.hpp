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
  std::string folder = ".";        ///< base folder of relative paths in the text of a study
  std::unique_ptr<Transport> job;  ///< to the processes of regretta_join; null if it was not called
};

/// The random numbers of a round, for the learners of these trials.
struct Draws {
  const ManyTrials* trials = nullptr;
  std::int64_t round = 0;
};

Handles<regretta_session, Session>& sessions();

/// The feedback model with this name. Throws std::invalid_argument, which suggests the nearest name.
FeedbackModel feedback_model(const std::string& name);

/// The catalogue entry of a learner. Throws std::invalid_argument if a member is missing or invalid.
LearnerEntry entry_of(const regretta_learner& learner);

/// The catalogue entry of an environment. Throws std::invalid_argument if a member is missing or invalid.
EnvironmentEntry entry_of(const regretta_environment& environment);

/// The message of the last regretta_fail in this thread; cleared before functions of the caller are called.
std::string& failure_of_caller();

/// A message about the first arm that does not exist; "" if all exist.
std::string fault_of_arms(const std::int64_t* arms, int trials, int num_arms);

/// A message about the first strategy (x: trials x num_arms, beginning with trial `first`) that is not in the simplex;
/// "" if all are.
std::string fault_of_strategies(const double* x, int trials, int num_arms, std::int64_t first);

inline const regretta_draws* handle_of(const Draws& draws) { return reinterpret_cast<const regretta_draws*>(&draws); }

}  // namespace regretta::c
