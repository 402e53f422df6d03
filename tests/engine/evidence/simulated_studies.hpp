#pragma once
/// Simulated studies with known means, for tests of error rates. Some draw from results of real learners that lock in
/// to a wrong strategy in a few trials.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/real/draws.hpp"

namespace regretta {

/// Whether REGRETTA_REPETITIONS, a number of studies, is set. Then the tests use that number and print their tables.
inline const bool full_run = std::getenv("REGRETTA_REPETITIONS") != nullptr;

/// Number of simulated studies. A fifth with sanitizers, which are 12 times slower and test the code, not the rates.
inline int repetitions(int default_count) {
  if (full_run) return std::atoi(std::getenv("REGRETTA_REPETITIONS"));
#ifdef REGRETTA_SANITIZED
  return std::max(default_count / 5, 4);
#else
  return default_count;
#endif
}

/// Four standard deviations of a share in `n` studies whose expectation is `p`: exceeded by chance once in 30,000.
inline double simulation_error(double p, int n) { return 4 * std::sqrt(p * (1 - p) / n); }

/// The k-th uniform number in (0, 1) that a study draws for `purpose`.
inline double uniform(int study, int purpose, int k) {
  return Draws<double>(20, static_cast<std::uint32_t>(study)).uniform_at(Stream::instance, purpose, k);
}

inline double normal(int study, int purpose, int k) {
  return std::sqrt(-2 * std::log(uniform(study, purpose, 2 * k))) *
         std::cos(2 * M_PI * uniform(study, purpose, 2 * k + 1));
}

inline double log_normal(int study, int purpose, int k) { return std::exp(normal(study, purpose, k)); }

/// Simulated values are assumed to lie in [-reach_end, reach_end].
inline constexpr double reach_end = 100;

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

/// One quantity of one cell of tests/data/lock-in.toml.
struct LockIn {
  std::string name;            ///< learner and quantity
  std::vector<double> values;  ///< 8,000 order statistics of 200,000 trials: the population
  double mean = 0;             ///< mean of the population
  Interval reach;
};

inline std::vector<LockIn> lock_in_cells() {
  std::ifstream file(std::string(REGRETTA_TEST_DATA) + "/lock-in.txt");
  std::vector<LockIn> cells;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string learner, quantity;
    words >> learner >> quantity;
    LockIn cell{.name = learner + ", " + quantity, .values = {}, .reach = {0, 1200}};  // 0.6 T, T = 2,000
    if (quantity == "expected_regret") cell.reach = {-514.3, 885.8};                   // OPT = 0.4571 T
    double tenths = 0;  // the file has differences of consecutive values, in tenths
    for (double step = 0; words >> step;) cell.values.push_back((tenths += step) / 10);
    for (const double x : cell.values) cell.mean += x / static_cast<double>(cell.values.size());
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace regretta
