#pragma once
/// What a study will take, before it is run.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct Needs {
  double rounds = 0;      ///< trial-rounds ahead
  double seconds = 0;     ///< of wall time
  double memory = 0;      ///< bytes
  double disk = 0;        ///< bytes of the finished file
  double calibrated = 0;  ///< seconds spent on measuring
};

/// Runs the first block of a few cells for a moment each (without saving anything) and scales up by the cost model;
/// memory and disk are computed.
Needs estimate(const Plan& plan, const std::vector<BlockPlace>& missing, int threads);

}  // namespace regretta
