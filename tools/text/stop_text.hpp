#pragma once
/// What a stop rule has found out, in words. Used by `run`, `show` and the page.

#include <string>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// "7 of 8 settings decided, 3 of 48 answers a tie; 2 of 48 questions open: about 9,000 trials per cell answer them
/// (--most-trials)"; "" without a rule, and of a search.
std::string stops_text(const Results& study);

}  // namespace regretta
