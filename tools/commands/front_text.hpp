#pragma once
/// The front that a search with two aims has found, in words.

#include <string>
#include <vector>

#include "regretta/engine/search/search.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {

/// Constraints that fresh trials do not show to be met.
std::string unmet_text(const Finalist& one);

/// Means of C and of the study's measures.
std::string beside_text(const Finalist& one);

/// There must be a finalist.
std::vector<ShownPart> front_parts(const SearchRules& rules, const SearchOutcome& outcome);

}  // namespace regretta
