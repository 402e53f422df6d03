#pragma once
/// Everything that is required of an environment: `regretta check ENVIRONMENT`.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

/// The properties of an environment of the catalogue with these settings. context: horizon, seed and folder.
/// Throws InputError if it cannot be built.
std::vector<Property> environment_properties(const Catalogue& catalogue, const EnvironmentEntry& environment,
                                             const Settings& settings, const EnvironmentContext& context);

}  // namespace regretta
