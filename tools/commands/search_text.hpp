#pragma once
/// What a search has found, and what one would cost, in words.

#include <string>
#include <vector>

#include "regretta/engine/search/growth.hpp"
#include "regretta/engine/search/search.hpp"
#include "regretta/tools/text/folded_table.hpp"

namespace regretta {

std::string outcome_text(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome,
                         const std::string& out, const Display& display);

/// growth: of the study that is played in the file `out`.
std::string growth_text(const std::vector<FoundGrowth>& growth, const SearchRules& rules, const Study& study,
                        const std::string& out, const Display& display);

/// For --dry-run: plays a few candidates for a second.
std::string cost_text(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue, int threads,
                      const std::string& out);

}  // namespace regretta
