#pragma once
/// The race of the candidates of a search: successive halving (Jamieson and Talwalkar, AISTATS 2016) within each
/// generation, on common trials. Every candidate gets the trials of the first rung. From rung to rung go the best
/// quarter of its generation, as far as they are among the best quarter of all candidates that have come to that rung.
/// With two aims the best are those that nothing dominates (front_order.hpp). Pure functions of the scores, so that a
/// race that was stopped goes on as it would have.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "regretta/engine/search/race_score.hpp"

namespace regretta {

/// The score of a candidate after so many trials; empty if they have not all been played.
using ScoreAfter = std::function<std::optional<RaceScore>(std::size_t candidate, std::int64_t trials)>;

struct Race {
  std::vector<std::int64_t> trials;  ///< that each candidate needs, as far as is decided
  bool is_over = true;               ///< all of them have been played
};

struct Racer {
  std::int64_t generation = 0;  ///< ascending
  bool plays = true;            ///< false: it was refused
};

/// rungs: trials, ascending. keep: one in so many goes on.
Race race(const std::vector<Racer>& racers, const std::vector<std::int64_t>& rungs, std::int64_t keep,
          const ScoreAfter& score);

/// The best `count` candidates of a race that is over, best first: those of the last rung, then those of the one
/// before. Only candidates whose value is a number; of several with one and the
/// same score, which the same trials give, only the first.
std::vector<std::size_t> finalists_of(const Race& race, std::int64_t count, const ScoreAfter& score);

/// With two aims instead: at most `count` of the front of those that got most trials, the best of the first aim first.
std::vector<std::size_t> front_of_race(const Race& race, std::int64_t count, const ScoreAfter& score);

}  // namespace regretta
