#pragma once
/// An estimate of the time, memory and disk space of a study, for `regretta run --dry-run`.

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct Needs {
  double rounds = 0;            ///< trial-rounds to play
  double seconds = 0;           ///< wall time
  bool is_lower_bound = false;  ///< whether `seconds` is too low, because some cells were too slow to measure
  double memory = 0;            ///< bytes
  double disk = 0;              ///< size of the finished file in bytes
  double measuring = 0;         ///< seconds spent measuring; 0: all tables of means are too large to measure a cell
};

/// Plays the first block of a few cells for up to 0.06 s each, a second in total, and scales the time up by the cost
/// model. Saves nothing. Memory and disk space are computed. missing: the blocks to play. threads: number of workers.
Needs estimate(const Plan& plan, const BlockSpans& missing, int threads);

/// The peak memory of this process in bytes.
double peak_bytes();

}  // namespace regretta
