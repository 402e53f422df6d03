#pragma once
/// The least and the greatest value that a trial of a cell can have, whoever plays. Evidence allows for trials too rare
/// to be seen by supposing that they are as bad as this.

#include <array>
#include <cstdint>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/report/quantity.hpp"

namespace regretta {

struct Adversary;  // engine/trial/contract/adversary.hpp
struct CellFacts;  // engine/trial/hindsight/hindsight.hpp

/// least <= value <= most, up to rounding; infinite where nothing is known.
struct ValueRange {
  double least = -infinity;
  double most = infinity;
};

/// What holds after `t` rounds of any adversary.
ValueRange widest_range(Quantity quantity, std::int64_t t);

/// The range of every quantity at the horizon, and of every quantity on curves at every checkpoint of the facts.
struct CellRanges {
  std::array<ValueRange, num_quantities> whole;
  std::vector<std::array<ValueRange, num_curve_quantities>> curve;
};

/// From the means of an oblivious adversary: what the worst and the best arm of every round add up to. The widest range
/// for an adaptive one. O(changes of row x K m).
CellRanges compute_ranges(const Adversary& adversary, const CellFacts& facts);

}  // namespace regretta
