#pragma once
/// Simulated studies: their number, what their trials come to, and how much a share of them may err by chance.

#include <cmath>
#include <cstdlib>

#include "regretta/engine/real/draws.hpp"

namespace regretta {

/// As many as REGRETTA_REPETITIONS says, and tables printed, instead of the usual number.
inline const bool whole = std::getenv("REGRETTA_REPETITIONS") != nullptr;

inline int repetitions(int usual) { return whole ? std::atoi(std::getenv("REGRETTA_REPETITIONS")) : usual; }

/// Four standard deviations of a share of `n` studies that has probability `p`: exceeded by chance once in 30,000.
inline double simulation_error(double p, int n) { return 4 * std::sqrt(p * (1 - p) / n); }

/// In (0, 1): value `k` of what a study draws for `purpose`.
inline double uniform(int study, int purpose, int k) {
  return Draws<double>(20, static_cast<std::uint32_t>(study)).uniform_at(Stream::instance, purpose, k);
}

inline double normal(int study, int purpose, int k) {
  return std::sqrt(-2 * std::log(uniform(study, purpose, 2 * k))) *
         std::cos(2 * M_PI * uniform(study, purpose, 2 * k + 1));
}

inline double log_normal(int study, int purpose, int k) { return std::exp(normal(study, purpose, k)); }

}  // namespace regretta
