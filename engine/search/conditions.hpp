#pragma once
/// Which settings have a meaning beside the choices that were made: `burst_start` belongs to the schedule "burst". What
/// belongs to another choice than a candidate's is left out of it.

#include <set>
#include <string>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/text/plugin_spec.hpp"

namespace regretta {

/// The settings of `plugin` without those that belong to other words than the chosen ones, as far as the choosing
/// parameter is in `searched` (paths without the section). `section`: "learner" or "environment".
Settings without_foreign(const PluginSpec& plugin, const std::string& section, const std::set<std::string>& searched,
                         const Catalogue& catalogue);

}  // namespace regretta
