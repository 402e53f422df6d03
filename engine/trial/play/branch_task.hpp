#pragma once
/// Branches of a trial: rounds that are played alone, from a saved state on, with the draws of another trial, until a
/// score exceeds a level. Importance splitting (engine/evidence/splitting) is made of them; branch.hpp plays them.

#include <cstdint>
#include <limits>

#include "regretta/engine/trial/contract/trial_state.hpp"
#include "regretta/engine/trial/report/quantity.hpp"

namespace regretta {

/// Whether Referee::so_far knows a quantity after every round.
constexpr bool accumulates(Quantity metric) {
  if (index_of(metric) >= num_quantities) return false;
  const Source source = quantity_info(metric).source;
  return source == Source::losses || source == Source::violations;
}

/// How far a trial has come after t rounds: Referee::so_far - t * per_round.
struct Score {
  Quantity metric = Quantity::violation;
  double per_round = 0;
};

struct BranchTask {
  std::uint32_t trial = 0;           ///< whose draws it takes
  const TrialState* from = nullptr;  ///< of one lane, which another trial may have left; null: begins with round 1
  Score score{};
  double level = std::numeric_limits<double>::infinity();  ///< of the score; beyond it the branch stops
};

struct Branch {
  bool is_above = false;    ///< stopped with a score above the level
  TrialState state{};       ///< there, if is_above
  double highest = 0;       ///< the largest score after any of its rounds, or before the first
  double so_far = 0;        ///< Referee::so_far where it stopped
  double value = 0;         ///< of the metric in round T; NaN if it stopped above the level, or failed
  bool failed = false;      ///< the strategy left the simplex
  std::int64_t rounds = 0;  ///< that it played
};

}  // namespace regretta
