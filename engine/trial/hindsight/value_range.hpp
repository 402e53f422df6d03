#pragma once
/// The least and the greatest value that a trial of a cell can have, whoever plays. Evidence allows for trials too rare
/// to be seen by supposing that they are as bad as this.

#include <array>
#include <vector>

#include "regretta/engine/trial/contract/quantity.hpp"

namespace regretta {

struct Adversary;  // engine/trial/contract/adversary.hpp
struct CellFacts;  // engine/trial/hindsight/hindsight.hpp

/// The range of every quantity at the horizon, and of every quantity on curves at every checkpoint of the facts.
struct CellRanges {
  std::array<ValueRange, num_quantities> whole;
  std::vector<std::array<ValueRange, num_curve_quantities>> curve;
};

/// From the means of an oblivious adversary: what the worst and the best arm of every round add up to. The range in the
/// table for an adaptive one, and for other quantities. O(changes of row x K m).
CellRanges compute_ranges(const Adversary& adversary, const CellFacts& facts);

}  // namespace regretta
