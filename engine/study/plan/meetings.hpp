#pragma once
/// Which learners play in which environments. Used by Grid.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/study/text/plugin_spec.hpp"

namespace regretta {

/// The places, ascending, of the learners that each environment meets: those of its group, and those that have none.
/// Throws StudyError for a plugin that meets nothing.
std::vector<std::vector<std::int64_t>> meetings(const std::string& file,
                                                const std::vector<const PluginSpec*>& environments,
                                                const std::vector<const PluginSpec*>& learners);

}  // namespace regretta
