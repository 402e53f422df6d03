#pragma once
/// Everything that is required of an environment: `regretta check ENVIRONMENT`.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

/// The properties of an environment of the catalogue with these settings. context: horizon, seed and folder. learner:
/// any, to play in it, or null. Throws InputError if it cannot be built.
std::vector<Property> environment_properties(const Catalogue& catalogue, const EnvironmentEntry& environment,
                                             const Settings& settings, const EnvironmentContext& context,
                                             const LearnerEntry* learner);

}  // namespace regretta
