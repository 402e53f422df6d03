#pragma once
/// A block: one or more whole packs of consecutive trials of one cell (layout.hpp). Blocks are the unit of work, of
/// saving, and of what a killed run loses.

#include <compare>
#include <cstdint>
#include <vector>

#include "regretta/engine/trial/report/result.hpp"

namespace regretta {

/// Trials first .. first + count - 1 of `cell`, or of its content (layout.hpp). `first` is a multiple of pack_trials,
/// except in parts of a block.
struct BlockRange {
  std::int64_t cell = 0;
  std::int64_t first = 0;
  int count = 0;

  std::int64_t end() const { return first + count; }
  auto operator<=>(const BlockRange&) const = default;
};

struct BlockResult {
  BlockRange range;
  std::vector<TrialResult> trials;  ///< range.count of them, in trial order
  double seconds = 0;               ///< wall time of the worker; informative, not part of the checksum
  double processor_seconds = 0;     ///< processor time of the worker; not saved
};

}  // namespace regretta
