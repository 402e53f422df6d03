#pragma once
/// Plain trials until a given number of them have an event.

#include <cstdint>

#include "regretta/engine/evidence/splitting/splitting.hpp"
#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/study/blocks/run.hpp"

namespace regretta {

struct PlainTrials {
  std::int64_t trials = 0;  ///< up to the last event counted
  std::int64_t events = 0;
  std::int64_t failed = 0;  ///< of all that were played; they count as not having the event

  /// Haldane's estimate, unbiased because the number of events was fixed (Biometrika 33, 1945).
  double estimate() const;
  double se() const;  ///< its standard error
  /// Exact, as that of Clopper and Pearson, for a fixed number of events.
  Interval interval(double level) const;
};

/// Plays trials of `work`, whose seed is that of their draws, in order, until `events` have the event, or
/// `most_trials` are played. Throws Interrupted.
PlainTrials play_until(std::int64_t events, std::int64_t most_trials, const CellWork& work, const BoundLearner& learner,
                       const RareEvent& event, RunProgress& progress);

}  // namespace regretta
