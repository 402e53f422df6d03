#pragma once
/// The order of candidates in a race. With one aim the better comes first. With two, those that no other dominates come
/// first, then those that only these dominate, and so on; of one rank, those with most room around them (NSGA-II: Deb,
/// Pratap, Agarwal and Meyarivan, IEEE Trans. Evol. Comput. 2002). Behind those that meet all constraints the others,
/// the nearest first, and last those without a value. Pure functions.

#include <cstddef>
#include <vector>

#include "regretta/engine/search/race_score.hpp"

namespace regretta {

/// Places of the scores, best first; of equals, the earlier.
std::vector<std::size_t> best_first(const std::vector<RaceScore>& scores);

/// Places of those that no other dominates, the best of the first aim first; of equals only the first. Constraints come
/// before aims, so that without any that meets all it is the one that is nearest. Empty if none has a value.
std::vector<std::size_t> front_of(const std::vector<RaceScore>& scores);

/// At most `count` of a front, as front_of has it: those with the least room around them go one by one.
std::vector<std::size_t> spread_out(std::vector<std::size_t> front, const std::vector<RaceScore>& scores,
                                    std::size_t count);

}  // namespace regretta
