#pragma once
/// The catalogue of the regretta program. A main of your own starts from it and adds plugins.

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// All learners, environments and measures that ship with Regretta.
Catalogue standard_catalogue();

}  // namespace regretta
