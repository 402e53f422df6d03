#pragma once
/// The catalogue of the regretta program. A main of your own starts from it and adds plugins.

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// Every learner and adversary that ships with Regretta.
Catalogue standard_catalogue();

}  // namespace regretta
