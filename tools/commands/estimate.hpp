#pragma once
/// Estimates what a study will take before it runs, for `regretta run`.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct Needs {
  double rounds = 0;      ///< trial-rounds to play
  double seconds = 0;     ///< of wall time
  bool at_least = false;  ///< some cells are too slow to be measured: it will take longer
  double memory = 0;      ///< bytes
  double disk = 0;        ///< bytes of the finished file
  double calibrated = 0;  ///< seconds spent measuring; 0: the means are too large to measure with
};

/// Runs the first block of a few cells for a moment each, a second in all, saves nothing, and scales up by the cost
/// model. Memory and disk are computed. missing: the blocks to be played. threads: number of workers.
Needs estimate(const Plan& plan, const BlockSpans& missing, int threads);

}  // namespace regretta
