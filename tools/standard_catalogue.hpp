#pragma once
#include "regretta/engine/study/catalogue.hpp"

namespace regretta {

/// Every learner and adversary that ships with Regretta.
Catalogue standard_catalogue();

}  // namespace regretta
