#pragma once
/// The front that a search with two aims has found: which of its members fresh trials show to be on it. What nobody has
/// searched may dominate all of them.

#include <array>
#include <vector>

#include "regretta/engine/search/outcome.hpp"

namespace regretta {

/// Fills in the members as finalists, and their places. chosen, believed_trials: as for find_best.
void find_front(SearchOutcome& outcome, const SearchSpace& space, const SearchRules& rules,
                const CandidateValues& values, const std::vector<Candidate>& candidates,
                const std::vector<std::size_t>& chosen, const std::vector<std::int64_t>& believed_trials);

/// What fresh trials say of one member beside another: that it is better in each of the aims.
struct Better {
  std::array<Interval, 2> by{};  ///< how much better; both hold together with all others
  bool is_shown(std::size_t aim) const { return by[aim].low > 0; }
};

/// better[i][j]: of member i beside member j. A member is on the front if it is shown to be better than each other one
/// in one aim at least; dominated if another one is shown to be better in both; else open, as far as the others are not
/// excluded.
std::vector<FrontPlace> places_on_front(const std::vector<std::vector<Better>>& better);

}  // namespace regretta
