#pragma once
/// The result of one trial: filled in by the referee, saved by the study layer.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/trial/report/curve.hpp"

namespace regretta {

/// Consecutive trials of a cell that a learner plays side by side, in the lanes of a pack. The last pack of a cell may
/// have fewer.
inline constexpr int pack_trials = 8;
inline constexpr std::int64_t packs_in(std::int64_t trials) { return (trials + pack_trials - 1) / pack_trials; }

/// Why a trial has no result.
struct Failure {
  std::int64_t round = 0;  ///< 1..T where the strategy left the simplex; 0 if the learner threw
  std::string message;
};

/// The sizes of a result: those of a study are in QuantityList::shape.
struct TrialShape {
  std::size_t checkpoints = 0;
  std::size_t quantities = num_quantities;
  std::size_t curve_quantities = num_curve_quantities;

  std::size_t numbers() const { return quantities + curve_quantities * checkpoints; }  ///< of one trial
};

/// OPT, both regrets and their curves are NaN if no strategy is feasible.
struct TrialResult {
  explicit TrialResult(const TrialShape& shape = {})
      : quantities(shape.quantities, std::numeric_limits<double>::quiet_NaN()), curve(shape.curve_quantities) {
    curve.reserve(shape.checkpoints);
  }

  std::int64_t trial = 0;          ///< from 0
  std::vector<double> quantities;  ///< indexed by Quantity; NaN until set
  Curve curve;                     ///< one point per checkpoint; the last one is round T
  std::optional<Failure> failure;  ///< if set, quantities and curve are meaningless

  double operator[](Quantity q) const { return quantities[index_of(q)]; }
  double& operator[](Quantity q) { return quantities[index_of(q)]; }
};

}  // namespace regretta
