#pragma once
/// What a `corruption` sub-table may be: applied last.

#include <vector>

#include "regretta/environments/parts.hpp"

namespace regretta {

/// The first is the default.
std::vector<ChangeKind> corruption_kinds();

}  // namespace regretta
