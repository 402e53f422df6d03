#pragma once
/// The searches of an alternation (alternation.hpp), and what they have of the rounds.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/search/rules.hpp"

namespace regretta {

/// A search of an alternation.
struct AlternatingSearch {
  std::string name;       ///< "attack-1", "attack-1-on-2" (the second constraint), "learner-1"
  std::int64_t turn = 1;  ///< a last attack is in a turn of its own
  bool is_attack = true;
  std::string raised;  ///< by an attack: the aim, or what a constraint of the learner bounds
  SearchRules rules;   ///< of this search
};

/// All of them in order, which share the rounds. Constraints on what is known of an environment beforehand are the
/// adversary's; the learner must meet the others in the whole archive, and each of them has attacks of its own. Throws
/// StudyError if the rounds do not suffice for a generation of each, or if the candidates are too few.
std::vector<AlternatingSearch> alternating_searches(const SearchSpace& space, const SearchRules& rules,
                                                    const Catalogue& catalogue);

/// A point of a space of learners and environments, in two.
struct Sides {
  Point environment, learner;
};
Sides sides_of(const SearchSpace& space, const Point& point);

}  // namespace regretta
