#pragma once
/// All requirements on a learner, tested in a few cells, for `regretta check LEARNER`.

#include <cstdint>
#include <optional>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

/// The properties of a learner with these settings, in the order in which to test them. most_rounds: length of the
/// longest trials, by default 50,000. Checks play in separate processes; no other thread may be running. Throws
/// InputError if the learner refuses the settings with five arms, one constraint and 2,000 rounds.
std::vector<Property> learner_properties(const LearnerEntry& learner, const Settings& settings,
                                         std::optional<std::int64_t> most_rounds = {});

}  // namespace regretta
