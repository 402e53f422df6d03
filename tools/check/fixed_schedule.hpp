#pragma once
/// Finds learners whose x_t changes over rounds and is the same in every trial, whatever feedback they observe: a fixed
/// schedule, or a generator of the learner's own.

#include <cstdint>
#include <optional>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

struct FixedSchedule {
  std::int64_t rounds = 0;        ///< rounds that were watched
  std::int64_t first_change = 0;  ///< first round in which x_t is not x_1
};

/// The trials that must be alike for a schedule, beside trial 0 of a cell with other means.
inline constexpr std::int64_t watched_trials = 4;

/// Watches these trials of a cell whose facts are set, each played alone as `run` plays it, so of learners in any
/// language. Of many arms fewer rounds than T are watched. None too if the learner throws, which its trials tell
/// better.
std::optional<FixedSchedule> fixed_schedule(const BoundLearner& learner, const CellWork& work);

}  // namespace regretta
