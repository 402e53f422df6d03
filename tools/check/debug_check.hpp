#pragma once
/// Plays learners of the user's header that were compiled with assertions and sanitizers, in a process that has their
/// heap (started_again.hpp): what is wrong is then named with its file and line.

#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

/// No assertion fails and no sanitizer finds anything. headers: as given to --with.
Property debug_property(const LearnerEntry& learner, const Settings& settings, const std::vector<std::string>& headers);

/// Compiles the headers with sanitizers and starts the program again with their heap; returns in the new process.
/// Throws std::runtime_error if the compiler has no sanitizers.
void start_again_with_sanitizers(const std::vector<std::string>& headers);

/// The name of the learner that this process was started to debug, by fault_of; "" if it was not.
std::string learner_to_debug();
/// What this process answers.
void answer_debugging(const CheckOutcome& outcome);

/// The counterexample to debug_property, found in another process with the same arguments; "" if there is none. Nothing
/// if that cannot be tried, as where the compiler has no sanitizers.
std::optional<std::string> fault_of(const std::string& learner, const std::vector<std::string>& headers);

}  // namespace regretta
