#pragma once
/// An estimate of the time, memory and disk space of a study, for `regretta run --dry-run`.

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Resources that a run needs.
struct Needs {
  double rounds = 0;      ///< trial-rounds to play
  double seconds = 0;     ///< wall time
  bool at_least = false;  ///< some cells are too slow to be measured, so it will take longer
  double memory = 0;      ///< bytes
  double disk = 0;        ///< size of the finished file in bytes
  double calibrated = 0;  ///< seconds spent measuring; 0: the tables of means are too large to be measured
};

/// Plays the first block of a few cells for a moment each, a second in total, saves nothing, and scales up by the cost
/// model. Memory and disk space are computed. missing: the blocks to play. threads: number of workers.
Needs estimate(const Plan& plan, const BlockSpans& missing, int threads);

/// The peak memory of this process in bytes.
double peak_bytes();

}  // namespace regretta
