#pragma once
/// What has changed between two studies, for reading and as a table.

#include <string>

#include "regretta/engine/evidence/regression/changes.hpp"

namespace regretta {

std::string changes_text(const Changes& changes, const ChangesOptions& options);
std::string changes_csv(const Changes& changes);  ///< RFC 4180; a row per line, none where bits are the same

}  // namespace regretta
