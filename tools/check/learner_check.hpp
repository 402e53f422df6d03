#pragma once
/// Everything that is required of a learner, tried in a few cells: `regretta check LEARNER`.

#include <cstdint>
#include <optional>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

/// The properties of a learner with these settings, in the order in which they are best tried. most_rounds: of long
/// trials, if not 50,000. Each check plays in processes of its own; no other thread may be running. Throws InputError
/// for settings that the learner refuses with five arms, one constraint and 2,000 rounds.
std::vector<Property> learner_properties(const LearnerEntry& learner, const Settings& settings,
                                         std::optional<std::int64_t> most_rounds = {});

}  // namespace regretta
