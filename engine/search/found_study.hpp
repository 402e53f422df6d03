#pragma once
/// What a search has found, as a study of its own.

#include "regretta/engine/search/outcome.hpp"

namespace regretta {

/// Of a winner's forms, which play other trials than the finalists.
inline constexpr std::int64_t first_of_forms = max_first_trial / 2;

/// The winner, in its simplest form where there is one; of two aims all members of the front that are not shown to be
/// dominated, under their numbers. On the trials that it was judged by: ready to be written and run. There must be a
/// finalist.
Study found_study(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome);

/// The finalists that are not shown to be dominated; all of them if none meets the constraints.
std::vector<const Finalist*> found_members(const SearchOutcome& outcome);

}  // namespace regretta
