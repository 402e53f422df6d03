#pragma once
/// The kinds of a `corruption` sub-table. Corruption is applied last; assemble.cpp reads this list.

#include <vector>

#include "regretta/environments/parts.hpp"

namespace regretta {

/// All kinds; the first is the default.
std::vector<ChangeKind> corruption_kinds();

}  // namespace regretta
