#pragma once
/// Two learners that met the same noise, trial by trial.

#include <cstdint>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

/// What a less b comes to, of a quantity of which less is better.
struct PairedDifference {
  std::int64_t pairs = 0;      ///< trials that both have; a NaN on either side leaves the trial out
  std::int64_t wins = 0;       ///< of them with a < b
  std::int64_t ties = 0;       ///< and with a = b
  double mean = 0;             ///< of a - b; NaN for no pairs
  double se = 0;               ///< standard error of that; NaN for fewer than 2 pairs
  Interval interval;           ///< for its expectation, by bootstrap-t; see bootstrap.hpp
  double p_value = 1;          ///< two-sided, that this expectation is 0
  double better = 0;           ///< P(a < b), a tie counting half; NaN for no pairs
  double variance_factor = 0;  ///< (var a + var b) / var(a - b): how many times as many trials independent noise would
                               ///< have needed; infinite where every difference is the same, NaN for fewer than 2 pairs
};

/// p_values below `least_p` need not be told apart; the smaller it is, the longer a clear difference takes.
struct PairedOptions {
  double level = 0.95;    ///< of the interval
  double least_p = 1e-3;  ///< in (0, 1)
};

/// a, b: one value per trial, in the same order; throws std::invalid_argument if their lengths differ.
PairedDifference paired_difference(const std::vector<double>& a, const std::vector<double>& b,
                                   const PairedOptions& options = {});

}  // namespace regretta
