#pragma once
/// The changes between two studies as text and as values, for `compare` and `baseline`.

#include <vector>

#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/tools/text/shown_text.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace regretta {

std::vector<ShownPart> changes_parts(const Changes& changes, const ChangesOptions& options);
ValueTable changes_values(const Changes& changes);  ///< a row per cell and metric, including equal values

}  // namespace regretta
