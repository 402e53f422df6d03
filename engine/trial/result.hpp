#pragma once
/// The result of one trial: filled in by the referee, saved by the study layer.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/trial/quantity.hpp"

namespace regretta {

/// Trials per block: consecutive trials of a cell that share a pack and are saved together. The last block of a cell
/// may be shorter.
inline constexpr int block_trials = 8;
inline constexpr std::int64_t blocks_per_cell(std::int64_t trials) {
  return (trials + block_trials - 1) / block_trials;
}

/// Why a trial has no result.
struct Failure {
  std::int64_t round = 0;  ///< 1..T where the strategy left the simplex; 0 if the learner threw
  std::string message;
};

/// OPT, both regrets and their curves are NaN if no strategy is feasible.
struct TrialResult {
  TrialResult() { quantities.fill(std::numeric_limits<double>::quiet_NaN()); }

  std::int64_t trial = 0;                         ///< from 0
  std::array<double, num_quantities> quantities;  ///< indexed by Quantity; NaN until set
  std::vector<CurvePoint> curve;                  ///< one point per checkpoint; the last one is round T
  std::optional<Failure> failure;                 ///< if set, quantities and curve are meaningless

  double operator[](Quantity q) const { return quantities[index_of(q)]; }
  double& operator[](Quantity q) { return quantities[index_of(q)]; }
};

}  // namespace regretta
