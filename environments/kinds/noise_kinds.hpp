#pragma once
/// The values of `noise`, with their flat parameters noise_...: the engine's laws, and those of plugins. assemble.cpp
/// reads them.

#include <vector>

#include "regretta/environments/parts/parts.hpp"

namespace regretta {

/// One entry per law of the engine.
std::vector<ComponentEntry> noise_entries();

/// The flat parameters that select and describe the noise; `own` are the laws of plugins.
std::vector<ParameterInfo> noise_parameters(const std::vector<NoiseLawKind>& own);

/// Reads them. Throws InputError, also for a parameter that belongs to another law.
Noise read_noise(const Settings& settings, const std::vector<NoiseLawKind>& own);

}  // namespace regretta
