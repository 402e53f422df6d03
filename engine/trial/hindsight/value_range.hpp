#pragma once
/// The least and the greatest value that a trial of a cell can have, whatever learner plays. The intervals of
/// engine/evidence use both: trials too rare to occur in the sample may be as extreme.

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

/// For sums over rounds against an oblivious adversary, adds up the best and the worst arm of every round. For adaptive
/// adversaries and other quantities, returns the range in the table (quantity.hpp). Takes O(row changes x K m).
CellRanges compute_ranges(const Adversary& adversary, const CellFacts& facts);

}  // namespace regretta
