#pragma once
/// Registers the adversaries and measures of this folder in a catalogue. Called by standard_catalogue.

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// Adds every kind of environment, and the kinds that their sub-tables can take.
void add_environments(Catalogue& catalogue);
void add_measures(Catalogue& catalogue);

}  // namespace regretta
