#pragma once
#include "regretta/engine/study/catalogue.hpp"

namespace regretta {

/// Adds every learner of this folder.
void add_learners(Catalogue& catalogue);

}  // namespace regretta
