#pragma once
/// The kinds of a `modulation` sub-table, applied to a complete adversary before corruption; assemble.cpp reads this
/// list.

#include <vector>

#include "regretta/environments/parts.hpp"

namespace regretta {

/// All kinds; the first is the default.
std::vector<ChangeKind> modulation_kinds();

}  // namespace regretta
