#pragma once
/// Whether a candidate is played at all.

#include <cstdint>
#include <string>

#include "regretta/engine/search/rules.hpp"
#include "regretta/engine/search/space.hpp"

namespace regretta {

/// Why it is not: its study has an error, a learner cannot play there, no strategy is feasible, or a constraint on what
/// is known before the first trial (rho, rho_pure, the corruption, OPT) is violated. "" if it is.
std::string refusal_of(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
                       const Point& point);

/// Whether the constraint is on the environment alone, and known before the first trial.
bool is_known_beforehand(const Constraint& constraint);

/// Throws StudyError if none of 300 candidates at random would be played, with the one that is nearest.
void check_admits(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue);

/// The horizon of the space. Throws StudyError.
std::int64_t horizon_of(const SearchSpace& space, const Catalogue& catalogue);

}  // namespace regretta
