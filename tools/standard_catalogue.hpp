#pragma once
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// Every learner and adversary that ships with Regretta.
Catalogue standard_catalogue();

}  // namespace regretta
