#pragma once
/// Where a mode is seen that only a few trials have (statistics/rare_mode.hpp).

#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// Where the trials of a learner show a rare mode, in violation or expected regret.
enum class ModeSeen { nowhere, elsewhere, here };

/// One entry per cell of the study. `elsewhere`: in another cell of the same learner, and not in this one.
std::vector<ModeSeen> modes_seen(const Results& study);

}  // namespace regretta
