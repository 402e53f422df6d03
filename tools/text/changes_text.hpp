#pragma once
/// The changes between two studies, as text to read and as CSV, for `compare` and `baseline`.

#include <string>
#include <vector>

#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {

std::vector<ShownPart> changes_parts(const Changes& changes, const ChangesOptions& options);
std::string changes_csv(const Changes& changes);  ///< RFC 4180; one row per line, none where the bits are equal

}  // namespace regretta
