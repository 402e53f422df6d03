#pragma once
/// What a search of learner and adversary in turns has found, and what one would cost, in words.

#include <string>

#include "regretta/engine/search/alternation.hpp"
#include "regretta/tools/text/folded_table.hpp"

namespace regretta {

std::string alternation_text(const SearchSpace& space, const SearchRules& rules, const AlternationOutcome& outcome,
                             const std::string& out, const Display& display);

/// The searches, for --dry-run.
std::string turns_text(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue);

}  // namespace regretta
