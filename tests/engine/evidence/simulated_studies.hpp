#pragma once
/// Studies with a known truth, for tests of how often procedures err.

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/real/draws.hpp"

namespace regretta {

/// REGRETTA_REPETITIONS says how many studies, and has the tables printed.
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

/// Shares of studies in which the truth lies below the interval, and above.
struct Misses {
  double below = 0, above = 0;
  void add(double truth, const Interval& interval, int studies) {
    below += (truth < interval.low) / static_cast<double>(studies);
    above += (truth > interval.high) / static_cast<double>(studies);
  }
  double both() const { return below + above; }
  std::string percent() const { return fmt::format("{:.2f} + {:.2f}", 100 * below, 100 * above); }
};

}  // namespace regretta
