#pragma once
/// What a search costs, in trials and rounds.

#include <cstdint>
#include <vector>

#include "regretta/engine/search/rules.hpp"
#include "regretta/engine/search/space.hpp"

namespace regretta {

/// Cells of one candidate.
std::int64_t cells_each(const SearchSpace& space);

/// At most so many trials are played when the race is over: of finalists and of forms of the winner.
std::int64_t final_trials(const SearchSpace& space, const SearchRules& rules);

/// The horizons of [search] and that of the study, ascending; empty if [search] has none.
std::vector<std::int64_t> growth_horizons(const SearchSpace& space, const SearchRules& rules);
/// Of the trials at all of them.
double growth_rounds(const SearchSpace& space, const SearchRules& rules);

/// The cost of a search of so many rounds at most: candidates and rounds, should none be refused.
struct SearchCost {
  std::int64_t generations = 0, candidates = 0;
  double rounds = 0;
};
SearchCost cost_of(const SearchSpace& space, const SearchRules& rules, double rounds, std::int64_t horizon);

/// Throws StudyError: a cost is less than what the first generation and what follows the race take.
struct MissingRounds {
  std::int64_t candidates = 0;  ///< of the first generation
  double needed = 0, given = 0;
};
[[noreturn]] void refuse_cost(const SearchSpace& space, const SearchRules& rules, const MissingRounds& missing,
                              std::int64_t horizon);

}  // namespace regretta
