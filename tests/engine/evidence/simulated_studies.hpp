#pragma once
/// Studies with a known truth, for tests of error rates.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/real/draws.hpp"

namespace regretta {

/// REGRETTA_REPETITIONS sets the number of studies, and makes the tests print their tables.
inline const bool whole = std::getenv("REGRETTA_REPETITIONS") != nullptr;

/// A fifth with sanitizers, which take twelve times as long and look at code, not at rates.
inline int repetitions(int usual) {
  if (whole) return std::atoi(std::getenv("REGRETTA_REPETITIONS"));
#ifdef REGRETTA_SANITIZED
  return std::max(usual / 5, 4);
#else
  return usual;
#endif
}

/// Four standard deviations of the share of `n` studies at probability `p`: exceeded by chance once in 30,000.
inline double simulation_error(double p, int n) { return 4 * std::sqrt(p * (1 - p) / n); }

/// In (0, 1): value `k` of the draws of a study for `purpose`.
inline double uniform(int study, int purpose, int k) {
  return Draws<double>(20, static_cast<std::uint32_t>(study)).uniform_at(Stream::instance, purpose, k);
}

inline double normal(int study, int purpose, int k) {
  return std::sqrt(-2 * std::log(uniform(study, purpose, 2 * k))) *
         std::cos(2 * M_PI * uniform(study, purpose, 2 * k + 1));
}

inline double log_normal(int study, int purpose, int k) { return std::exp(normal(study, purpose, k)); }

/// Shares of studies in which the truth lies below or above the interval.
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
