#pragma once
/// What a `modulation` sub-table may be: applied to an adversary that has its losses and violations, before corruption.

#include <vector>

#include "regretta/environments/parts.hpp"

namespace regretta {

/// The first is the default.
std::vector<ChangeKind> modulation_kinds();

}  // namespace regretta
