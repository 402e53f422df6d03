#pragma once
/// Real cells of learners that lock in to a wrong strategy in a few trials, as populations to draw from.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"

namespace regretta {

/// One quantity of one cell of tests/data/lock-in.toml.
struct LockIn {
  std::string name;            ///< learner and quantity
  std::vector<double> values;  ///< 8,000 order statistics of 200,000 trials: the population
  double mean = 0;             ///< of the population
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
    LockIn cell{.name = learner + ", " + quantity, .values = {}, .reach = {0, 1200}};  // 0.6 T
    if (quantity == "expected_regret") cell.reach = {-514.3, 885.8};                   // OPT = 0.4571 T
    double tenths = 0;
    for (double step = 0; words >> step;) cell.values.push_back((tenths += step) / 10);
    for (const double x : cell.values) cell.mean += x / static_cast<double>(cell.values.size());
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace regretta
