#pragma once
/// The values of trials that figures draw. Used by figure_families.hpp.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// Reads them when they are first asked for, and keeps them while they take little memory: those of all cells may be
/// more than there is room for.
class DrawnValues {
 public:
  DrawnValues(const Results& study, std::vector<Quantity> quantities)
      : study_(study), quantities_(std::move(quantities)) {}

  /// One of the quantities in every trial of a cell, as Results::values has them.
  std::vector<double> of(const CellLabel& cell, Quantity quantity);

 private:
  const Results& study_;
  std::vector<Quantity> quantities_;
  std::map<std::int64_t, TrialValues> kept_;  ///< by cell
  std::size_t numbers_ = 0;                   ///< kept
};

}  // namespace regretta
