#pragma once
/// A session of the C interface: the catalogue with the caller's learners.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/sources.hpp"
#include "regretta/engine/trial/play/many_trials.hpp"
#include "regretta/tools/c/handles.hpp"
#include "regretta/tools/c/regretta.h"
#include "regretta/tools/ranks/transport.hpp"

namespace regretta::c {

struct Session {
  Catalogue catalogue;
  PluginSources sources;
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

/// Throws std::runtime_error, which begins with `where`, for an arm that there is not.
void check_arms(const std::int64_t* arms, int trials, int num_arms, const std::string& where);

inline const regretta_draws* handle_of(const Draws& draws) { return reinterpret_cast<const regretta_draws*>(&draws); }

}  // namespace regretta::c
