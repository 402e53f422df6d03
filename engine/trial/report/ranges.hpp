#pragma once
/// Between which numbers a value lies, whoever plays. Infinite where nothing is known.

#include <cstdint>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// least <= value <= most, up to rounding.
struct ValueRange {
  double least = -infinity;
  double most = infinity;
};

/// That of a quantity, for any adversary. Intervals for means of few trials need both ends.
struct MeasureRange {
  double least = -infinity;
  double most = infinity;
  bool per_round = true;  ///< after t rounds: times t

  constexpr ValueRange after(std::int64_t t) const {
    const double rounds = per_round ? static_cast<double>(t) : 1;
    return {least * rounds, most * rounds};
  }
};

}  // namespace regretta
