#pragma once
/// The unit of everything: a few consecutive trials of one cell. One task advances a block, a block is what is saved,
/// and what a kill can lose.

#include <cstdint>
#include <vector>

#include "regretta/engine/trial/result.hpp"

namespace regretta {

/// Which trials: first .. first + count - 1 of `cell`; `first` is a multiple of block_trials.
struct BlockPlace {
  std::int64_t cell = 0;
  std::int64_t first = 0;
  int count = 0;
};

struct BlockResult {
  BlockPlace place;
  std::vector<TrialResult> trials;  ///< `count` of them, in trial order
  double seconds = 0;               ///< that one worker spent; informal, no part of the checksum
  double processor_seconds = 0;     ///< of them on a processor; not saved
};

}  // namespace regretta
